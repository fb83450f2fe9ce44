"""What the coach says of a turn in a puzzle: its loss, and the difference to the best one in words."""

from collections.abc import Callable

from limes.coach import Speech, loss, reasons, say
from limes.puzzles import Puzzle
from limes.rules import Landscape, Turn

SECONDS = 0.4


def explain(speech: Speech) -> Callable[[Landscape, Landscape, Landscape, float], list[str]]:
    """The coach's reasons in a language."""

    def told(before: Landscape, after: Landscape, better: Landscape, lost: float) -> list[str]:
        return [say(sentence, speech) for sentence in reasons(before, after, better, lost)]

    return told


def lost_by(puzzle: Puzzle, turn: Turn) -> int:
    """In tenths of a point: as the puzzle has it, or weighed now; never less than a wrong turn loses at least."""
    known = puzzle.loss_of(turn)
    if known is not None:
        return known
    return max(puzzle.margin, loss(puzzle.landscape, puzzle.card, turn, SECONDS))
