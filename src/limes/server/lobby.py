"""The tables of this process: brought in from the log when they are needed, kept up to date, let go."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from sqlalchemy.exc import DBAPIError

from limes.server import problems, views
from limes.server.entries import Entry, Event, Outcome, Stored, StoredTable, Taken
from limes.server.live import Live, Watcher
from limes.server.log import Log
from limes.server.table import Table

READERS = 4
LOOKED_AT = 8  # tables that are looked at when one more comes in, to let go of those at rest
T = TypeVar("T")


class Lobby:
    """Live tables by id. The log decides; memory only follows it."""

    def __init__(self, log: Log, resting: int) -> None:
        self.log = log
        self.on_change: Callable[[Live, bool], None] = lambda live, ours: None
        self.on_presence: Callable[[Live], None] = lambda live: None
        self._resting = resting
        self._lives: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._readers = ThreadPoolExecutor(READERS, "limes-reader")
        self._tasks: set[asyncio.Task[None]] = set()

    async def read(self, call: Callable[..., T], *arguments: object) -> T:
        """A blocking call of the log, made in a thread."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._readers, call, *arguments)
        except DBAPIError:
            raise problems.log_unreachable() from None

    async def live(self, table_id: str) -> Live:
        """The table, from memory or from the log; `Problem` where there is none."""
        found = self._lives.get(table_id)
        if found:
            self._lives.move_to_end(table_id)
            return found
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    def in_memory(self) -> list[Live]:
        return list(self._lives.values())

    def known(self, table_id: str) -> Live | None:
        return self._lives.get(table_id)

    async def refresh(self, live: Live) -> None:
        """Catch up with what other processes stored."""
        async with live.refreshing:
            events = await self.read(self.log.events, live.table.id, live.table.last)
            self._follow(live, events, ours=False)

    def refresh_soon(self, live: Live) -> None:
        async def refresh() -> None:
            with suppress(problems.Problem):  # the log is out of reach; the next notice or request asks again
                await self.refresh(live)

        self._spawn(refresh())

    def told(self, entries: Sequence[Entry], outcomes: Sequence[Outcome]) -> None:
        """The writer stored a batch: the tables follow."""
        for entry, outcome in zip(entries, outcomes, strict=True):
            live = self._lives.get(entry.table_id)
            if live is None:
                continue
            if isinstance(outcome, Stored):
                self._follow(live, [outcome.event], ours=True)
            elif isinstance(outcome, Taken) and outcome.number > live.table.last:
                self.refresh_soon(live)

    def watch(self, live: Live, watcher: Watcher) -> None:
        live.watchers.add(watcher)
        self._lives[live.table.id] = live
        self._tell_presence(live)

    def leave(self, live: Live, watcher: Watcher) -> None:
        live.watchers.discard(watcher)
        self._tell_presence(live)

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._readers.shutdown(wait=False, cancel_futures=True)

    def _follow(self, live: Live, events: Sequence[Event], ours: bool) -> None:
        applied = False
        for event in events:
            if event.number <= live.table.last:
                continue
            if event.number > live.table.last + 1:
                self.refresh_soon(live)
                break
            live.apply(event)
            applied = True
            if event.kind == "seat":
                self._spawn(self._seat_again(live))
        if applied:
            self.on_change(live, ours)

    async def _load(self, table_id: str) -> Live:
        loaded = await self.read(self.log.load, table_id)
        if loaded is None:
            raise problems.no_table()
        return self.add(*loaded)

    def add(self, stored: StoredTable, events: Sequence[Event] = ()) -> Live:
        """A table that was made or read."""
        table = Table(stored)
        for event in events:
            table.apply(event)
        live = self._lives[table.id] = Live(table)
        self._let_go()
        self.on_change(live, True)
        return live

    async def _seat_again(self, live: Live) -> None:
        """A seat changed hands: who is connected may hold other seats now."""
        for watcher in list(live.watchers):
            try:
                seats = await self.read(self.log.holdings, live.table.id, watcher.guest, watcher.token_hash)
            except problems.Problem:
                return
            if frozenset(seats) != watcher.seats:
                watcher.seats = frozenset(seats)
                watcher.send(views.dumps({"type": "seats", "seats": seats}))
                for seat in seats:
                    watcher.send(views.own_seat(live.table, seat))
        self._tell_presence(live)

    def _tell_presence(self, live: Live) -> None:
        live.send_presence()
        self.on_presence(live)

    def _let_go(self) -> None:
        """Tables that nobody looks at leave memory, the longest unused first."""
        for _ in range(LOOKED_AT):
            if len(self._lives) <= self._resting:
                return
            table_id, live = self._lives.popitem(last=False)
            if live.busy:
                self._lives[table_id] = live

    def _spawn(self, coroutine: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
