"""All parts of a server put together, and how they start and stop."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from sqlalchemy import URL

from limes.rules import LimesError
from limes.server.coaching import Reviews
from limes.server.entries import Entry, Outcome, Stored
from limes.server.game import new_id
from limes.server.limits import Limits
from limes.server.metrics import Metrics, Pauses
from limes.server.people import AddressMarks, Bans, Signatures
from limes.server.problems import Problem
from limes.server.settings import Settings
from limes.server.store import (
    Log,
    SoleServer,
    Took,
    Writer,
    file_of,
    open_engine,
    parsed,
    read_bans,
    read_keys,
    upgrade,
)
from limes.server.tables import (
    BotTurns,
    Listing,
    LiveTables,
    Making,
    OtherProcesses,
    Overdue,
    Quota,
    Seats,
    Thinking,
    Turns,
    admit_bots,
)

LOOK = 5.0  # seconds between two looks at what the operator has decided
PATIENCE = 5.0  # seconds for sockets to close when the server stops


class Services:
    """One process's server; the database is opened and brought up to date when it is made."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.own_bots = admit_bots(settings.bots)
        self.engine = open_engine(settings.database, pooled=bool(settings.listen_database))
        self._sole = SoleServer(file_of(self.engine)) if self.engine.dialect.name == "sqlite" else None
        try:
            upgrade(self.engine)
        except LimesError:
            self._end()
            raise
        self.log = Log(self.engine, sender=new_id(8))
        stored_keys = read_keys(self.log)
        self.signatures = Signatures(stored_keys)
        self.marks = AddressMarks(stored_keys.addresses)
        self.bans = Bans(self.marks, read_bans(self.log))
        self.limits = Limits(settings.rate_factor)
        self.metrics = Metrics()
        self._pauses = Pauses(self.metrics)
        self.sockets: Counter[str] = Counter()
        self.stopping = False
        self.writer = Writer(self.log)
        self.listing = Listing(self.log)
        self.thinking = Thinking(settings.bot_threads, settings.bot_seconds)
        self.reviews = Reviews(self.thinking)
        self.bot_turns = BotTurns(self.thinking, self.writer, settings)
        self.others = OtherProcesses(self._heard_at(), self.log) if self.log.shared else None
        self.tables = LiveTables(self.log, settings.resting_tables, self.bot_turns, self.others)
        quota = Quota(self.tables, settings)
        self.turns = Turns(self.tables, self.writer)
        self.seats = Seats(self.tables, self.writer, self.signatures, quota, settings)
        self.making = Making(self.seats, self.turns, self.signatures, quota, self.writer)
        self._overdue = Overdue(self.tables, self.bot_turns, self.writer, settings)
        self._sweeping: asyncio.Task[None] | None = None
        self._heeding: asyncio.Task[None] | None = None
        self._students = ThreadPoolExecutor(1, "limes-study")

    def _heard_at(self) -> URL:
        """Where the other processes are heard."""
        return parsed(self.settings.listen_database) if self.settings.listen_database else self.engine.url

    async def start(self) -> None:
        self.writer.start(self._stored)
        self._pauses.watch()
        if self.others:
            self.others.start(self.tables)
        self.thinking.warm()
        self._sweeping = asyncio.create_task(self._overdue.run())
        self._heeding = asyncio.create_task(self._heed_operator())

    async def study(self, work: Callable[[], str]) -> str:
        """Work for a single question, one after the other in a thread, so that no table waits for it."""
        return await asyncio.get_running_loop().run_in_executor(self._students, work)

    async def _heed_operator(self) -> None:
        """Bans and keys change while the server runs."""
        while True:
            await asyncio.sleep(LOOK)
            with suppress(Problem):  # the log is out of reach
                await self.heed_operator()

    async def heed_operator(self) -> None:
        stored_keys, stored_bans = await self.tables.read(lambda: (read_keys(self.log), read_bans(self.log)))
        self.signatures.use(stored_keys)
        self.bans.replace(stored_bans)

    async def drain(self) -> None:
        """Store and acknowledge what has come in, refuse what comes, send everybody away to connect again."""
        self.stopping = True
        for task in (self._sweeping, self._heeding):
            if task:
                task.cancel()
        self.bot_turns.stop()
        self.reviews.stop()
        await self.writer.stop()
        await asyncio.sleep(0)
        for live in self.tables.in_memory():
            live.close()
        end = asyncio.get_running_loop().time() + PATIENCE
        while self.sockets.total() and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        if not self.stopping:
            await self.drain()
        if self.others:
            self.others.stop()
        self.tables.stop()
        self.thinking.stop()
        self._pauses.stop()
        self._students.shutdown(wait=True, cancel_futures=True)
        self._end()

    def _end(self) -> None:
        self.engine.dispose()
        if self._sole:
            self._sole.end()

    def _stored(self, entries: Sequence[Entry], outcomes: Sequence[Outcome], took: Took) -> None:
        self.metrics.commits.inc()
        self.metrics.queue_seconds.observe(took.queued)
        self.metrics.commit_seconds.observe(took.commit)
        stored = [outcome.event for outcome in outcomes if isinstance(outcome, Stored)]
        self.metrics.turns.inc(sum(event.kind == "turn" for event in stored))
        self.tables.follow(entries, outcomes)
