"""The tables of this process: brought in from the log when they are needed, kept up to date, let go."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, suppress
from typing import TypeVar, cast

import structlog

from limes.server import problems
from limes.server.entries import HOLDER_CHANGES, Entry, Event, Outcome, Stored, StoredTable, Taken
from limes.server.game import Checked, Table
from limes.server.lines import for_everybody
from limes.server.store import Log, holders_at
from limes.server.tables.core_position import CorePosition
from limes.server.tables.live import AGAIN, BotsAndClocks, Live, Others, Watcher
from limes.server.tables.loading import Loading
from limes.server.tables.readers import Readers
from limes.server.tables.replaying import replayed

SEATS_AT_REST = 2  # for each table that may stay in memory: one with twelve seats takes six times as much
EVENTS_A_SEAT = 20  # a turn a round, and some more; a table with thousands of them takes as much as many
GATHERED = 0.01  # seconds for which notices of other processes are gathered
LOG = structlog.get_logger("limes.tables")
T = TypeVar("T")


class LiveTables:
    """Live tables by id. The log decides; memory only follows it."""

    def __init__(self, log: Log, resting: int, bots_and_clocks: BotsAndClocks, others: Others | None) -> None:
        self.log = log
        self._bots_and_clocks = bots_and_clocks
        self._others = others
        self._resting = resting
        self._look_again = 0
        self._lives: OrderedDict[str, Live] = OrderedDict()
        self._loading = Loading(self._load)
        self._refreshing: set[str] = set()
        self._noticed: set[str] = set()
        self._readers = Readers(log)
        self._tasks: set[asyncio.Task[None]] = set()

    async def read(self, call: Callable[..., T], *arguments: object) -> T:
        """A blocking call of the log, made in a thread."""
        return await self._readers.read(call, *arguments)

    def reading(self) -> AbstractContextManager[None]:
        """Around what reads the log in another thread."""
        return self._readers.reading()

    async def live(self, table_id: str) -> Live:
        """The table, for somebody who asks for it; `Problem` where there is none."""
        live = await self.woken(table_id)
        live.look()
        self._bots_and_clocks.hurry(live)
        return live

    async def made(self, table_id: str) -> Live:
        """A table that has just been stored; somebody may have begun to look for it before."""
        try:
            return await self.live(table_id)
        except problems.Problem as problem:
            if problem.code != "no_table":
                raise
            return await self.live(table_id)

    async def woken(self, table_id: str) -> Live:
        """The table, from memory or from the log, though nobody may look at it."""
        live = self._lives.get(table_id)
        if live:
            self._lives.move_to_end(table_id)
            return live
        return await self._loading.wait(table_id)

    @asynccontextmanager
    async def staying(self, table_id: str) -> AsyncIterator[Live]:
        """The table, which stays in memory meanwhile, so that there are never two of it."""
        live = await self.live(table_id)
        while self._lives.get(table_id) is not live:  # it was let go before we came to hold it
            live = await self.live(table_id)
        live.pins += 1
        try:
            yield live
        finally:
            live.pins -= 1

    def in_memory(self) -> list[Live]:
        return list(self._lives.values())

    def known(self, table_id: str) -> Live | None:
        return self._lives.get(table_id)

    async def kept_for(self, live: Live, guest: str | None) -> list[int]:
        """The seats that a guest left, or lost for being away, and may have back."""
        if guest is None or not live.table.kept_seats:
            return []
        left = await self.read(self.log.may_return, live.table.id, guest)
        return [seat for seat in left if seat in live.table.kept_seats]

    async def look_for_changes(self, looked_at: Iterable[Live]) -> None:
        """What somebody else stored, who told nobody: a lost notice, an operator's command."""
        last = {live.table.id: live.table.last for live in looked_at}
        stored = await self.read(self.log.last_of, list(last))
        self.forget(table_id for table_id in last if table_id not in stored)
        for table_id, number in stored.items():
            live = self.known(table_id)
            if live and live.table.last != number:
                self.refresh_soon(live)

    async def refresh(self, live: Live) -> bool:
        """Catch up with what other processes stored; whether there was anything."""
        before = live.table.last
        events = await self.read(self.log.events, live.table.id, _with_known(before))
        if not events and not await self.read(self.log.last_of, [live.table.id]):
            self._drop(live)
            raise problems.no_table()
        if not self._same_log(live, before, events):
            raise problems.busy(AGAIN)
        self._follow_safely(live, events)
        return live.table.last > before

    async def up_to_date(self, live: Live) -> None:
        """Read the log before refusing: another process may have gone on with the table."""
        if self.log.shared:
            await self.refresh(live)

    def refresh_soon(self, live: Live) -> None:
        """Asked for again before the log was read, it is read once."""
        if live.table.id in self._refreshing:
            return
        self._refreshing.add(live.table.id)

        async def refresh() -> None:
            with suppress(problems.Problem):  # the log is out of reach; the next notice or request asks again
                async with live.refreshing:
                    self._refreshing.discard(live.table.id)
                    await self.refresh(live)

        self._spawn(refresh())

    def notice(self, table_id: str) -> None:
        """Another process stored something at this table."""
        self._loading.afterwards(table_id, self.notice)
        if live := self.known(table_id):
            if self.log.shared:
                self._gather(table_id)
            else:
                self.refresh_soon(live)

    def follow(self, entries: Sequence[Entry], outcomes: Sequence[Outcome]) -> None:
        """The writer stored a batch: the tables go on, their watchers hear of it, their bots wake."""
        for entry, outcome in zip(entries, outcomes, strict=True):
            self._loading.afterwards(entry.table_id, self.notice)
            live = self._lives.get(entry.table_id)
            if live is None:
                continue
            if isinstance(outcome, Stored):
                self._follow_safely(live, [outcome.event], cast(Checked | None, entry.checked), ours=True)
            elif isinstance(outcome, Taken) and outcome.number > live.table.last:
                self.refresh_soon(live)

    def watch(self, live: Live, watcher: Watcher) -> None:
        """From now on the watcher hears of everything; the table must be `staying`."""
        live.watchers.add(watcher)
        if not self._tell_presence(live):
            watcher.send(live.presence_message())
        if self.known(live.table.id) is not live:  # dropped meanwhile: nothing happens there any more
            watcher.close()

    def leave(self, live: Live, watcher: Watcher) -> None:
        live.watchers.discard(watcher)
        live.look()
        self._tell_presence(live)

    def seat_again_soon(self, table_id: str) -> None:
        """A seat or its token changed hands: who is connected may hold other seats now."""
        live = self.known(table_id)
        if live and live.watchers:
            self._spawn(self.seat_again(live))

    async def seat_again(self, live: Live) -> None:
        """One after the other, so that what was read last holds; however many watch, the log is read once."""
        async with live.seating:
            watchers, known = list(live.watchers), live.table.last
            try:
                with for_everybody():
                    holders = await self.read(holders_at, self.log, live.table.id)
            except problems.Problem:  # nobody knows which seats are whose: connect again
                for watcher in watchers:
                    watcher.close()
            else:
                live.seat_again(watchers, holders, known)
        self._tell_presence(live)

    def say_who_is_present(self) -> None:
        """To everybody: whoever may hear nothing any more is sent away when there is something to hear."""
        for live in self.in_memory():
            for watcher in live.watchers:
                watcher.send(live.presence_message())

    def connect_again(self) -> None:
        """Everybody, with a cookie that is looked at anew; clocks and bots go on."""
        for live in self.in_memory():
            for watcher in live.watchers:
                watcher.close()

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._readers.stop()

    def add(self, stored: StoredTable) -> Live:
        """A table that was made."""
        return self._add(Table(stored, CorePosition.start))

    def _add(self, table: Table) -> Live:
        live = self._lives[table.id] = Live(table)
        self._let_go()
        self._bots_and_clocks.attend(live, ours=True)
        return live

    def _gather(self, table_id: str) -> None:
        if not self._noticed:
            self._spawn(self._follow_others())
        self._noticed.add(table_id)

    async def _follow_others(self) -> None:
        """What other processes stored within a moment is read together."""
        await asyncio.sleep(GATHERED)
        lives = [live for live in map(self.known, self._noticed) if live]
        self._noticed.clear()
        with suppress(problems.Problem):  # out of reach; the next notice, request or heartbeat looks again
            last = {live.table.id: live.table.last for live in lives}
            after = {table_id: _with_known(number) for table_id, number in last.items()}
            events_of = await self.read(self.log.events_after, after)
            silent = [table_id for table_id in last if table_id not in events_of]
            there = await self.read(self.log.last_of, silent) if silent else {}
            self.forget(set(silent) - set(there))
            for live in lives:
                events = events_of.get(live.table.id, [])
                if self._same_log(live, last[live.table.id], events):
                    self._follow_safely(live, events)

    def _same_log(self, live: Live, known: int, events: Sequence[Event]) -> bool:
        """Whether the log, read from the last event that was known, has that one still. A database that was
        put in the place of another may lack what happened last: then the table is built from it anew."""
        if not known or (events and events[0] == live.table.events[known - 1]):
            return True
        if self._lives.get(live.table.id) is live:
            LOG.error("the database lacks what was stored; a table is built from it anew")
            self._drop(live)
        return False

    def _follow_safely(
        self, live: Live, events: Sequence[Event], checked: Checked | None = None, ours: bool = False
    ) -> None:
        """Where a table cannot follow the log, it is built from it anew, and no other table suffers."""
        try:
            self._follow(live, events, checked, ours)
        except Exception as error:
            LOG.error("a table could not follow its log", error=type(error).__name__)
            self._drop(live)

    def _follow(self, live: Live, events: Sequence[Event], checked: Checked | None, ours: bool) -> None:
        applied = False
        for event in events:
            if event.number <= live.table.last:
                continue
            if event.number > live.table.last + 1:
                self.refresh_soon(live)
                break
            live.apply(event, checked)
            applied = True
            if event.kind in HOLDER_CHANGES:
                self.seat_again_soon(live.table.id)
        if applied:
            self._bots_and_clocks.attend(live, ours)

    def forget(self, table_ids: Iterable[str]) -> None:
        """These tables are deleted."""
        for table_id in table_ids:
            if live := self.known(table_id):
                self._drop(live)

    def _drop(self, live: Live) -> None:
        """Out of memory; who watches connects again."""
        if self._lives.get(live.table.id) is live:
            del self._lives[live.table.id]
        live.close()

    async def _load(self, table_id: str) -> Live:
        loaded = await self.read(self._replayed, table_id)
        if isinstance(loaded, Live):
            return loaded
        if live := self.known(table_id):
            return live
        if loaded is None:
            raise problems.no_table()
        live = self._add(loaded)
        if self._others:
            self._others.ask_who_is_present(live)
        return live

    def _replayed(self, table_id: str) -> Table | Live | None:
        """In the thread that reads: a table at which much happened keeps nobody at another one waiting.
        Somebody at another address may have brought it in meanwhile."""
        if live := self.known(table_id):
            return live
        loaded = self.log.load(table_id)
        return replayed(*loaded) if loaded else None

    def _tell_presence(self, live: Live) -> bool:
        """Whether everybody was told, because other seats are present than before."""
        if live.here() != live.told_here:
            live.told_here = live.here()
            if self._others:
                self._others.tell_who_is_present(live)
        return live.send_presence()

    def _let_go(self) -> None:
        """Tables at rest leave memory, the longest unused first, if they or their seats are too many."""
        if len(self._lives) < self._look_again:
            return
        resting = [live for live in self._lives.values() if not live.busy]
        tables = len(resting) - self._resting
        seats = sum(_size(live.table) for live in resting) - SEATS_AT_REST * self._resting
        for live in resting:
            if tables <= 0 and seats <= 0:
                break
            tables -= 1
            seats -= _size(live.table)
            del self._lives[live.table.id]
            live.close()
        self._look_again = len(self._lives) + max(1, self._resting // 8)

    def _spawn(self, coroutine: Coroutine[None, None, None]) -> None:
        with for_everybody():
            task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _size(table: Table) -> int:
    """In seats."""
    return max(len(table.seats), table.last // EVENTS_A_SEAT)


def _with_known(last: int) -> int:
    """The event after which the log is read, so that the last one that is known comes along."""
    return max(0, last - 1)
