"""Bots think in threads of their own, a few at a time, and tables take turns at them."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar

from limes.bots import BOTS, LEVELS, Budget, View, make_bot
from limes.rules import Turn
from limes.server.setup import who_plays
from limes.server.table import Table

T = TypeVar("T")
# These answer within milliseconds, whatever time they are given; the others use all of it.
QUICK = frozenset({"random", "greedy", *(f"expert:{level}" for level in LEVELS if level != "expert")})
LEAST_SECONDS = 0.05
Job = tuple[Callable[[int], Any], asyncio.Future[Any]]
Waiting = OrderedDict[str, deque[Job]]


class Thinking:
    """Quick bots have a thread of their own; who searches gets less time while many wait."""

    def __init__(self, threads: int, seconds: float) -> None:
        self._quick = _Line(1, "limes-quick-bot")
        self._searching = _Line(threads, "limes-bot")
        self._threads = threads
        self._seconds = seconds

    async def choose(self, table: Table, seat: int, bot: str, looked_at: bool = True) -> Turn:
        """A bot's turn; it is shown the others' landscapes as of the last complete round."""
        bot = who_plays(bot)
        card = table.card
        assert card is not None
        others = tuple(land for number, land in enumerate(table.landscapes) if number != seat)
        view = View(table.landscapes[seat], card, others)
        seed = _seed(table, seat)
        line = self._quick if bot in QUICK else self._searching
        return await line.join(
            table.id, looked_at, lambda waiting: make_bot(bot, seed).choose(view, self._budget(waiting))
        )

    async def run(self, call: Callable[[], T]) -> T:
        """Something else that takes time, in its turn among the bots that search."""
        return await self._searching.join("", True, lambda _waiting: call())

    def warm(self) -> None:
        """Read what bots weigh, before the first of them is asked for."""
        self._quick.submit(_make_all)

    def stop(self) -> None:
        self._quick.stop()
        self._searching.stop()

    def _budget(self, waiting: int) -> Budget:
        shared = self._seconds * self._threads / (self._threads + waiting)
        return Budget(seconds=max(min(LEAST_SECONDS, self._seconds), shared))


class _Line:
    """Threads and who waits for them: first tables that somebody looks at, and each table once a turn."""

    def __init__(self, threads: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._free = threads
        self._looked_at: Waiting = OrderedDict()
        self._others: Waiting = OrderedDict()
        self._stopped = False

    async def join(self, table_id: str, looked_at: bool, work: Callable[[int], T]) -> T:
        """What `work` finds; it is told how many wait behind it when it begins."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        waiting = self._looked_at if looked_at else self._others
        waiting.setdefault(table_id, deque()).append((work, future))
        self._begin()
        return await future

    def submit(self, work: Callable[[], None]) -> None:
        self._pool.submit(work)

    def stop(self) -> None:
        self._stopped = True
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _begin(self) -> None:
        while self._free and not self._stopped and (job := self._next()):
            work, future = job
            if future.done():  # nobody waits for it any more
                continue
            self._free -= 1
            behind = sum(map(len, (*self._looked_at.values(), *self._others.values())))
            thinking = asyncio.get_running_loop().run_in_executor(self._pool, work, behind)
            thinking.add_done_callback(partial(self._end, future))

    def _next(self) -> Job | None:
        for waiting in (self._looked_at, self._others):
            if waiting:
                table_id, jobs = waiting.popitem(last=False)
                job = jobs.popleft()
                if jobs:
                    waiting[table_id] = jobs
                return job
        return None

    def _end(self, future: asyncio.Future[Any], thinking: asyncio.Future[Any]) -> None:
        self._free += 1
        if thinking.cancelled():
            future.cancel()
        elif error := thinking.exception():
            if not future.done():
                future.set_exception(error)
        elif not future.done():
            future.set_result(thinking.result())
        self._begin()


def _make_all() -> None:
    for name in (*BOTS, *(f"expert:{level}" for level in LEVELS)):
        make_bot(name)


def _seed(table: Table, seat: int) -> int:
    """The nonce is in it, so that nobody can work out a bot's turn before the round opens."""
    digest = sha256(f"{table.stored.nonce}:{table.round}:{seat}".encode()).digest()
    return int.from_bytes(digest[:6], "big")
