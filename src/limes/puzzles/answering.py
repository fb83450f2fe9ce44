"""What there is to say about a turn somebody answers a puzzle with: what it loses, and why."""

from limes.coach.reasons import Reason, main_reasons
from limes.puzzles.contest import loss_beside
from limes.puzzles.puzzle import Puzzle, Tenths
from limes.rules import Turn


def loss_of(puzzle: Puzzle, turn: Turn) -> Tenths:
    """What a turn loses, as the puzzle has it, else as the coach counts: the margin, or more."""
    known = puzzle.loss_of(turn)
    if known is not None:
        return known
    counted = loss_beside(puzzle.landscape, puzzle.card, puzzle.best, turn)
    return max(round(10 * counted), puzzle.margin)


def why_not(puzzle: Puzzle, turn: Turn, loss: Tenths) -> tuple[Reason, ...]:
    """The differences between a turn and the best one, in words."""
    played = puzzle.landscape.play(puzzle.card, turn)
    best = puzzle.landscape.play(puzzle.card, puzzle.best)
    return main_reasons(puzzle.landscape, played, best, loss / 10)
