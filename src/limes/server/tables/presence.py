"""Who was at which table last, written down now and then, so that every process and a later one knows."""

import asyncio
import time
from collections import OrderedDict

from limes.server.entries import Seen
from limes.server.people import Caller
from limes.server.settings import Settings
from limes.server.store import Writer
from limes.server.tables.live_tables import LiveTables
from limes.server.tables.watched_clock import WatchedClock

COARSE = 300.0  # seconds: as exactly as that it is written down
MOST_REMEMBERED = 100_000
DAY = 24 * 3600.0
_Key = tuple[str, str | None, str | None, str]


class Presence:
    """Whoever asks for anything at a table is there; whoever is connected is there all the time."""

    def __init__(self, writer: Writer, settings: Settings) -> None:
        self._writer = writer
        self.patience = settings.abandoned_days * DAY
        self.coarse = min(COARSE, self.patience / 10)
        self.overlooked = 2 * self.coarse  # for which somebody may have been there without a word of it
        self.clock = WatchedClock()
        self._noted: OrderedDict[_Key, float] = OrderedDict()

    def due(self, table_id: str, caller: Caller) -> bool:
        """Whether it was not written down lately that the caller is there."""
        noted = self._noted.get(_key(table_id, caller), float("-inf"))
        return time.monotonic() - noted >= self.coarse

    def note(self, table_id: str, caller: Caller) -> None:
        """The caller, who holds a seat there, is at the table."""
        if not self.due(table_id, caller):
            return
        self._noted[_key(table_id, caller)] = time.monotonic()
        if len(self._noted) > MOST_REMEMBERED:
            self._noted.popitem(last=False)
        network = caller.network or None
        self._writer.note(Seen(table_id, caller.guest, caller.token_hash, network, time.time()))

    def note_newcomer(self, table_id: str, caller: Caller) -> None:
        """The caller has come to hold a seat there; what was written down before is gone with the seat held
        then."""
        self._noted.pop(_key(table_id, caller), None)
        self.note(table_id, caller)

    async def watch(self, tables: LiveTables) -> None:
        """Those who are connected and say nothing are there, too."""
        while True:
            await asyncio.sleep(COARSE / 5)
            self.clock.steady_for()
            for live in tables.in_memory():
                for watcher in live.watchers:
                    if watcher.seats and watcher.guest:
                        self.note(live.table.id, Caller(watcher.guest, token_hash=watcher.token_hash))


def _key(table_id: str, caller: Caller) -> _Key:
    """A program with a link and no cookie is another guest each time, and the same device."""
    return (table_id, None if caller.new else caller.guest, caller.token_hash, caller.network)
