"""What happens at a table without anybody asking: bots lay, and stand-ins when a round's time is over."""

import asyncio
import time
from contextlib import suppress

import structlog

from limes.server.entries import Due, Entry, Stale
from limes.server.game import earned_with
from limes.server.problems import Problem
from limes.server.settings import Settings
from limes.server.store import Writer
from limes.server.tables.live import Live
from limes.server.tables.thinking import Thinking

AGAIN = 5.0  # seconds until a bot whose turn could not be stored tries once more
LATELY = 60.0  # seconds for which a table counts as looked at after somebody asked for it
LOG = structlog.get_logger("limes.bots")


class BotTurns:
    """Watches each table that changes. A second process does the same later, if the first has not."""

    def __init__(self, thinking: Thinking, writer: Writer, settings: Settings) -> None:
        self._thinking = thinking
        self._writer = writer
        self._takeover = settings.takeover_seconds
        self._slowly = settings.unwatched_seconds
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    def attend(self, live: Live, ours: bool) -> None:
        """Who opened a round wakes its bots; other processes only if nothing comes of it."""
        if self._stopped:
            return
        patience = 0.0 if ours else self._takeover
        table = live.table
        for seat in table.waiting:
            if table.seats[seat].kind == "bot":
                self._wake(live, seat, patience)
        self._set_timer(live, patience)
        if table.deadline is not None and table.deadline != live.due:
            live.due = table.deadline
            if ours:
                self._writer.note(Due(table.id, table.deadline))

    def hurry(self, live: Live) -> None:
        if live.thinking:
            self._thinking.hurry(live.table)

    def stop(self) -> None:
        self._stopped = True
        for task in self._tasks:
            task.cancel()

    def _set_timer(self, live: Live, patience: float) -> None:
        live.stop_timer()
        deadline, seconds = live.table.deadline, live.table.setup.seconds
        if deadline is None or seconds is None:
            return
        loop = asyncio.get_running_loop()
        if live.ends is None or live.ends[0] != deadline:  # the machine's clock may be set later in the round
            left = min(max(0.0, deadline - time.time()), seconds)
            live.ends = (deadline, loop.time() + left)
        at = max(live.ends[1], loop.time()) + patience
        live.timer = loop.call_at(at, self._time_is_over, live, live.table.round)

    def _time_is_over(self, live: Live, number: int) -> None:
        live.timer = None
        if live.table.round == number:
            for seat in live.table.waiting:
                self._wake(live, seat, 0.0, stand_in=True)

    def _wake(self, live: Live, seat: int, patience: float, stand_in: bool = False) -> None:
        place = (live.table.round, seat)
        if place in live.thinking:
            return
        live.thinking.add(place)
        task = asyncio.create_task(self._lay(live, place, patience, stand_in))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _lay(self, live: Live, place: tuple[int, int], patience: float, stand_in: bool) -> None:
        number, seat = place
        table = live.table
        bot = ""
        try:
            await asyncio.sleep(patience)
            if not stand_in:
                await self._take_time(live)
            while self._has_to_lay(live, place, stand_in):
                known = table.last  # who comes to sit there meanwhile lays for themselves
                bot = table.setup.stand_in if stand_in else table.seats[seat].bot
                turn = await self._thinking.choose(table, seat, bot, self._looked_at(live))
                if not self._is_waited_for(live, place):
                    break
                over = live.time_is_over()  # else leaving and coming back could keep the round open
                for_somebody = stand_in or (over and table.seats[seat].kind == "person")
                entry = Entry(
                    table.id,
                    "turn",
                    seat,
                    number,
                    str(turn),
                    for_somebody,
                    attempt=table.attempt(seat),
                    known=None if over and for_somebody else known,
                    earned=earned_with(table, seat, turn, for_somebody),
                )
                try:
                    outcome = await self._writer.append(entry)
                except Problem:
                    await asyncio.sleep(AGAIN)
                    continue
                if not isinstance(outcome, Stale) or table.last == known:
                    return  # else the table went on meanwhile: is it still the bot's turn?
            self._time_for_who_came_back(live, place, patience)
        except Exception as error:  # a fault of the bot; the table wakes it again when it is opened anew
            LOG.error("a bot failed", bot=bot, error=type(error).__name__)
        finally:
            live.thinking.discard(place)

    def _time_for_who_came_back(self, live: Live, place: tuple[int, int], patience: float) -> None:
        """It may have run out while the bot was thinking for them."""
        live.thinking.discard(place)
        if self._is_waited_for(live, place):
            self._set_timer(live, patience)

    def _has_to_lay(self, live: Live, place: tuple[int, int], stand_in: bool) -> bool:
        """Not if the round is over or laid, nor if somebody came to sit there again."""
        sits = stand_in or live.table.seats[place[1]].kind == "bot"
        return sits and self._is_waited_for(live, place)

    @staticmethod
    def _is_waited_for(live: Live, place: tuple[int, int]) -> bool:
        number, seat = place
        return live.table.round == number and seat in live.table.waiting

    async def _take_time(self, live: Live) -> None:
        """At a table that nobody looks at there is no hurry, until somebody comes."""
        if not self._looked_at(live):
            live.came.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(live.came.wait(), self._slowly)

    @staticmethod
    def _looked_at(live: Live) -> bool:
        return live.looked_at(asyncio.get_running_loop().time() - LATELY)
