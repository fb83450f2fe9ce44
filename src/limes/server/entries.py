"""What the log keeps of a table: how it was set up, and the events that came after."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

EventKind = Literal["turn", "undo", "seat", "closed", "rematch"]
Holders = Literal["replaced", "away", "back"]
GIVEN_UP = "given_up"  # why a table is closed: its last player gave the game up


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
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """An event that is to be stored, unless the table is over.

    A turn is stored if the seat has none in that round yet, nobody else came to sit there after the event
    `known`, and as many turns as this `attempt` needs were taken back. Anything else is stored if the
    table's last event is still the one that was `expected`. A change of a seat says what becomes of its
    holders: they are `replaced` by `holder` and `token_hash`, are `away` and may come back, or are `back`;
    and how many bots it adds. `checked` is what the caller worked out; the log does not look at it.
    """

    table_id: str
    kind: EventKind
    seat: int | None = None
    round: int | None = None
    turn: str | None = None
    stand_in: bool = False
    body: str | None = None
    attempt: int = 1
    known: int | None = None
    expected: int | None = None
    holders: Holders = "replaced"
    holder: str | None = None
    token_hash: str | None = None
    more_bots: int = 0
    checked: object = None


class Due(NamedTuple):
    """When somebody has to look at a table with a time for each round."""

    table_id: str
    at: float


class Claim(NamedTuple):
    """Who knows the token of a seat holds it from now on by cookie, too."""

    table_id: str
    token_hash: str
    guest: str


class NewLink(NamedTuple):
    """Another token for a seat, made by who holds it; the one before leads nowhere any more."""

    table_id: str
    seat: int
    token_hash: str
    guest: str | None
    by_token: str | None


class Removal(NamedTuple):
    """Tables that are to be deleted with all that belongs to them."""

    table_ids: tuple[str, ...]


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
class Withdrawn:
    """This attempt was stored and taken back; nothing was stored now."""


@dataclass(frozen=True, slots=True)
class Stale:
    """The table has changed, or there is none; nothing was stored."""


@dataclass(frozen=True, slots=True)
class Held:
    """The seat that is held from now on."""

    seat: int


Outcome = Stored | Taken | Withdrawn | Stale | Held


@dataclass(frozen=True)
class StoredTable:
    """What is fixed when a table is made. `cards` and `nonce` are secret until the end of the game.

    `network` stands for the address that it was made from, as long as the table counts for it.
    """

    id: str
    created: float
    owner: str
    setup: str
    cards: tuple[int, ...]
    nonce: str
    commitment: str
    timed: bool
    network: str | None = None


class Holding(NamedTuple):
    """A seat that somebody is in, with the hash of its token; guests may hold it on several devices."""

    seat: int
    token_hash: str | None = None
    guest: str | None = None


@dataclass(frozen=True)
class TableToStore:
    """A table that is to be stored; storing it again changes nothing.

    `stand_ins` are its seats, if bots that search stand in for those who are away.
    """

    table: StoredTable
    seats: int
    holdings: tuple[Holding, ...]
    bots: int = 0
    stand_ins: int = 0


class Batch(NamedTuple):
    """What is stored together."""

    entries: Sequence[Entry] = ()
    tables: Sequence[TableToStore] = ()
    dues: Sequence[Due] = ()
    links: Sequence[Claim | NewLink] = ()
    removals: Sequence[Removal] = ()
