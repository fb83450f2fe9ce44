"""All parts of a server put together, and how they start and stop."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

import structlog
from sqlalchemy import URL

from limes.rules import LimesError
from limes.server.coaching import Reviews, Streams
from limes.server.days import DayPages, Days
from limes.server.entries import Entry, Outcome, Stored
from limes.server.game import new_id
from limes.server.limits import Limits
from limes.server.lines import Allowance, Line, Place, Urgency
from limes.server.metrics import Metrics, Pauses
from limes.server.people import AddressMarks, Bans, Caller, Signatures
from limes.server.previews import Previews
from limes.server.problems import Problem
from limes.server.puzzles import Puzzles
from limes.server.settings import Settings
from limes.server.store import (
    ComparedClock,
    Log,
    SoleServer,
    Took,
    Writer,
    file_of,
    in_a_sentence,
    open_engine,
    parsed,
    read_bans,
    read_keys,
    upgrade,
)
from limes.server.tables import (
    BotTurns,
    Devices,
    Listing,
    LivePositions,
    LiveTables,
    Making,
    OtherProcesses,
    Overdue,
    Presence,
    Quota,
    Seats,
    Thinking,
    Turns,
    admit_bots,
    fill_old_results,
)

LOOK = 5.0  # seconds between two looks at what the operator has decided
COMPARE = 60.0  # seconds between two looks at the database's clock
ENDING = 1.0  # seconds for what is done beside all else to end
PATIENCE = 5.0  # seconds for sockets to close when the server stops
STUDY_SHARE = 0.25  # of a processor, for the studies of an address in the long run
STUDY_STOCK = 10.0  # seconds of it that an address may use at once
LONGEST_LINE = 300  # questions that wait
LONGEST_OF_ADDRESS = 30
LOG = structlog.get_logger("limes.services")
T = TypeVar("T")


class Services:
    """One process's server; the database is opened and brought up to date when it is made."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.own_bots = admit_bots(settings.bots)
        self.engine = open_engine(settings.database, pooled=bool(settings.listen_database))
        self._sole = SoleServer(file_of(self.engine)) if self.engine.dialect.name == "sqlite" else None
        self.log = Log(self.engine, sender=new_id(8))
        try:
            upgrade(self.engine)
            with in_a_sentence():
                stored_keys, stored_bans = read_keys(self.log), read_bans(self.log)
        except LimesError:
            self._end()
            raise
        self.signatures = Signatures(stored_keys)
        self.marks = AddressMarks(stored_keys.addresses)
        self.bans = Bans(self.marks, stored_bans)
        self.limits = Limits(settings.rate_factor)
        self.metrics = Metrics()
        self._pauses = Pauses(self.metrics)
        self.sockets: Counter[str] = Counter()
        self.stopping = False
        self.writer = Writer(self.log)
        self.listing = Listing(self.log)
        self.thinking = Thinking(settings.bot_threads, settings.bot_seconds, settings.rate_factor)
        self.reviews = Reviews(self.thinking)
        self.streams = Streams(self.thinking, settings.study_seconds, settings.rate_factor)
        self.bot_turns = BotTurns(self.thinking, self.writer, settings)
        self.others = OtherProcesses(self._heard_at(), self.log) if self.log.shared else None
        self.tables = LiveTables(self.log, settings.resting_tables, self.bot_turns, self.others)
        quota = Quota(self.tables, settings)
        self.turns = Turns(self.tables, self.writer)
        self.presence = Presence(self.writer, settings)
        self.seats = Seats(self.tables, self.writer, self.signatures, quota, self.presence)
        self.devices = Devices(self.seats, self.writer)
        self.live_positions = LivePositions(self.tables)
        self.making = Making(self.seats, self.turns, self.signatures, quota, self.writer)
        self.days = Days(self.tables, self.making, self.thinking, self.signatures)
        self.day_pages = DayPages(self.tables, self.days)
        self.puzzles = Puzzles(self.tables, Limits(settings.rate_factor))
        self.previews = Previews(self.tables, self.days, settings.rate_factor)
        self._overdue = Overdue(self.tables, self.bot_turns, self.writer, settings)
        self._beside: list[asyncio.Task[None]] = []
        self._ends = self._line("limes-end")
        self._studies = self._line("limes-study")

    def _line(self, name: str) -> Line:
        factor = self.settings.rate_factor
        allowance = Allowance(STUDY_SHARE * factor, STUDY_STOCK * factor)
        return Line(1, name, allowance, longest=LONGEST_LINE, longest_of_address=LONGEST_OF_ADDRESS)

    def _heard_at(self) -> URL:
        """Where the other processes are heard."""
        return parsed(self.settings.listen_database) if self.settings.listen_database else self.engine.url

    async def start(self) -> None:
        self.writer.start(self._stored)
        self._pauses.watch()
        if self.others:
            self.others.start(self.tables)
        self.thinking.warm()
        beside = (
            self._overdue.run(),
            self.presence.watch(self.tables),
            self._heed_operator(),
            self._compare_clocks(),
            fill_old_results(self.log),
            self.days.watch(),
        )
        self._beside = [asyncio.create_task(each) for each in beside]

    async def at_table(self, caller: Caller, work: Callable[[], T], urgency: Urgency = Urgency.PLAYING) -> T:
        """What somebody wants to know of a table, worked out in a thread where no study is in the way."""
        return await self._ends.join(Place(caller.network, caller.guest, urgency), lambda _behind: work())

    async def read_in_turn(self, caller: Caller, read: Callable[[], T]) -> T:
        """The same for what takes a while because much is read: nobody's turn waits for it."""
        with self.tables.reading():
            return await self.at_table(caller, read)

    def check_studies(self, caller: Caller) -> None:
        """`Problem` if the caller's address has used up its time for studies, or has too many waiting."""
        self._studies.allowance.check(caller.network)
        self._studies.check_length(caller.network)

    async def study(self, caller: Caller, work: Callable[[], T]) -> T:
        """A question about what belongs to no table, in its turn in a thread; only so much for an address."""
        self.check_studies(caller)
        place = Place(caller.network, caller.guest, Urgency.STUDYING)
        return await self._studies.join(place, lambda _behind: work())

    async def _heed_operator(self) -> None:
        """Bans and keys change while the server runs."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.heed_operator()
            except Problem:  # the log is out of reach
                pass
            except Exception as error:  # what was decided before holds, and what comes is heeded
                LOG.error("bans and keys cannot be read", error=type(error).__name__)

    async def _compare_clocks(self) -> None:
        """Another machine may have the same database: rounds and days end by the clock of whoever looks."""
        compared = ComparedClock()
        while self.log.shared:
            try:
                await self.tables.read(compared.compare, self.log)
            except Problem:  # the log is out of reach
                pass
            except Exception as error:
                LOG.error("the clocks cannot be compared", error=type(error).__name__)
            await asyncio.sleep(COMPARE)

    async def heed_operator(self) -> None:
        stored_keys, stored_bans = await self.tables.read(lambda: (read_keys(self.log), read_bans(self.log)))
        if self.signatures.use(stored_keys):
            self.tables.connect_again()
        if self.bans.replace(stored_bans):
            self.tables.say_who_is_present()

    async def drain(self) -> None:
        """Store and acknowledge what has come in, refuse what comes, send everybody away to connect again."""
        self.stopping = True
        for task in self._beside:
            task.cancel()
        self.bot_turns.stop()
        self.days.stop()
        self.reviews.stop()
        self.streams.stop()
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
        if self._beside:
            await asyncio.wait(self._beside, timeout=ENDING)
        if self.others:
            self.others.stop()
        self.tables.stop()
        self.thinking.stop()
        self._pauses.stop()
        self.previews.stop()
        self._ends.stop()
        self._studies.stop()
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
