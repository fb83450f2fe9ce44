"""Addresses take turns: however many requests one sends at once, others wait only for a few of them."""

import asyncio
from collections import Counter, deque

AT_ONCE = 2  # requests of an address that begin together
PAUSE = 0.002  # seconds until the next ones do, in which other addresses and the threads have their turn
MOST_RUNNING = 24  # requests of an address that are being answered, or stand in a queue for that


class Fairness:
    """Where nobody sends many requests at once, nobody waits."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._running: Counter[str] = Counter()

    async def admit(self, address: str) -> None:
        """Comes back when the address may begin one more, which is to `leave`."""
        waiting = self._waiting.get(address)
        loop = asyncio.get_running_loop()
        if waiting is None:
            waiting = self._waiting[address] = deque()
            loop.call_soon(self._next, address)
            if self._running[address] < MOST_RUNNING:
                self._running[address] += 1
                return
        place: asyncio.Future[None] = loop.create_future()
        waiting.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():
                self.leave(address)
            raise

    def leave(self, address: str) -> None:
        self._running[address] -= 1
        if not self._running[address]:
            del self._running[address]

    def _next(self, address: str) -> None:
        waiting = self._waiting[address]
        for _ in range(min(AT_ONCE, len(waiting), MOST_RUNNING - self._running[address])):
            place = waiting.popleft()
            if not place.done():
                self._running[address] += 1
                place.set_result(None)
        if waiting:
            asyncio.get_running_loop().call_later(PAUSE, self._next, address)
        else:
            del self._waiting[address]
