"""Threads for work that takes a while, and fair, short lines before them: addresses take turns."""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple, TypeVar

from limes.server import problems
from limes.server.limits import MOST_COUNTED

T = TypeVar("T")
FOR_OTHERS = 4  # times as long a line may become by those who have nothing in it yet
AGAIN = 2.0  # seconds after which somebody who found a line full may ask again
SHORTEST, LONGEST = 0.005, 0.05  # seconds for which a job counts at least and at most in turns by time
IN_A_ROW = 2  # jobs that go before less urgent ones, until one of those has its turn


class Urgency(IntEnum):
    """What somebody waits for, the most urgent first."""

    PLAYING = 0
    REVIEWING = 1
    STUDYING = 2
    REFINING = 3  # what somebody has already, made better for as long as nobody waits for anything
    UNWATCHED = 4


class Place(NamedTuple):
    """For whom work is done: the address that it is counted for, and the table or guest there."""

    address: str
    name: str
    urgency: Urgency = Urgency.PLAYING


class Allowance:
    """Processor time for each address: a stock that fills up again, by `share` of a second every second."""

    def __init__(self, share: float, stock: float) -> None:
        self._share = share
        self._stock = stock
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def charge(self, address: str, seconds: float) -> None:
        self._spent[address] = (self._of(address) + seconds, time.monotonic())
        self._spent.move_to_end(address)
        if len(self._spent) > MOST_COUNTED:
            self._spent.popitem(last=False)

    def overdrawn(self, address: str) -> bool:
        return self._of(address) >= self._stock

    def check(self, address: str) -> None:
        """`Problem` says when there is time again for an address that used up its own."""
        over = self._of(address) - self._stock
        if over >= 0:
            raise problems.too_fast(over / self._share)

    def _of(self, address: str) -> float:
        spent, since = self._spent.get(address, (0.0, 0.0))
        return max(0.0, spent - (time.monotonic() - since) * self._share)


@dataclass(eq=False, slots=True)
class _Job:
    place: Place
    work: Callable[[int], Any]
    future: asyncio.Future[Any]
    allowance: Allowance
    seconds: float = 0.0

    def run(self, behind: int) -> Any:
        began = time.thread_time()
        try:
            return self.work(behind)
        except StopIteration as error:  # no future takes it, so whoever waits would wait for ever
            raise RuntimeError("the work ended too early") from error
        finally:
            self.seconds = time.thread_time() - began


class _Queue:
    """Jobs of one urgency: addresses take turns by the time they use, and so do the tables of an address.

    An address that comes with its first job in a while is next: else a few that always ask would have
    everybody wait for one job of each. `_now` is what those who waited all the time have used. Nobody is
    ahead of that by more than a short job, so no turn comes later than if all jobs were alike.
    """

    def __init__(self) -> None:
        self.addresses: OrderedDict[str, OrderedDict[str, deque[_Job]]] = OrderedDict()
        self._now = 0.0
        self._used: OrderedDict[str, float] = OrderedDict()

    def add(self, job: _Job) -> None:
        tables = self.addresses.setdefault(job.place.address, OrderedDict())
        tables.setdefault(job.place.name, deque()).append(job)

    def charge(self, address: str, seconds: float) -> None:
        """One of its jobs is done. Who had a thread that nobody waited for owes nothing to those who come."""
        if not self.addresses:
            return
        used = max(self._now, self._used.pop(address, 0.0))
        self._used[address] = used + min(max(seconds, SHORTEST), LONGEST)
        if len(self._used) > MOST_COUNTED:
            self._used.popitem(last=False)

    def remove(self, job: _Job) -> bool:
        """Whether it was still waiting."""
        tables = self.addresses.get(job.place.address, OrderedDict())
        jobs = tables.get(job.place.name, deque())
        if job not in jobs:
            return False
        jobs.remove(job)
        if not jobs:
            del tables[job.place.name]
        if not tables:
            del self.addresses[job.place.address]
        return True

    def next(self, served: Callable[[str], bool]) -> _Job | None:
        address = min(filter(served, self.addresses), key=self._turn, default=None)
        if address is None:
            return None
        self._now = max(self._now, self._used.get(address, 0.0))
        tables = self.addresses.pop(address)
        name, jobs = tables.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            tables[name] = jobs
        if tables:
            self.addresses[address] = tables
        return job

    def take(self, place: Place) -> deque[_Job]:
        """All that waits there for one table."""
        jobs = self.addresses.get(place.address, OrderedDict()).get(place.name, deque()).copy()
        for job in jobs:
            self.remove(job)
        return jobs

    def waiting(self, address: str) -> int:
        return sum(map(len, self.addresses.get(address, {}).values()))

    def _turn(self, address: str) -> float:
        """The lower, the sooner: first whoever has not had a thread for longest, or never."""
        return self._used.get(address, -1.0)


