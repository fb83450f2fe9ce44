"""All parts of a server put together, and how they start and stop."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import structlog

from limes.server.database import open_engine, upgrade
from limes.server.deal import new_id
from limes.server.entries import Entry, Outcome, Stored
from limes.server.guests import Signatures
from limes.server.host import Host
from limes.server.limits import Limits
from limes.server.live import Live
from limes.server.lobby import Lobby
from limes.server.log import Log
from limes.server.metrics import Metrics
from limes.server.problems import Problem
from limes.server.reviews import Reviews
from limes.server.settings import Settings
from limes.server.steward import AGAIN, Steward
from limes.server.thinking import Thinking
from limes.server.wakeup import Wakeup
from limes.server.writer import Writer

PATIENCE = 5.0  # seconds for sockets to close when the server stops
MOST_WOKEN = (
    1_000  # tables whose bots are looked after at the start; those unused for longer wake when opened
)
LOG = structlog.get_logger("limes.services")


class Services:
    """One process's server; the database is opened and brought up to date when it is made."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.engine = open_engine(settings.database)
        upgrade(self.engine)
        self.log = Log(self.engine, sender=new_id(8))
        self.signatures = Signatures(self.log.key())
        self.limits = Limits(settings.rate_factor)
        self.metrics = Metrics()
        self.sockets: Counter[str] = Counter()
        self.stopping = False
        self.lobby = Lobby(self.log, settings.resting_tables)
        self.writer = Writer(self.log, self._told)
        self.host = Host(self.lobby, self.writer, self.signatures, settings)
        self.thinking = Thinking(settings.bot_threads, settings.bot_seconds)
        self.reviews = Reviews(self.thinking)
        self.steward = Steward(self.thinking, self.writer, settings)
        self.lobby.on_change = self._changed
        self.wakeup: Wakeup | None = None
        self._waking: asyncio.Task[None] | None = None
        self._students = ThreadPoolExecutor(1, "limes-study")

    async def start(self) -> None:
        self.writer.start()
        if self.engine.dialect.name == "postgresql":
            self.wakeup = Wakeup(self.engine, self.log, self.lobby)
            self.lobby.on_presence = self.wakeup.on_presence
            self.wakeup.start()
        self._waking = asyncio.create_task(self._wake_tables())

    async def study(self, work: Callable[[], str]) -> str:
        """Work for a single question, one after the other in a thread, so that no table waits for it."""
        return await asyncio.get_running_loop().run_in_executor(self._students, work)

    async def drain(self) -> None:
        """Store and acknowledge what has come in, refuse what comes, send everybody away to connect again."""
        self.stopping = True
        if self._waking:
            self._waking.cancel()
        self.steward.stop()
        self.reviews.stop()
        await self.writer.stop()
        await asyncio.sleep(0)
        for live in self.lobby.in_memory():
            for watcher in live.watchers:
                watcher.close()
            live.changed.set()
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
        self.engine.dispose()

    async def _wake_tables(self) -> None:
        """Take up what a server that stopped left behind: rounds with a time, and bots that have not laid."""
        while True:
            try:
                timed = await self.lobby.read(self.log.running_timed)
                for table_id in [*timed, *await self.lobby.read(self.log.running_with_bots, MOST_WOKEN)]:
                    await self._wake_table(table_id)
                return
            except Problem:  # the log is out of reach
                await asyncio.sleep(AGAIN)

    async def _wake_table(self, table_id: str) -> None:
        try:
            await self.lobby.live(table_id)
        except Problem:
            raise
        except Exception as error:  # whatever is wrong with one table, the others wake
            LOG.error("a table cannot be replayed; limes db check names it", error=type(error).__name__)

    def _told(self, entries: Sequence[Entry], outcomes: Sequence[Outcome], seconds: float) -> None:
        self.metrics.commits.inc()
        self.metrics.commit_seconds.observe(seconds)
        self.metrics.turns.inc(sum(isinstance(outcome, Stored) for outcome in outcomes))
        self.lobby.told(entries, outcomes)

    def _changed(self, live: Live, ours: bool) -> None:
        if not self.stopping:
            self.steward.on_change(live, ours)
