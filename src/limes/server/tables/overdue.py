"""Looks after tables that no process has in mind: overdue rounds, bots that have not laid, idle tables.

A process that died leaves such tables, and so does one that let a table at rest go.
"""

import asyncio
import time

import structlog

from limes.server.entries import Due
from limes.server.problems import Problem
from limes.server.settings import Settings
from limes.server.store import Writer, forget_answers, seconds_ahead
from limes.server.tables.bot_turns import BotTurns
from limes.server.tables.clearing import clear, due_steps
from limes.server.tables.live import Live
from limes.server.tables.live_tables import LiveTables
from limes.server.tables.quota import DAY
from limes.server.tables.watched_clock import JUMP, STEADY, WatchedClock

SWEEP = 5.0  # seconds between two looks into the log
SPREAD = 0.01  # seconds between two tables that wake
MOST_OVERDUE = 200  # tables that are taken up in one look
MOST_WOKEN = 1_000  # tables whose bots are looked after at the start; any other wakes when it is opened
LOOKS_TO_CLEAR = 24  # tables are cleared away each time after so many looks
LOOKS_FOR_BOTS = 12  # bots are looked for less often than rounds: each time after so many looks
LATELY = 600.0  # seconds: longer ago nobody waits for a bot
NOT_SOON = 3_600.0
ANSWERS_KEPT = 400 * DAY  # to puzzles, after the last one: for longer than a cookie lives
LOG = structlog.get_logger("limes.overdue")


class Overdue:
    """Wakes what it finds; their bots and clocks do the rest."""

    def __init__(self, tables: LiveTables, bot_turns: BotTurns, writer: Writer, settings: Settings) -> None:
        self._tables = tables
        self._bot_turns = bot_turns
        self._writer = writer
        self._settings = settings
        self._clock = WatchedClock()
        self._answers_after = ""  # the guest whose answers to puzzles were looked at last

    async def run(self) -> None:
        """The first look takes up everything at once; a look that fails is made again."""
        number = 0
        while True:
            try:
                await self._look(number)
                number += 1
            except Problem:  # the log is out of reach
                pass
            except Exception as error:
                LOG.error("a look into the log failed", error=type(error).__name__)
            await asyncio.sleep(SWEEP)

    async def _look(self, number: int) -> None:
        log = self._tables.log
        steady = self._clock.steady_for()
        patience = self._settings.takeover_seconds if number else 0.0
        for table_id in await self._tables.read(log.overdue, time.time() - patience, MOST_OVERDUE):
            await self._wake(table_id, timed=True)
        if number % LOOKS_FOR_BOTS == 0:
            lately = LATELY if number else None
            for table_id in await self._tables.read(log.running_with_bots, MOST_WOKEN, lately):
                await self._wake(table_id)
        if not log.shared:  # on PostgreSQL a notice comes
            await self._tables.look_for_changes(self._tables.in_memory())
        if number % LOOKS_TO_CLEAR == 0:
            if steady >= STEADY and abs(await self._tables.read(seconds_ahead, log)) <= JUMP:
                steps = await self._tables.read(due_steps, log, self._settings)
                self._tables.forget(await clear(self._writer, steps))
                old = time.time() - ANSWERS_KEPT
                self._answers_after = await self._tables.read(forget_answers, log, old, self._answers_after)
            await self._tables.read(log.forget_networks, time.time() - DAY)

    async def _wake(self, table_id: str, timed: bool = False) -> None:
        try:
            live = self._tables.known(table_id)
            if live is None:
                live = await self._tables.woken(table_id)
            elif not live.thinking and not live.timer and live.table.running:
                await self._tables.refresh(live)
                self._bot_turns.attend(live, ours=True)
            due = _ends(live) or time.time() + NOT_SOON
        except Problem as problem:
            if problem.code not in ("busy", "no_table"):
                raise  # the log is out of reach
            due = time.time()  # read anew from the log, or deleted: the next look finds out
        except Exception as error:  # whatever is wrong with one table, the others wake
            LOG.error("a table cannot be replayed; limes db check names it", error=type(error).__name__)
            due = time.time() + NOT_SOON
        if timed and due > time.time():
            self._writer.note(Due(table_id, due))
        await asyncio.sleep(SPREAD)


def _ends(live: Live) -> float | None:
    """By the machine's clock as it is now, which may have been set since the round began."""
    if live.timer:
        return time.time() + live.timer.when() - asyncio.get_running_loop().time()
    return live.table.deadline
