"""A puzzle as a value and as a line of text."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

from limes.rules import ROUNDS, STANDARD, Landscape, LimesError, Message, Turn, Variants, future
from limes.rules.future import Future

Tenths = int  # of a point

EXACT = 2  # cards to come after the turn, or fewer, with which values are no estimates
EXAMPLE = "- 8 e5S 73 2 e5S+ne=7,d3N=12 hut,move 17@d4N 3@d5E | d4ne"
LINE = re.compile(
    r"(?P<variants>-|diagonal|ferryman|diagonal\+ferryman) (?P<card>\d{1,2}) (?P<best>\S+) (?P<value>\d{1,4})"
    r" (?P<found_by>\d) (?P<others>[^\s,=]+=\d{1,3}(,[^\s,=]+=\d{1,3})*) (?P<themes>\S+) (?P<position>.+)"
)


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

    @property
    def label(self) -> Message:
        return LABELS[self]


LABELS = {
    Theme.CLOSE_FOREST: Message("Close a forest"),
    Theme.OPEN_FOREST: Message("Keep a forest open"),
    Theme.HUT: Message("A hut for the lake"),
    Theme.SIGHT: Message("A line of sight"),
    Theme.FIELD: Message("A wide field"),
    Theme.MOVE: Message("Move instead of placing"),
    Theme.SAVE_WORKER: Message("Save a worker"),
    Theme.FERRYMAN: Message("The ferryman"),
    Theme.DIAGONAL: Message("The diagonal"),
    Theme.LAST_CARD: Message("The last card"),
}


class Other(NamedTuple):
    """A turn that is not the best, and what it loses beside it."""

    turn: Turn
    loss: Tenths

    def __str__(self) -> str:
        return f"{self.turn}={self.loss}"


@dataclass(frozen=True)
class Puzzle:
    """A landscape, the card in hand, and the turn that is best.

    `value` is the final score to be expected after the best turn. `others` are up to three different turns:
    first the wrong one that most levels of the bots choose, then the second best and what else they choose.
    `found_by` is how many of the levels below the expert find the best turn: the fewer, the harder.
    """

    position: (
        str  # the landscape in notation; a thousand puzzles are read faster than a thousand landscapes laid
    )
    variants: Variants
    card: int
    best: Turn
    value: Tenths
    found_by: int
    others: tuple[Other, ...]
    themes: tuple[Theme, ...]

    @cached_property
    def id(self) -> str:
        """Six hexadecimal digits that follow from the position alone."""
        return sha256(f"{self.variants}/{self.card}/{self.position}".encode()).hexdigest()[:6]

    @cached_property
    def landscape(self) -> Landscape:
        return Landscape.parse(self.position, STANDARD, self.variants)

    @property
    def likely(self) -> Turn:
        """The wrong turn that most levels choose."""
        return self.others[0].turn

    @property
    def margin(self) -> Tenths:
        """By how much the best turn beats every other."""
        return min(other.loss for other in self.others)

    @property
    def round(self) -> int:
        return self.position.count("@") + 1

    @property
    def exact(self) -> bool:
        """Whether the values are means over all cards that may come; else they are estimates."""
        return ROUNDS - self.round <= EXACT

    def future(self, turn: Turn) -> Future:
        """What two turns have in common that differ in nothing that matters; `TurnError` if illegal."""
        return future(self.landscape, self.card, turn)

    def solved_by(self, turn: Turn) -> bool:
        return self.future(turn) == self.future(self.best)

    def loss_of(self, turn: Turn) -> Tenths | None:
        """What a turn loses, where the puzzle holds that."""
        mine = self.future(turn)
        known = (Other(self.best, 0), *self.others)
        return next((other.loss for other in known if self.future(other.turn) == mine), None)

    def check(self) -> None:
        """`LimesError` where the landscape or one of the turns breaks a rule."""
        for turn in (self.best, *(other.turn for other in self.others)):
            self.landscape.play(self.card, turn)

    def __str__(self) -> str:
        """One line; `parse_puzzle` reads it."""
        variants = str(self.variants).replace(" ", "+") or "-"
        others, themes = ",".join(map(str, self.others)), ",".join(self.themes)
        figures = f"{self.value} {self.found_by}"
        return f"{variants} {self.card} {self.best} {figures} {others} {themes} {self.position}"


def parse_puzzle(line: str) -> Puzzle:
    """The puzzle of a line; `LimesError` where it is none. Whether it keeps the rules, `check` tells."""
    parts = LINE.fullmatch(line)
    if parts is None:
        raise LimesError(
            "a puzzle is a line such as {example!r}, unlike {line!r}", example=EXAMPLE, line=line
        )
    return Puzzle(
        parts["position"],
        Variants(**dict.fromkeys(parts["variants"].strip("-").replace("+", " ").split(), True)),
        int(parts["card"]),
        Turn.parse(parts["best"]),
        int(parts["value"]),
        int(parts["found_by"]),
        tuple(map(_parse_other, parts["others"].split(","))),
        tuple(map(parse_theme, parts["themes"].split(","))),
    )


def parse_theme(name: str) -> Theme:
    """The theme of this name; `LimesError` lists those there are."""
    if name not in tuple(Theme):
        raise LimesError("there is no theme {name!r}; there are {themes}", name=name, themes=", ".join(Theme))
    return Theme(name)


def _parse_other(text: str) -> Other:
    turn, _sign, loss = text.rpartition("=")
    return Other(Turn.parse(turn), int(loss))
