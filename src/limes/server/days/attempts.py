"""One attempt a guest at a day's deal, who may see it, and what the bots make of the same cards."""

import asyncio
import time
from contextlib import suppress
from functools import partial

import structlog

from limes.bots.yardstick import YARDSTICK, play
from limes.rules import Game, parse_record, write_record
from limes.server import problems
from limes.server.calendar import day_at, end_of, is_day, is_over, later
from limes.server.days.deals import Deal, deal_of
from limes.server.game import Setup, Table
from limes.server.lines import Place, Urgency, for_everybody
from limes.server.people import Caller, Signatures
from limes.server.problems import Problem
from limes.server.store import DayBot, keep_bots, players, read_bots, standings
from limes.server.tables import LiveTables, Making, Thinking, seat_of

FIRST_DAY = "2026-01-01"  # nothing was dealt before
NAMELESS = "-"
LATELY = 7  # days
LOOK = 60.0  # seconds
LOG = structlog.get_logger("limes.days")


class Days:
    """Days are asked by the clock each time, so that one that jumps does no harm."""

    def __init__(
        self, tables: LiveTables, making: Making, thinking: Thinking, signatures: Signatures
    ) -> None:
        self._tables = tables
        self._making = making
        self._thinking = thinking
        self._signatures = signatures
        self._measuring: dict[str, asyncio.Task[None]] = {}

    def today(self) -> str:
        return day_at(time.time())

    def require(self, day: str) -> None:
        """`Problem` unless there was or is a deal on that day."""
        if not is_day(day) or not FIRST_DAY <= day <= self.today():
            raise problems.no_day(day)

    def is_over(self, day: str) -> bool:
        return is_over(day)

    def deal(self, day: str) -> Deal:
        """Secret until the day is over, but for its commitment."""
        return deal_of(self._signatures.days, day)

    def table_of(self, caller: Caller, day: str) -> str:
        """The id of the caller's attempt: always the same, so that nobody has two."""
        return self._signatures.day_table(day, caller.guest)

    async def begin(self, caller: Caller, name: str, shown: str | None = None) -> str:
        """The caller's attempt at today's deal, made now or before; gives its table. A page that has shown
        another day was left open over midnight: its reader has not asked for today's."""
        day = self.today()
        if shown is not None and shown != day:
            self.require(shown)
            raise problems.day_over()
        deal = self.deal(day)
        table_id = self.table_of(caller, day)
        try:
            await self._tables.live(table_id)
        except Problem as problem:
            if problem.code != "no_table":
                raise
            setup = Setup((seat_of("person", name=name or NAMELESS),))
            await self._making.day(caller, setup, table_id, day, (deal.cards, deal.nonce))
        self.measure(day)
        return table_id

    async def again(self, caller: Caller, day: str, name: str) -> str:
        """A game with the cards of a day that is over, apart from its board."""
        self.require(day)
        if not self.is_over(day):
            raise problems.day_not_over()
        setup = Setup((seat_of("person", name=name or NAMELESS),))
        return (await self._making.create(caller, setup, self.deal(day).cards)).table

    async def check_visible(self, caller: Caller, table: Table) -> None:
        """`Problem` where the table would tell the caller cards of a day that they may yet play."""
        day = table.stored.day
        if day is None or table.stored.owner == caller.guest or self.is_over(day):
            return
        log = self._tables.log
        if await self._tables.read(log.holdings, table.id, caller.guest, caller.token_hash):
            return
        if not await self._tables.read(standings, log, caller.guest, [day]):
            raise problems.day_hidden()

    async def bots(self, day: str) -> list[DayBot]:
        """What they made of the day's cards, the weakest first, as far as that is known."""
        known = await self._tables.read(read_bots, self._tables.log, day)
        return sorted(known, key=lambda each: YARDSTICK.index(each.bot))

    async def watch(self) -> None:
        """When a day begins, its bots play, if people came lately; else when the first one does. The clock is
        asked often, since it may jump."""
        measured = ""
        while True:
            with suppress(Problem):  # the log is out of reach
                if (day := self.today()) != measured and await self._people_before(day):
                    self.measure(day)
                measured = day
            await asyncio.sleep(max(0.0, min(end_of(self.today()) - time.time(), LOOK)))

    async def _people_before(self, day: str) -> bool:
        for number in range(LATELY):
            if await self._tables.read(players, self._tables.log, later(day, -number)):
                return True
        return False

    def measure(self, day: str) -> None:
        """Let the bots play the day's deal, unless they have; nobody waits for it."""
        if day not in self._measuring:
            with for_everybody():
                task = self._measuring[day] = asyncio.create_task(self._measure(day))
            task.add_done_callback(lambda done: self._measured(day, done))

    async def _measure(self, day: str) -> None:
        """One bot after the other, each level turn by turn, so that those at tables get theirs in between."""
        games = {each.bot: parse_record(each.record) for each in await self.bots(day)}
        order = self.deal(day).cards
        place = Place("", f"day {day}", Urgency.UNWATCHED)
        for name in YARDSTICK:
            if name not in games:
                others = list(games.values())
                playing = play(Game((name,)), order, others)
                while game := await self._thinking.run(place, partial(next, playing, None)):
                    games[name] = game
                points = games[name].landscapes[0].total
                bot = DayBot(name, points, write_record(games[name]))
                await self._tables.read(keep_bots, self._tables.log, day, [bot])

    def _measured(self, day: str, task: asyncio.Task[None]) -> None:
        """Kept in mind only if it came off; else the next who asks lets them play again."""
        if task.cancelled():
            return
        if error := task.exception():
            LOG.error("the bots did not play the deal of the day", error=type(error).__name__)
            self._measuring.pop(day, None)

    def stop(self) -> None:
        for task in self._measuring.values():
            task.cancel()
