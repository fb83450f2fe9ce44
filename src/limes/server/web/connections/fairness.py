"""Addresses take turns: however many requests one sends at once, others wait only for a few of them.

Files of the client have lines of their own: a class that opens the app in the same minute asks for thousands,
and who plays already must not wait for them.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

AT_ONCE = 2  # requests of an address that begin together
PAUSE = 0.002  # seconds until the next ones do, in which other addresses and the threads have their turn
AT_FIRST = 100  # requests that begin so; a page needs fewer
LONG_PAUSE = 0.02  # from then on, as long as some wait: no address may keep the process busy by itself
LONG_PAUSE_FOR_FILES = 0.005  # they cost less
GONE = "gone"  # in the state of a request whose client has left
MOST_RUNNING = 24  # requests of an address that are being answered, or stand in a queue for that


class _Place(NamedTuple):
    called: asyncio.Future[bool]
    gone: Callable[[], bool]


@dataclass(slots=True)
class _Line:
    """Requests of an address that wait, and how many began since one had to."""

    places: deque[_Place] = field(default_factory=deque)
    begun: int = 0


class Fairness:
    """Where nobody sends many requests at once, nobody waits."""

    def __init__(self, long_pause: float = LONG_PAUSE) -> None:
        self._long_pause = long_pause
        self._lines: dict[str, _Line] = {}
        self._running: Counter[str] = Counter()

    async def admit(self, address: str, gone: Callable[[], bool]) -> bool:
        """Comes back when the address may begin one more, which is to `leave`; or, with False, when its turn
        came and the client had gone."""
        line = self._lines.get(address)
        loop = asyncio.get_running_loop()
        if line is None:
            line = self._lines[address] = _Line()
            loop.call_soon(self._next, address)
            if self._running[address] < MOST_RUNNING:
                self._running[address] += 1
                return True
        place = _Place(loop.create_future(), gone)
        line.places.append(place)
        try:
            return await place.called
        except asyncio.CancelledError:
            if not place.called.cancelled() and place.called.result():
                self.leave(address)
            raise

    def leave(self, address: str) -> None:
        self._running[address] -= 1
        if not self._running[address]:
            del self._running[address]

    def _next(self, address: str) -> None:
        line = self._lines[address]
        room = min(AT_ONCE, MOST_RUNNING - self._running[address])
        while line.places and room > 0:
            place = line.places.popleft()
            if place.called.done():
                continue
            gone = place.gone()
            place.called.set_result(not gone)
            if not gone:
                self._running[address] += 1
                line.begun += 1
                room -= 1
        if line.places:
            pause = PAUSE if line.begun < AT_FIRST else self._long_pause
            asyncio.get_running_loop().call_later(pause, self._next, address)
        else:
            del self._lines[address]
