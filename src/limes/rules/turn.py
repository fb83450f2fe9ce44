"""A turn as a value and as text. Whether it is legal depends on a landscape and is not known here."""

from typing import NamedTuple

from limes.rules.geometry import Cell, Facing, Quarter, Zone
from limes.rules.message import Message
from limes.rules.reader import Reader


class Place(NamedTuple):
    """A worker from the supply is placed on this quarter of the card just laid."""

    quarter: Quarter

    def __str__(self) -> str:
        return f"+{self.quarter}"


class Move(NamedTuple):
    """A worker moves from one zone to another."""

    origin: Zone
    target: Zone

    def __str__(self) -> str:
        return f":{self.origin}>{self.target}"


Action = Place | Move | None


class Turn(NamedTuple):
    """Where the card goes, which way its printed top faces, and what a worker does.

    >>> Turn.parse("d5E:d4ne>e4nw")
    Turn.parse('d5E:d4ne>e4nw')
    """

    cell: Cell
    facing: Facing
    action: Action = None

    def __str__(self) -> str:
        return f"{self.cell}{self.facing}{self.action or ''}"

    def __repr__(self) -> str:
        return f"Turn.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> "Turn":
        return read_turn(Reader(text, one_line=True))


class ScoredTurn(NamedTuple):
    """A turn and the total of the landscape after it."""

    turn: Turn
    total: int


def as_turn(turn: Turn | str) -> Turn:
    """A turn that was given as a value or as its text."""
    return Turn.parse(turn) if isinstance(turn, str) else turn


def read_turn(reader: Reader) -> Turn:
    """Read the turn that is all of what the reader holds."""
    turn = Turn(reader.cell(), reader.facing(), _read_action(reader))
    if not reader.done():
        reader.expected(Message("the end of the turn"))
    return turn


def _read_action(reader: Reader) -> Action:
    if reader.take("+"):
        return Place(reader.quarter())
    if reader.take(":"):
        origin = reader.zone()
        if not reader.take(">"):
            reader.expected(Message("{sign} and the zone the worker moves to", sign=">"))
        return Move(origin, reader.zone())
    return None
