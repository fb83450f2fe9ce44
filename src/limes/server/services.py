"""All parts of a server put together, and how they start and stop."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from limes.rules import LimesError
from limes.server.alone import Alone
from limes.server.database import file_of, open_engine, upgrade
from limes.server.deal import new_id
from limes.server.entries import Entry, Outcome, Stored
from limes.server.guests import Signatures
from limes.server.host import Host
from limes.server.limits import Limits
from limes.server.listing import Listing
from limes.server.live import Live
from limes.server.lobby import Lobby
from limes.server.log import Log
from limes.server.metrics import Metrics
from limes.server.reviews import Reviews
from limes.server.settings import Settings
from limes.server.steward import Steward
from limes.server.sweeper import Sweeper
from limes.server.thinking import Thinking
from limes.server.wakeup import Wakeup
from limes.server.writer import Writer

PATIENCE = 5.0  # seconds for sockets to close when the server stops


class Services:
    """One process's server; the database is opened and brought up to date when it is made."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.engine = open_engine(settings.database)
        self._alone = Alone(file_of(self.engine)) if self.engine.dialect.name == "sqlite" else None
        try:
            upgrade(self.engine)
        except LimesError:
            self._end()
            raise
        self.log = Log(self.engine, sender=new_id(8))
        self.log.repair()
        self.signatures = Signatures(self.log.key())
        self.limits = Limits(settings.rate_factor)
        self.metrics = Metrics()
        self.sockets: Counter[str] = Counter()
        self.stopping = False
        self.lobby = Lobby(self.log, settings.resting_tables)
        self.listing = Listing(self.log)
        self.writer = Writer(self.log, self._told)
        self.host = Host(self.lobby, self.writer, self.signatures, settings)
        self.thinking = Thinking(settings.bot_threads, settings.bot_seconds)
        self.reviews = Reviews(self.thinking)
        self.steward = Steward(self.thinking, self.writer, settings)
        self.lobby.on_change = self._changed
        self.wakeup: Wakeup | None = None
        self._sweeper = Sweeper(self.lobby, self.steward, self.writer, settings.takeover_seconds)
        self._sweeping: asyncio.Task[None] | None = None
        self._students = ThreadPoolExecutor(1, "limes-study")

    async def start(self) -> None:
        self.writer.start()
        if self.engine.dialect.name == "postgresql":
            self.wakeup = Wakeup(self.engine, self.log, self.lobby)
            self.lobby.on_presence = self.wakeup.on_presence
            self.lobby.on_load = self.wakeup.on_load
            self.wakeup.start()
        self.thinking.warm()
        self._sweeping = asyncio.create_task(self._sweeper.run())

    async def study(self, work: Callable[[], str]) -> str:
        """Work for a single question, one after the other in a thread, so that no table waits for it."""
        return await asyncio.get_running_loop().run_in_executor(self._students, work)

    async def drain(self) -> None:
        """Store and acknowledge what has come in, refuse what comes, send everybody away to connect again."""
        self.stopping = True
        if self._sweeping:
            self._sweeping.cancel()
        self.steward.stop()
        self.reviews.stop()
        await self.writer.stop()
        await asyncio.sleep(0)
        for live in self.lobby.in_memory():
            live.close()
        end = asyncio.get_running_loop().time() + PATIENCE
        while self.sockets.total() and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        if not self.stopping:
            await self.drain()
        if self.wakeup:
            self.wakeup.stop()
        self.lobby.stop()
        self.thinking.stop()
        self._students.shutdown(wait=True, cancel_futures=True)
        self._end()

    def _end(self) -> None:
        self.engine.dispose()
        if self._alone:
            self._alone.end()

    def _told(self, entries: Sequence[Entry], outcomes: Sequence[Outcome], seconds: float) -> None:
        self.metrics.commits.inc()
        self.metrics.commit_seconds.observe(seconds)
        self.metrics.turns.inc(sum(isinstance(outcome, Stored) for outcome in outcomes))
        self.lobby.told(entries, outcomes)

    def _changed(self, live: Live, ours: bool) -> None:
        if not self.stopping:
            self.steward.on_change(live, ours)
