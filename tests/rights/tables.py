"""A table: its seats, its events, and the turns of each round."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .seats import Caller, Seat

ROUNDS = 16
Place = tuple[int, int, int]  # round, seat, attempt


class Event(NamedTuple):
    """What everybody is told; `more` is what its kind adds."""

    kind: str
    seat: int | None
    more: dict[str, Any]


@dataclass(eq=False)
class Laid:
    """A turn of the running round, secret but for who holds the seat; `by_hand` if who sits there laid it."""

    turn: str
    by_hand: bool


@dataclass(eq=False)
class Table:
    owner: str | None
    seats: list[Seat]
    made: int  # the moment
    day: int
    timed: bool = False
    invitation: str | None = None  # as far as somebody was told
    ended_invitations: set[str] = field(default_factory=set)
    rounds: list[list[str]] = field(default_factory=list)
    laid: dict[int, Laid] = field(default_factory=dict)
    undone: dict[int, int] = field(default_factory=dict)  # turns of the running round, by seat
    stored: dict[Place, tuple[str, int]] = field(default_factory=dict)  # each turn with its event's number
    withdrawn: dict[Place, int] = field(default_factory=dict)  # the numbers of the undos
    events: list[Event] = field(default_factory=list)
    days: list[int] = field(default_factory=list)  # of the events
    closed: str | None = None
    rematch: str | None = None

    @property
    def begun(self) -> bool:
        return all(seat.kind != "open" for seat in self.seats)

    @property
    def finished(self) -> bool:
        return len(self.rounds) == ROUNDS

    @property
    def over(self) -> bool:
        return self.finished or self.closed is not None

    @property
    def running(self) -> bool:
        return self.begun and not self.over

    @property
    def round(self) -> int:
        return min(len(self.rounds) + 1, ROUNDS) if self.begun else 0

    @property
    def waiting(self) -> list[int]:
        return [seat for seat in range(len(self.seats)) if seat not in self.laid] if self.running else []

    @property
    def people(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person"]

    def attempt(self, seat: int) -> int:
        return 1 + self.undone.get(seat, 0)

    def held(self, caller: Caller) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.held_by(caller)]

    def kept_for(self, browser: str | None) -> list[int]:
        if self.over:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.kept_for(browser)]

    def concerns(self, browser: str) -> bool:
        """Whether it is in the browser's list: they made it, hold a seat or held one last."""
        there = (device for seat in self.seats for device in (*seat.devices, *seat.kept))
        given_up = self.closed == "given_up"
        return not given_up and (self.owner == browser or any(device.holder == browser for device in there))

    def happened(self, day: int, kind: str, seat: int | None, **more: Any) -> int:
        self.events.append(Event(kind, seat, more))
        self.days.append(day)
        return len(self.events)

    def lay(self, day: int, seat: int, turn: str, stand_in: bool = False) -> int:
        by_person = self.seats[seat].kind == "person" and not stand_in
        place = (self.round, seat, self.attempt(seat))
        self.laid[seat] = Laid(turn, by_person)
        if by_person:
            self.seats[seat].played.add(self.round)
        number = self.happened(day, "turn", seat, round=self.round, stand_in=stand_in)
        self.stored[place] = (turn, number)
        if not self.waiting:
            turns = [self.laid[each].turn for each in range(len(self.seats))]
            self.events[-1].more["opened"] = turns
            self.rounds.append(turns)
            self.laid, self.undone = {}, {}
        return number

    def undo(self, day: int, seat: int) -> int:
        place = (self.round, seat, self.attempt(seat))
        del self.laid[seat]
        self.seats[seat].played.discard(self.round)
        self.undone[seat] = self.undone.get(seat, 0) + 1
        self.withdrawn[place] = self.happened(day, "undo", seat, round=self.round)
        return self.withdrawn[place]

    def changed_hands(self, day: int, seat: int, kind: str = "seat") -> None:
        """Somebody else sits there now, and does not undo what others laid."""
        if seat in self.laid:
            self.laid[seat].by_hand = False
        taken = {"kind": self.seats[seat].kind, "name": self.seats[seat].name}
        self.happened(day, kind, seat, taken={name: value for name, value in taken.items() if value})

    def absent_from(self, seat: int, today: int, patience: int) -> bool:
        """Whether the seat is abandoned: a round ran out without its player, or nobody came for days."""
        seen = max((device.seen for device in self.seats[seat].devices), default=-1)
        at_seat = [
            (event, day)
            for event, day in zip(self.events, self.days, strict=True)
            if event.seat == seat and event.kind in ("turn", "seat", "turned_out")
        ]
        if self.timed and self.running:
            last, day = at_seat[-1] if at_seat else (None, 0)
            return last is not None and bool(last.more.get("stand_in")) and seen < day
        there = [
            day
            for event, day in zip(self.events, self.days, strict=True)
            if event.seat == seat and not event.more.get("stand_in")
        ]
        return today - max([seen, *there, *([] if there else [self.day])]) >= patience
