"""What the log keeps of a table: how it was set up, and the events that came after."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

EventKind = Literal["turn", "undo", "seat", "turned_out", "device", "closed", "rematch"]
SEAT_CHANGES = ("seat", "turned_out")  # kinds of events after which somebody else sits there
HOLDER_CHANGES = (*SEAT_CHANGES, "device")  # after which others may hold a seat
DeviceChange = Literal["added", "given", "ended"]
Holders = Literal["replaced", "away", "back"]
TURNS_LAID: dict[EventKind, int] = {"turn": 1, "undo": -1}  # what an event adds to the turns at a table
LAPSED = 7 * 24 * 3600.0  # seconds without being seen, after which a device has no more right than others
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


class Earned(NamedTuple):
    """What a finished landscape earned: by profession, and by the single workers, the best first, as a text.

    `bot` is who earned it, if that was a bot: one that has the seat, or a stand-in that laid all its cards.
    """

    farmer: int
    fisherman: int
    woodcutter: int
    watchman: int
    workers: str
    bot: str = ""

    @property
    def total(self) -> int:
        return self.farmer + self.fisherman + self.woodcutter + self.watchman


class ByLink(NamedTuple):
    """Who acts at a seat with its link in hand, and perhaps holds it by cookie, too."""

    guest: str | None
    token_hash: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An event that is to be stored, unless the table is over.

    A turn is stored if the seat has none in that round yet, nobody else came to sit there after the event
    `known`, and as many turns as this `attempt` needs were taken back; one that a holder lays,
    `by_holder`, only if none of the seat's devices came or ended after that event, either. Anything else
    is stored if the table's last event is still the one that was `expected`. A link ends without an
    event, so whoever came `by_link` must still hold the seat, or all seats of people to give up the game.
    A change of a seat says what becomes of its holders: they are `replaced` by `holder` and `token_hash`,
    at the address that `network` stands for, are `away` and may come back, or are `back`; how many bots
    it adds; and for which bot the landscape `counts_for` from then on if its last card lies. With
    `unseen` it is stored only if none of the holders was seen after that moment. The last turn of a seat
    says what its landscape has `earned`; with `until` a turn is stored only before that moment. `checked`
    is what the caller worked out; the log does not look at it.
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
    by_holder: bool = False
    by_link: ByLink | None = None
    expected: int | None = None
    holders: Holders = "replaced"
    holder: str | None = None
    token_hash: str | None = None
    network: str | None = None
    more_bots: int = 0
    unseen: float | None = None
    earned: Earned | None = None
    counts_for: str | None = None
    until: float | None = None
    checked: object = None


class Due(NamedTuple):
    """When somebody has to look at a table with a time for each round."""

    table_id: str
    at: float


class Seen(NamedTuple):
    """A guest, or who has a token, was at a table; `network` stands for the address, if that is known."""

    table_id: str
    guest: str
    token_hash: str | None
    network: str | None
    at: float


class Claim(NamedTuple):
    """Who knows the token of a seat holds it from now on by cookie, too.

    A `new` guest came without a cookie, and might not keep the one that they get. `network` stands for their
    address: from now on, nobody is told values of the position there.
    """

    table_id: str
    token_hash: str
    guest: str
    new: bool = False
    network: str | None = None


class NewLink(NamedTuple):
    """Another token for a seat, made by who holds it; the one before leads nowhere any more.

    One that `gives` the seat away makes whoever claims it the only one who holds it. Until it is used, it
    counts for the `network` of who made it.
    """

    table_id: str
    seat: int
    token_hash: str
    guest: str | None
    by_token: str | None
    gives: bool = False
    network: str | None = None


class EndDevices(NamedTuple):
    """One device of a seat holds it no longer, or, without one, none but that of who asks; `network` stands
    for the address of that one."""

    table_id: str
    seat: int
    guest: str | None
    by_token: str | None
    device: str | None = None
    network: str | None = None


Link = Claim | NewLink | EndDevices


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
class Made:
    """The table is durable, or was there before."""


@dataclass(frozen=True, slots=True)
class Held:
    """The seat that is held from now on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Outranked:
    """A device that held the seat before the one that asks would have to end; nothing was changed."""


@dataclass(frozen=True, slots=True)
class NoCookie:
    """A seat was to be given to a guest who might not come back with a cookie; nothing was changed."""


@dataclass(frozen=True, slots=True)
class LastDevice:
    """Nobody would hold the seat any more; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Crowded:
    """The seat has as many devices as it may; nothing was changed."""


Outcome = Stored | Taken | Withdrawn | Stale | Made | Held | Outranked | LastDevice | Crowded | NoCookie


@dataclass(frozen=True)
class StoredTable:
    """What is fixed when a table is made. `cards` and `nonce` are secret until the end of the game.

    `network` stands for the address that it was made from, as long as the table counts for it. With
    a `day` its owner plays that day's deal there, for the board.
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
    day: str | None = None


class Holding(NamedTuple):
    """A seat that somebody is in, with the hash of its token; guests may hold it on several devices. In a
    rematch they have held it for longer, and were seen before."""

    seat: int
    token_hash: str | None = None
    guest: str | None = None
    since: float | None = None  # if not now
    seen: float = 0.0
    network: str | None = None

    @property
    def device(self) -> tuple[int, str | None, str | None, float | None]:
        """Whoever sits down once more is another device, though the same browser."""
        return self.seat, self.guest, self.token_hash, self.since


class SeatsRead(NamedTuple):
    """Who held the seats of a table when they were read; if wanted, who is away, too."""

    table_id: str
    holders: tuple[Holding, ...]
    away: bool = False

    def of(self, guest: str, token_hash: str | None) -> list[int]:
        """The seats that this guest, or who has this link, holds."""
        held = {each.seat for each in self.holders if guest == each.guest}
        if token_hash:
            held |= {each.seat for each in self.holders if token_hash == each.token_hash}
        return sorted(held)


class Device(NamedTuple):
    """What holds a seat, a guest's browser or whoever has the link: since when, and when it was last seen."""

    id: str
    guest: str | None
    token_hash: str | None
    since: float
    seen: float

    def may_end(self, other: "Device") -> bool:
        """A link may have leaked: who came by it ends none of those who were there before and still are."""
        if other == self or max(other.since, other.seen) < time.time() - LAPSED:
            return True
        return other.since > self.since or (self.guest is not None and other.since == self.since)


@dataclass(frozen=True)
class TableToStore:
    """A table that is to be stored; storing it again changes nothing.

    `stand_ins` are its seats, if bots that search stand in for those who are away. A rematch is stored only
    if the seats from which it follows who sits there, `handed_on`, are still held as they were read.
    """

    table: StoredTable
    seats: int
    holdings: tuple[Holding, ...]
    bots: int = 0
    stand_ins: int = 0
    handed_on: tuple[SeatsRead, ...] = ()


class Batch(NamedTuple):
    """What is stored together."""

    entries: Sequence[Entry] = ()
    tables: Sequence[TableToStore] = ()
    dues: Sequence[Due] = ()
    seen: Sequence[Seen] = ()
    links: Sequence[Link] = ()
    removals: Sequence[Removal] = ()
