"""What the log keeps of a table: how it was set up, and the events that came after."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

EventKind = Literal["turn", "seat", "rematch"]


class Event(NamedTuple):
    """A numbered event as it is stored; the numbers of a table have no gaps."""

    number: int
    kind: EventKind
    seat: int | None
    round: int | None
    turn: str | None
    stand_in: bool
    body: str | None
    at: float


@dataclass(frozen=True, slots=True)
class Entry:
    """An event that is to be stored.

    A turn is stored if the seat has none in that round yet. Anything else is stored if the table's last event
    is still the one that was `expected`; a change of a seat brings its holder, its token and how many bots it
    adds with it. `position` is what the caller worked out on the way; the log does not look at it.
    """

    table_id: str
    kind: EventKind
    seat: int | None = None
    round: int | None = None
    turn: str | None = None
    stand_in: bool = False
    body: str | None = None
    expected: int | None = None
    holder: str | None = None
    token_hash: str | None = None
    more_bots: int = 0
    position: object = None


class Due(NamedTuple):
    """When somebody has to look at a table with a time for each round."""

    table_id: str
    at: float


@dataclass(frozen=True, slots=True)
class Stored:
    """The entry is durable, under this number."""

    event: Event


@dataclass(frozen=True, slots=True)
class Taken:
    """The seat's turn of that round was stored before; it is this one."""

    number: int
    turn: str


@dataclass(frozen=True, slots=True)
class Stale:
    """The table has changed, or there is none; nothing was stored."""


Outcome = Stored | Taken | Stale


@dataclass(frozen=True)
class StoredTable:
    """What is fixed when a table is made. `cards` and `nonce` are secret until the end of the game."""

    id: str
    created: float
    owner: str
    setup: str
    cards: tuple[int, ...]
    nonce: str
    commitment: str
    timed: bool


class Holding(NamedTuple):
    """A seat that somebody is in, with the hash of its token; guests may hold it on several devices."""

    seat: int
    token_hash: str | None = None
    guest: str | None = None


@dataclass(frozen=True)
class NewTable:
    """A table that is to be stored; storing it again changes nothing."""

    table: StoredTable
    seats: int
    holdings: tuple[Holding, ...]
    bots: int = 0
