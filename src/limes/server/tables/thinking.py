"""Bots think in threads of their own, a few at a time; addresses take turns at them, and their tables."""

from collections.abc import Callable
from typing import TypeVar

from limes.bots import BOTS, LEVELS, Budget, View, is_bot, make_bot
from limes.rules import Turn
from limes.server.game import STAND_IN, Table
from limes.server.lines import Allowance, Line, Place, Urgency

T = TypeVar("T")
# These answer within milliseconds, whatever time they are given; the others use all of it.
QUICK = frozenset({"random", "greedy", *(f"expert:{level}" for level in LEVELS if level != "expert")})
LEAST_SECONDS = 0.05
SHARE = 0.5  # of the threads that an address may use in the long run; more while nobody else wants it
STOCK = 30.0  # seconds that it may use before that counts


def who_plays(bot: str) -> str:
    """The bot that plays under a stored name: another where this release has none of that name any more."""
    return bot if is_bot(bot) else STAND_IN


class Thinking:
    """Quick bots have a thread of their own; who searches gets less time while many wait."""

    def __init__(self, threads: int, seconds: float, factor: float = 1.0) -> None:
        self._quick = Line(1, "limes-quick-bot", Allowance(SHARE * factor, STOCK * factor))
        self._searching = Line(threads, "limes-bot", Allowance(SHARE * factor * threads, STOCK * factor))
        self._threads = threads
        self._seconds = seconds

    async def choose(self, table: Table, seat: int, bot: str, looked_at: bool = True) -> Turn:
        """A bot's turn; it is shown the others' landscapes as of the last complete round."""
        bot = who_plays(bot)
        card = table.card
        assert card is not None
        positions, seed = tuple(table.positions), table.seed(seat)

        def think(behind: int) -> Turn:
            """In the thread: of hundreds of tables that go on at the same moment, the views alone would keep
            everybody waiting."""
            others = tuple(each.landscape for number, each in enumerate(positions) if number != seat)
            view = View(positions[seat].landscape, card, others)
            return make_bot(bot, seed).choose(view, self._budget(behind))

        line = self._quick if bot in QUICK else self._searching
        place = _place(table, Urgency.PLAYING if looked_at else Urgency.UNWATCHED)
        return await line.join(place, think)

    def hurry(self, table: Table) -> None:
        """Somebody has come to the table: its bots go before those at tables that nobody looks at."""
        for line in (self._quick, self._searching):
            line.hurry(_place(table, Urgency.PLAYING))

    async def weigh(self, place: Place, call: Callable[[float], T]) -> T:
        """What somebody waits for as for a bot's turn: it is told how many seconds it may take."""
        return await self._searching.join(place, lambda behind: call(self._seconds_for(behind)))

    async def run(self, place: Place, call: Callable[[], T], allowance: Allowance | None = None) -> T:
        """Something else that takes time, in its turn among the bots that search; it may have an allowance of
        its own, so that an address does not spend that of its bots."""
        return await self._searching.join(place, lambda _behind: call(), allowance)

    def warm(self) -> None:
        """Read what bots weigh, before the first of them is asked for."""
        self._quick.submit(_make_all)

    def stop(self) -> None:
        self._quick.stop()
        self._searching.stop()

    def _budget(self, behind: int) -> Budget:
        return Budget(seconds=self._seconds_for(behind))

    def _seconds_for(self, behind: int) -> float:
        shared = self._seconds * self._threads / (self._threads + behind)
        return max(min(LEAST_SECONDS, self._seconds), shared)


def _make_all() -> None:
    for name in (*BOTS, *(f"expert:{level}" for level in LEVELS)):
        make_bot(name)


def _place(table: Table, urgency: Urgency) -> Place:
    return Place(table.stored.network or table.stored.owner, table.id, urgency)
