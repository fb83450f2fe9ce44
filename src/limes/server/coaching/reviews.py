"""Reviews in the making and those made last: worked out turn by turn among the bots, kept in memory."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from limes.coach import Review, Reviewing
from limes.server import problems
from limes.server.lines import FOR_OTHERS, Place, for_everybody
from limes.server.tables import Thinking

Keep = Callable[[Review], Awaitable[None]]
KEPT = 100
AT_ONCE = 64
AT_ONCE_OF_ADDRESS = 8  # more would only wait for each other
LEFT_ALONE = 10.0  # seconds after which a review that nobody asks for any more is dropped


@dataclass(eq=False, slots=True)
class _Made:
    """A review in the making, who wait for it now, and who is to drop it if nobody comes again."""

    reviewing: Reviewing
    task: asyncio.Task[Review]
    waiting: list[Place] = field(default_factory=list)
    timer: asyncio.TimerHandle | None = None


class Reviews:
    """Whoever asks for the same review waits for the same work."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._kept: OrderedDict[str, Review] = OrderedDict()
        self._running: dict[str, _Made] = {}
        self._of_address: Counter[str] = Counter()

    def known(self, key: str) -> bool:
        """Whether this review is made or in the making."""
        return key in self._kept or key in self._running

    async def begin(self, place: Place, key: str, read: Callable[[], Reviewing], keep: Keep) -> None:
        """Work on a review from now on, if nobody asked for it before; `read` may find that there is none,
        `keep` is given what was found."""
        self._check_room(place.address)
        self._of_address[place.address] += 1
        try:
            reviewing = await self._thinking.run(place, read)
        except BaseException:
            self._end(place)
            raise
        if self.known(key):
            self._end(place)
            return
        with for_everybody():
            task = asyncio.create_task(self._make(place, key, reviewing, keep))
        task.add_done_callback(lambda _task: self._end(place, key))
        self._running[key] = _Made(reviewing, task)

    async def wait(self, place: Place, key: str, seconds: float) -> Review | float:
        """A review that is known, or after so many seconds how much of it is done."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        made = self._running.get(key)
        if made is None:
            return 0.0
        made.waiting.append(place)
        try:
            done, _ = await asyncio.wait([made.task], timeout=seconds)
        finally:
            made.waiting.remove(place)
            self._drop_later(made)
        return made.task.result() if done and not made.task.cancelled() else made.reviewing.part

    def stop(self) -> None:
        for made in self._running.values():
            made.task.cancel()

    def _check_room(self, address: str) -> None:
        """A few addresses that ask for all that they may keep no other out."""
        own = self._of_address[address]
        if own >= AT_ONCE_OF_ADDRESS or self._of_address.total() >= AT_ONCE * (1 if own else FOR_OTHERS):
            raise problems.too_many_reviews()

    def _drop_later(self, made: _Made) -> None:
        if made.timer:
            made.timer.cancel()
        made.timer = asyncio.get_running_loop().call_later(LEFT_ALONE, self._drop, made)

    @staticmethod
    def _drop(made: _Made) -> None:
        if not made.waiting:
            made.task.cancel()

    def _end(self, place: Place, key: str | None = None) -> None:
        self._of_address[place.address] -= 1
        if not self._of_address[place.address]:
            del self._of_address[place.address]
        if key:
            del self._running[key]

    def _soonest(self, begun: Place, key: str) -> Place:
        """The place of whoever waits and has the fewest in the making: who began it may have many, and should
        not keep another waiting who wants the same."""
        waiting = self._running[key].waiting
        return min(waiting, key=lambda place: self._of_address[place.address], default=begun)

    async def _make(self, place: Place, key: str, reviewing: Reviewing, keep: Keep) -> Review:
        """Bots that want to think come in between two turns."""
        while not reviewing.done:
            await self._thinking.run(self._soonest(place, key), reviewing.advance)
        made = self._kept[key] = reviewing.review()
        await keep(made)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return made
