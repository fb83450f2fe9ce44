"""A guest's tables as a list shows them: a small landscape, points and places, whom the game waits for."""

from collections import OrderedDict
from collections.abc import Iterator
from threading import Lock
from typing import Any

import structlog

from limes.rules import LimesError
from limes.server.calendar import is_over
from limes.server.entries import StoredTable
from limes.server.game import Summary
from limes.server.game.views import DAY_OVER
from limes.server.store import Log, OwnTable
from limes.server.tables.replaying import replayed

REMEMBERED = 2_000  # tables whose summaries stay in memory
SEATS_REMEMBERED = 2 * REMEMBERED  # a table with twelve seats takes six times as much as one with two
AT_ONCE = 5  # tables that are replayed in one step
LOG = structlog.get_logger("limes.listing")


class Listing:
    """Summaries by table. One that has not changed is neither read nor worked out again."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._summaries: OrderedDict[str, Summary] = OrderedDict()
        self._seats = 0  # of all of them
        self._lock = Lock()

    def tables_of(self, guest: str, most: int) -> Iterator[list[dict[str, Any]] | None]:
        """The guest's tables, the newest first, as the last of several steps: where many have changed, others
        have their turn in between."""
        own = self._log.own_tables(guest, most)
        summaries = self._known(own)
        changed = [each.stored for each in own if each.stored.id not in summaries]
        for start in range(0, len(changed), AT_ONCE):
            if start:
                yield None
            summaries |= self._worked_out(changed[start : start + AT_ONCE])
        self._remember(summaries)
        yield [_row(each, summaries[each.stored.id], guest) for each in own if each.stored.id in summaries]

    def _known(self, own: list[OwnTable]) -> dict[str, Summary]:
        """Those that are as new as their tables."""
        with self._lock:
            known = {each.stored.id: self._summaries.get(each.stored.id) for each in own}
        return {
            each.stored.id: summary
            for each in own
            if (summary := known[each.stored.id]) is not None
            and summary.created == each.stored.created  # a day's attempt that was deleted may be made again
            and summary.last >= each.last
        }

    def _worked_out(self, changed: list[StoredTable]) -> dict[str, Summary]:
        events = self._log.events_of([stored.id for stored in changed])
        summaries = {}
        for stored in changed:
            try:
                summaries[stored.id] = Summary.of(replayed(stored, events[stored.id]))
            except LimesError as error:  # the rest of the list is shown
                LOG.error("a table cannot be replayed; limes db check names it", error=type(error).__name__)
        return summaries

    def _remember(self, summaries: dict[str, Summary]) -> None:
        with self._lock:
            for table_id, summary in summaries.items():
                if before := self._summaries.pop(table_id, None):
                    self._seats -= len(before.players)
                self._summaries[table_id] = summary
                self._seats += len(summary.players)
            while len(self._summaries) > REMEMBERED or self._seats > SEATS_REMEMBERED:
                _table_id, oldest = self._summaries.popitem(last=False)
                self._seats -= len(oldest.players)


def _ended_with_its_day(own: OwnTable) -> str | None:
    """An attempt, also while the log does not say so yet."""
    day = own.stored.day
    return DAY_OVER if day is not None and own.turns_left and is_over(day) else None


def _row(own: OwnTable, summary: Summary, guest: str) -> dict[str, Any]:
    left = [seat for seat in own.left if seat in summary.kept]
    return summary.row(
        own.stored,
        yours=own.seats,
        left=left,
        shown=(*own.seats, *own.left, 0)[0],
        owner=own.stored.owner == guest,
        turns_left=own.turns_left,
        closed=own.closed or _ended_with_its_day(own),
    )
