"""What becomes of entries that are to be stored together, given what the database holds of their tables."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from limes.server.entries import (
    HOLDER_CHANGES,
    SEAT_CHANGES,
    ByLink,
    Entry,
    Event,
    EventKind,
    Outcome,
    Stale,
    Stored,
    Taken,
    Withdrawn,
)

Place = tuple[str, int, int]  # a table, a round, a seat


@dataclass
class Known:
    """What was read under the locks of the tables' rows. It goes on with each entry that is accepted."""

    last: dict[str, int]
    over: set[str]
    closed: set[str] = field(default_factory=set)  # those of them that came to no end
    turns: dict[tuple[Place, int], Taken] = field(default_factory=dict)
    undone: dict[Place, int] = field(default_factory=dict)
    seat_changes: dict[tuple[str, int], int] = field(default_factory=dict)
    holder_changes: dict[tuple[str, int], int] = field(default_factory=dict)
    seen: dict[tuple[str, int], float] = field(default_factory=dict)
    ended: set[tuple[str, int | None, ByLink]] = field(default_factory=set)  # who held a seat by a link
    days: dict[str, tuple[str, str]] = field(default_factory=dict)  # the day that is played, and by whom

    def changed(self, table_id: str, seat: int, kind: EventKind, number: int) -> None:
        """An event of one of the `HOLDER_CHANGES`."""
        changes = [self.holder_changes, *([self.seat_changes] if kind in SEAT_CHANGES else [])]
        for each in changes:
            each[table_id, seat] = max(number, each.get((table_id, seat), 0))


def decide(entries: Sequence[Entry], known: Known) -> list[Outcome]:
    """The outcome of each entry, in their order."""
    now = time.time()
    return [_outcome(entry, known, now) for entry in entries]


def _outcome(entry: Entry, known: Known, now: float) -> Outcome:
    table_id = entry.table_id
    if table_id not in known.last or (table_id, entry.seat, entry.by_link) in known.ended:
        return Stale()
    if entry.kind == "turn":
        refused = _refused_turn(entry, known)
        if refused or (entry.until is not None and now >= entry.until):
            return refused or Stale()
    elif entry.expected not in (None, known.last[table_id]) or _too_late(entry, known) or _seen(entry, known):
        return Stale()
    return _stored(entry, known, now)


def _too_late(entry: Entry, known: Known) -> bool:
    """When a game is over, people still ask for a rematch and come with other devices, which play in it."""
    return entry.table_id in known.over and entry.kind not in ("rematch", "device")


def _seen(entry: Entry, known: Known) -> bool:
    """Whether somebody is at a seat that would be handed over as abandoned."""
    return entry.unseen is not None and known.seen.get((entry.table_id, entry.seat or 0), 0.0) > entry.unseen


def _refused_turn(entry: Entry, known: Known) -> Outcome | None:
    """Found there already, taken back, or no longer this seat's to lay."""
    place = _place(entry)
    if entry.known is not None and entry.known > known.last[entry.table_id]:
        return Stale()  # checked against events that this database lacks
    undone = known.undone.get(place, 0)
    if entry.attempt <= undone:
        return Withdrawn()
    if (place, entry.attempt) in known.turns:
        return known.turns[place, entry.attempt]
    changes = known.holder_changes if entry.by_holder else known.seat_changes
    changed = changes.get((entry.table_id, place[2]), 0)
    if entry.table_id in known.over or entry.attempt != undone + 1:
        return Stale()
    return Stale() if entry.known is not None and changed > entry.known else None


def _stored(entry: Entry, known: Known, now: float) -> Stored:
    number = known.last[entry.table_id] = known.last[entry.table_id] + 1
    place = _place(entry)
    if entry.kind == "turn":
        known.turns[place, entry.attempt] = Taken(number, entry.turn or "")
    elif entry.kind == "undo":
        known.undone[place] = known.undone.get(place, 0) + 1
    elif entry.kind in HOLDER_CHANGES:
        known.changed(entry.table_id, place[2], entry.kind, number)
    elif entry.kind == "closed":
        known.over.add(entry.table_id)
        known.closed.add(entry.table_id)
    return Stored(
        Event(
            number=number,
            kind=entry.kind,
            seat=entry.seat,
            round=entry.round,
            turn=entry.turn,
            stand_in=entry.stand_in,
            body=entry.body,
            at=now,
            attempt=entry.attempt,
        )
    )


def _place(entry: Entry) -> Place:
    return (entry.table_id, entry.round or 0, entry.seat or 0)
