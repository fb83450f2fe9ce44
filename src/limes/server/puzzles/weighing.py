"""What the coach finds that a turn in a puzzle loses."""

from limes.coach import loss
from limes.puzzles import Puzzle
from limes.rules import Turn

SECONDS = 0.4


def lost_by(puzzle: Puzzle, turn: Turn) -> int:
    """In tenths of a point: as the puzzle has it, or weighed now; never less than any wrong turn loses."""
    known = puzzle.loss_of(turn)
    if known is not None:
        return known
    return max(puzzle.margin, loss(puzzle.landscape, puzzle.card, turn, SECONDS))
