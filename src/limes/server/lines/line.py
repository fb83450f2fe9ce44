"""Threads, and who waits for them."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from limes.server import problems
from limes.server.letting_go import let_go
from limes.server.lines.allowance import Allowance
from limes.server.lines.waiting import Place, Waiting

T = TypeVar("T")
FOR_OTHERS = 4  # times as long a line may become by those who have nothing in it yet
AGAIN = 2.0  # seconds after which somebody who found a line full may ask again


@dataclass(eq=False, slots=True)
class _Call:
    """What is to be done, in a thread. It knows nobody who waits for it: an error that it ends with knows the
    call, and would keep whoever waits, and all that they sent, until the collector comes by."""

    call: Callable[[int], Any]
    seconds: float = 0.0

    def run(self, behind: int) -> Any:
        began = time.thread_time()
        try:
            return self.call(behind)
        except StopIteration as error:  # no future takes it, so whoever waits would wait for ever
            raise RuntimeError("the work ended too early") from error
        finally:
            self.seconds = time.thread_time() - began


@dataclass(eq=False, slots=True)
class _Work:
    """A call at a place, and who waits for it."""

    place: Place
    call: _Call
    future: asyncio.Future[Any]
    allowance: Allowance


class Line:
    """Threads for which work waits in a fair order; an address that used up its allowance comes after those
    that did not. A line may have a longest length, in all and for an address, and a number of threads that an
    address may have at once; work of nobody's address is the server's own and may have them all."""

    def __init__(
        self,
        threads: int,
        name: str,
        allowance: Allowance,
        *,
        longest: int | None = None,
        longest_of_address: int | None = None,
        threads_of_address: int | None = None,
    ) -> None:
        self.allowance = allowance
        self._pool = ThreadPoolExecutor(threads, name)
        self._free = threads
        self._longest = longest
        self._longest_of_address = longest_of_address
        self._threads_of_address = threads_of_address or threads
        self._running: Counter[str] = Counter()
        self._waiting: Waiting[_Work] = Waiting(
            lambda address: not allowance.overdrawn(address), self._may_begin
        )
        self._stopped = False

    async def join(self, place: Place, call: Callable[[int], T], allowance: Allowance | None = None) -> T:
        """What `call` finds; it is told how many wait behind it. Whoever is cancelled leaves the line. The
        line's allowance is charged for it, unless there is another one for such work."""
        self.check_length(place.address)
        future = asyncio.get_running_loop().create_future()
        work = _Work(place, _Call(call), future, allowance or self.allowance)
        self._waiting.add(work)
        self._begin()
        try:
            result: T = await future
            return result
        finally:
            self._waiting.remove(work)
            del work, future  # an error that the call ended with refers to this frame, and they to the error

    def hurry(self, place: Place) -> None:
        """Somebody has come to a table that nobody looked at."""
        self._waiting.hurry(place)

    def check_length(self, address: str) -> None:
        """`Problem` if there is no room for one more of this address; a few that fill the line with all that
        they may ask keep no other out."""
        own = self._waiting.of_address(address)
        if self._longest_of_address is not None and own >= self._longest_of_address:
            raise problems.too_fast(AGAIN)
        if self._longest is not None and len(self._waiting) >= self._longest * (1 if own else FOR_OTHERS):
            raise problems.busy(AGAIN)

    def submit(self, work: Callable[[], None]) -> None:
        self._pool.submit(work)

    def stop(self) -> None:
        self._stopped = True
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _begin(self) -> None:
        while self._free and not self._stopped and (work := self._waiting.next()):
            if work.future.done():
                continue
            self._free -= 1
            self._running[work.place.address] += 1
            behind = self._waiting.behind(work.place)
            running = asyncio.get_running_loop().run_in_executor(self._pool, work.call.run, behind)
            running.add_done_callback(partial(self._end, work))

    def _may_begin(self, address: str) -> bool:
        return not address or self._running[address] < self._threads_of_address

    def _end(self, work: _Work, running: asyncio.Future[Any]) -> None:
        self._free += 1
        self._running[work.place.address] -= 1
        if not self._running[work.place.address]:
            del self._running[work.place.address]
        work.allowance.charge(work.place.address, work.call.seconds)
        self._waiting.charge(work.place.address, work.call.seconds)
        future = work.future
        if running.cancelled():
            future.cancel()
        elif error := running.exception():
            if future.done():
                let_go(error)  # whoever waited would have
            else:
                future.set_exception(error)
        elif not future.done():
            future.set_result(running.result())
        # Whoever waited for it may have a next step, which stands in line before somebody is chosen.
        asyncio.get_running_loop().call_soon(self._begin)
