"""A guest's tables as a list shows them: a small landscape, points and places, whom the game waits for."""

from collections import OrderedDict
from threading import Lock
from typing import Any, NamedTuple

import structlog

from limes.rules import Landscape, LimesError, places
from limes.rules.geometry import cell_column_row, zone_at
from limes.server.entries import Event, StoredTable
from limes.server.store import Log, OwnTable
from limes.server.tables.replaying import replayed

REMEMBERED = 2_000  # tables whose summaries stay in memory
LOG = structlog.get_logger("limes.listing")


class Summary(NamedTuple):
    """What everybody may see of a table after its event `last`."""

    last: int
    at: float
    players: tuple[str, ...]
    people: tuple[int, ...]
    kept: list[int]
    totals: tuple[int, ...]
    places: tuple[int, ...] | None
    round: int
    waiting: tuple[int, ...]
    landscapes: tuple[Landscape, ...]


class Listing:
    """Summaries by table. One that has not changed is neither read nor worked out again."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._summaries: OrderedDict[str, Summary] = OrderedDict()
        self._lock = Lock()

    def tables_of(self, guest: str, most: int) -> list[dict[str, Any]]:
        """The guest's tables, the newest first. However many, they are read by the same few statements."""
        own = self._log.own_tables(guest, most)
        summaries = self._summaries_of(own)
        return [_row(each, summaries[each.stored.id], guest) for each in own if each.stored.id in summaries]

    def _summaries_of(self, own: list[OwnTable]) -> dict[str, Summary]:
        with self._lock:
            known = {each.stored.id: self._summaries.get(each.stored.id) for each in own}
        found = {
            each.stored.id: summary
            for each in own
            if (summary := known[each.stored.id]) is not None and summary.last >= each.last
        }
        changed = [each.stored for each in own if each.stored.id not in found]
        events = self._log.events_of([stored.id for stored in changed])
        for stored in changed:
            try:
                found[stored.id] = summarised(stored, events[stored.id])
            except LimesError as error:  # the rest of the list is shown
                LOG.error("a table cannot be replayed; limes db check names it", error=type(error).__name__)
        with self._lock:
            self._summaries |= found
            for table_id in found:
                self._summaries.move_to_end(table_id)
            while len(self._summaries) > REMEMBERED:
                self._summaries.popitem(last=False)
        return found


def summarised(stored: StoredTable, events: list[Event]) -> Summary:
    table = replayed(stored, events)
    scores = [landscape.score() for landscape in table.landscapes] if table.finished else []
    return Summary(
        last=table.last,
        at=events[-1].at if events else stored.created,
        players=tuple(seat.name for seat in table.seats),
        people=tuple(number for number, seat in enumerate(table.seats) if seat.kind == "person"),
        kept=table.kept_seats,
        totals=table.totals,
        places=tuple(places(scores)) if scores else None,
        round=table.round,
        waiting=table.waiting,
        landscapes=table.landscapes,
    )


def picture_of(landscape: Landscape) -> str:
    """The zones row by row from the north, a digit after a letter for the workers there: `fwR1-tt.`."""
    if not landscape.cards:
        return ""
    columns, rows = zip(*(cell_column_row(card.cell) for card in landscape.cards), strict=True)

    def letter(column: int, row: int) -> str:
        zone = zone_at(column, row)
        return f"{landscape.board.letter(zone)}{landscape.workers.count(zone) or ''}"

    return "-".join(
        "".join(letter(column, row) for column in range(2 * min(columns), 2 * max(columns) + 2))
        for row in range(2 * min(rows), 2 * max(rows) + 2)
    )


def _row(own: OwnTable, summary: Summary, guest: str) -> dict[str, Any]:
    left = [seat for seat in own.left if seat in summary.kept]
    seat = (*own.seats, *own.left, 0)[0]
    return {
        "table": own.stored.id,
        "created": own.stored.created,
        "at": summary.at,
        "players": summary.players,
        "people": summary.people,
        "yours": own.seats,
        "left": left,
        "owner": own.stored.owner == guest,
        "turns_left": own.turns_left,
        "closed": own.closed,
        "day": own.stored.day,
        "round": summary.round,
        "waiting": summary.waiting,
        "totals": summary.totals,
        "places": summary.places,
        "picture": picture_of(summary.landscapes[seat]),
    }
