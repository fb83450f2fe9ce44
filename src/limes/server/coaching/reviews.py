"""Reviews in the making and those made last: worked out turn by turn among the bots, kept in memory."""

import asyncio
from collections import OrderedDict

from limes.coach import Review, Reviewing
from limes.server import problems
from limes.server.tables import Thinking

KEPT = 100
AT_ONCE = 8  # more would only wait for each other


class Reviews:
    """Whoever asks for the same review waits for the same work."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._kept: OrderedDict[str, Review] = OrderedDict()
        self._running: dict[str, tuple[Reviewing, asyncio.Task[Review]]] = {}

    def known(self, key: str) -> bool:
        """Whether this review is made or in the making."""
        return key in self._kept or key in self._running

    def begin(self, key: str, reviewing: Reviewing) -> None:
        """Work on a review from now on, if nobody asked for it before."""
        if self.known(key):
            return
        if len(self._running) >= AT_ONCE:
            raise problems.too_many_reviews()
        self._running[key] = (reviewing, asyncio.create_task(self._make(key, reviewing)))

    async def wait(self, key: str, seconds: float) -> Review | float:
        """A review that is known, or after so many seconds how much of it is done."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        reviewing, task = self._running[key]
        done, _ = await asyncio.wait([task], timeout=seconds)
        return task.result() if done else reviewing.part

    def stop(self) -> None:
        for _reviewing, task in self._running.values():
            task.cancel()

    async def _make(self, key: str, reviewing: Reviewing) -> Review:
        """Bots that want to think come in between two turns."""
        try:
            while not reviewing.done:
                await self._thinking.run(reviewing.advance)
            made = self._kept[key] = reviewing.review()
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return made
        finally:
            del self._running[key]
