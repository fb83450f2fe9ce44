"""Reviews in the making and those made last: worked out turn by turn among the bots, kept in memory."""

import asyncio
from collections import OrderedDict

from limes.coach import Effort, Review, Reviewing
from limes.rules import Game
from limes.server import problems
from limes.server.thinking import Thinking

KEPT = 100
AT_ONCE = 8  # more would only wait for each other


class Work:
    """A review in the making."""

    def __init__(self) -> None:
        self.task: asyncio.Task[Review] | None = None
        self.part = 0.0


class Reviews:
    """Whoever asks for the same review waits for the same work."""

    def __init__(self, thinking: Thinking, seconds: float) -> None:
        self._thinking = thinking
        self._effort = Effort(seconds=seconds)
        self._kept: OrderedDict[str, Review] = OrderedDict()
        self._running: dict[str, Work] = {}

    def known(self, key: str) -> bool:
        """Whether nothing new has to be worked out for this."""
        return key in self._kept or key in self._running

    async def ask(self, key: str, game: Game, seat: int, wait: float) -> Review | float:
        """The review, or after so many seconds how much of it is done."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        work = self._running.get(key)
        if work is None:
            if len(self._running) >= AT_ONCE:
                raise problems.too_many_reviews()
            work = self._running[key] = Work()
            work.task = asyncio.create_task(self._make(key, work, game, seat))
        assert work.task is not None
        done, _ = await asyncio.wait([work.task], timeout=wait)
        return work.task.result() if done else work.part

    def stop(self) -> None:
        for work in self._running.values():
            assert work.task is not None
            work.task.cancel()

    async def _make(self, key: str, work: Work, game: Game, seat: int) -> Review:
        """Bots that want to think come in between two turns."""
        try:
            reviewing = await self._thinking.run(lambda: Reviewing(game, seat, self._effort))
            while not reviewing.done:
                await self._thinking.run(reviewing.advance)
                work.part = reviewing.part
            self._kept[key] = reviewing.review()
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]
        finally:
            del self._running[key]