class Line:
    """Threads, and who waits for them. What somebody plays or waits for comes before what nobody looks at,
    but no kind of work waits for ever; an address that used up its allowance comes after those that did not.
    A line may have a longest length, in all and for an address."""

    def __init__(
        self,
        threads: int,
        name: str,
        allowance: Allowance,
        longest: int | None = None,
        longest_of_address: int | None = None,
    ) -> None:
        self.allowance = allowance
        self._pool = ThreadPoolExecutor(threads, name)
        self._free = threads
        self._longest = longest
        self._longest_of_address = longest_of_address
        self._queues = {urgency: _Queue() for urgency in Urgency}
        self._kinds = list(Urgency)  # the one served last at the end
        self._in_a_row = 0
        self._length = 0
        self._stopped = False

    async def join(self, place: Place, work: Callable[[int], T], allowance: Allowance | None = None) -> T:
        """What `work` finds; it is told how many wait behind it. Whoever is cancelled leaves the line. The
        line's allowance is charged for it, unless there is another one for such work."""
        self.check_length(place.address)
        future = asyncio.get_running_loop().create_future()
        job = _Job(place, work, future, allowance or self.allowance)
        self._queues[place.urgency].add(job)
        self._length += 1
        self._begin()
        try:
            found: T = await job.future
            return found
        finally:
            if self._queues[job.place.urgency].remove(job):  # nobody waits for it any more
                self._length -= 1

    def hurry(self, place: Place) -> None:
        """Somebody has come to a table that nobody looked at."""
        for job in self._queues[Urgency.UNWATCHED].take(place):
            job.place = place
            self._queues[place.urgency].add(job)

    def check_length(self, address: str) -> None:
        """`Problem` if there is no room for one more of this address; a few that fill the line with all that
        they may ask keep no other out."""
        own = sum(queue.waiting(address) for queue in self._queues.values())
        if self._longest_of_address is not None and own >= self._longest_of_address:
            raise problems.too_fast(AGAIN)
        if self._longest is not None and self._length >= self._longest * (1 if own else FOR_OTHERS):
            raise problems.busy(AGAIN)

    def submit(self, work: Callable[[], None]) -> None:
        self._pool.submit(work)

    def stop(self) -> None:
        self._stopped = True
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _begin(self) -> None:
        while self._free and not self._stopped and (job := self._next()):
            self._length -= 1
            if job.future.done():
                continue
            self._free -= 1
            behind = self._behind(job.place)
            running = asyncio.get_running_loop().run_in_executor(self._pool, job.run, behind)
            running.add_done_callback(partial(self._end, job))

    def _next(self) -> _Job | None:
        """By urgency, and now and then one of a kind that was passed over: an address that always wants
        something urgent would otherwise keep everybody from all that is less urgent."""
        job = self._passed_over() if self._in_a_row >= IN_A_ROW else None
        if job:
            self._in_a_row = 0
        elif job := self._most_urgent():
            self._in_a_row = self._in_a_row + 1 if self._length > 1 else 0
        if job:
            self._kinds.remove(job.place.urgency)
            self._kinds.append(job.place.urgency)
        return job

    def _passed_over(self) -> _Job | None:
        """Of the kind that was not served for longest, for an address with time left."""
        jobs = (self._queues[urgency].next(self._is_thrifty) for urgency in tuple(self._kinds))
        return next(filter(None, jobs), None)

    def _most_urgent(self) -> _Job | None:
        for served, urgencies in self._order():
            for urgency in urgencies:
                if job := self._queues[urgency].next(served):
                    return job
        return None

    def _order(self) -> Iterator[tuple[Callable[[str], bool], tuple[Urgency, ...]]]:
        """Whom to serve: those who wait before those who do not, the thrifty before the rest. What is only
        made better waits for everybody who has nothing yet, thrifty or not."""
        waiting = (Urgency.PLAYING, Urgency.REVIEWING, Urgency.STUDYING)
        for urgencies in (waiting, (Urgency.REFINING,), (Urgency.UNWATCHED,)):
            yield self._is_thrifty, urgencies
            yield lambda _address: True, urgencies

    def _is_thrifty(self, address: str) -> bool:
        return not self.allowance.overdrawn(address)

    def _behind(self, place: Place) -> int:
        """Others of the same address that wait, and other addresses as one each."""
        least = max(place.urgency, Urgency.STUDYING)
        queues = [queue for urgency, queue in self._queues.items() if urgency <= least]
        own = sum(queue.waiting(place.address) for queue in queues)
        others = {address for queue in queues for address in queue.addresses} - {place.address}
        return own + len(others)

    def _end(self, job: _Job, running: asyncio.Future[Any]) -> None:
        self._free += 1
        job.allowance.charge(job.place.address, job.seconds)
        self._queues[job.place.urgency].charge(job.place.address, job.seconds)
        future = job.future
        if running.cancelled():
            future.cancel()
        elif error := running.exception():
            if not future.done():
                future.set_exception(error)
        elif not future.done():
            future.set_result(running.result())
        self._begin()
