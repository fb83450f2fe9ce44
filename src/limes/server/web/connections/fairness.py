"""Addresses take turns: however many requests one sends at once, others wait only for a few of them.

An address may be that of a school. There, one request begins because it has waited longest, the next because
it is the turn of whoever has its cookies; those without any have a turn together. So nobody waits for all
that one neighbour sends, and one with a cookie for each request has others wait twice as long at the most.

Files of the client have lines of their own: a class that opens the app in the same minute asks for thousands,
and who plays already must not wait for them.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

AT_ONCE = 2  # requests of an address that begin together
PAUSE = 0.002  # seconds until the next ones do, in which other addresses and the threads have their turn
AT_FIRST = 100  # requests that begin so; a page needs fewer
LONG_PAUSE = 0.02  # from then on, as long as some wait: no address may keep the process busy by itself
LONG_PAUSE_FOR_FILES = 0.005  # they cost less
GONE = "gone"  # in the state of a request or a socket whose client has left
RUNNING = "running"  # in the state of every request
MOST_RUNNING = 24  # requests of an address that are being answered


class Running:
    """A request of an address that is being answered, until its answer begins, or it waits for something else
    than its turn to read: for a thread that thinks, or for somebody else.

    It is in the state of the request, so it knows nothing of that: else both would keep each other, headers
    and all, until the collector comes by, which is seldom.
    """

    def __init__(self, all_running: Counter[str], address: str, admit: "Admit") -> None:
        self._all = all_running
        self._address: str | None = address
        self._admit = admit
        all_running[address] += 1

    def leave(self) -> None:
        """Once more does no harm."""
        if self._address is None:
            return
        self._all[self._address] -= 1
        if not self._all[self._address]:
            del self._all[self._address]
        self._address = None

    async def come_back(self, gone: "Gone") -> bool:
        """What it waited for has come: it stands in line again, as hundreds may have waited for the same and
        would all be answered at once. Whether its client is still there."""
        self.leave()
        running = await self._admit(gone)
        if running is not None:
            self._address, running._address = running._address, None
        return running is not None


Gone = Callable[[], bool]  # whether the client has left
Admit = Callable[[Gone], Coroutine[None, None, Running | None]]


class _Place(NamedTuple):
    cookies: str
    called: asyncio.Future[Running | None]
    gone: Gone
    again: Admit


@dataclass(slots=True)
class _Line:
    """Requests of an address that wait, as they came and by cookies, and how many began since one had to."""

    begun: int = 0
    _places: deque[_Place] = field(default_factory=deque)
    _by_cookies: OrderedDict[str, deque[_Place]] = field(default_factory=OrderedDict)

    def add(self, place: _Place) -> None:
        self._places.append(place)
        self._by_cookies.setdefault(place.cookies, deque()).append(place)

    def waiting(self) -> bool:
        while self._places and self._places[0].called.done():
            self._places.popleft()
        return bool(self._places)

    def next(self) -> _Place:
        """Of those that wait; either way, whoever has these cookies has had a turn."""
        cookies = next(iter(self._by_cookies)) if self.begun % 2 else self._places[0].cookies
        places = self._by_cookies.pop(cookies)
        place = places.popleft()
        if places:
            self._by_cookies[cookies] = places
        return place


class Fairness:
    """Where nobody sends many requests at once, nobody waits."""

    def __init__(self, long_pause: float = LONG_PAUSE) -> None:
        self._long_pause = long_pause
        self._lines: dict[str, _Line] = {}
        self._running: Counter[str] = Counter()

    async def admit(self, address: str, cookies: str, gone: Gone) -> Running | None:
        """Comes back when the address may begin one more; with nothing if its client had gone by then."""
        line = self._lines.get(address)
        loop = asyncio.get_running_loop()
        again = partial(self.admit, address, cookies)
        if line is None:
            line = self._lines[address] = _Line()
            loop.call_soon(self._next, address)
            if self._running[address] < MOST_RUNNING:
                return Running(self._running, address, again)
        place = _Place(cookies, loop.create_future(), gone, again)
        line.add(place)
        try:
            return await place.called
        except asyncio.CancelledError:
            if not place.called.cancelled() and (running := place.called.result()):
                running.leave()
            raise

    def _next(self, address: str) -> None:
        line = self._lines[address]
        room = min(AT_ONCE, MOST_RUNNING - self._running[address])
        while room > 0 and line.waiting():
            place = line.next()
            if place.called.done():
                continue
            if place.gone():
                place.called.set_result(None)
            else:
                place.called.set_result(Running(self._running, address, place.again))
                line.begun += 1
                room -= 1
        if line.waiting():
            pause = PAUSE if line.begun < AT_FIRST else self._long_pause
            asyncio.get_running_loop().call_later(pause, self._next, address)
        else:
            del self._lines[address]
