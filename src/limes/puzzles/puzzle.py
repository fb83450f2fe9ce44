"""A puzzle as a value and as a line of text."""

from dataclasses import dataclass
from enum import StrEnum

from limes.rules import STANDARD, Landscape, LimesError, Turn, Variants


class Theme(StrEnum):
    """What the best turn of a puzzle is about."""

    CLOSE_FOREST = "close-forest"
    OPEN_FOREST = "open-forest"
    HUT = "hut"
    SIGHT = "sight"
    FIELD = "field"
    MOVE = "move"
    SAVE_WORKER = "save-worker"
    FERRYMAN = "ferryman"
    DIAGONAL = "diagonal"
    LAST_CARD = "last-card"


@dataclass(frozen=True)
class Puzzle:
    """A landscape, the card in hand, and the turn that is best.

    `margin` is by how many tenths of a point the best turn beats every other; `found_by` is how many of the
    levels of the bots find it, so the fewer, the harder.
    """

    landscape: Landscape
    card: int
    best: Turn
    margin: int
    found_by: int
    themes: tuple[Theme, ...]

    @property
    def round(self) -> int:
        return len(self.landscape.cards) + 1

    def __str__(self) -> str:
        """One line; `parse_puzzle` reads it."""
        fields = (
            str(self.landscape.variants).replace(" ", "+") or "-",
            str(self.card),
            str(self.best),
            str(self.margin),
            str(self.found_by),
            ",".join(self.themes),
            str(self.landscape),
        )
        return " ".join(fields[:6]) + " " + fields[6]


def parse_puzzle(line: str) -> Puzzle:
    """The puzzle of a line; `LimesError` where it is none, or its turn breaks a rule."""
    parts = line.split(" ", 6)
    if len(parts) != 7:
        raise LimesError("a puzzle has seven parts, not {parts}", parts=len(parts))
    names, card, best, margin, found_by, themes, position = parts
    variants = Variants(**dict.fromkeys(names.split("+") if names != "-" else [], True))
    landscape = Landscape.parse(position, STANDARD, variants)
    turn = Turn.parse(best)
    landscape.play(int(card), turn)
    return Puzzle(
        landscape, int(card), turn, int(margin), int(found_by), tuple(map(Theme, themes.split(",")))
    )
