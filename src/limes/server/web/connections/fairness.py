"""Addresses take turns: however many requests one sends at once, others wait only for a few of them."""

import asyncio
from collections import deque

AT_ONCE = 2  # requests of an address that begin together
PAUSE = 0.002  # seconds until the next ones do, in which other addresses and the threads have their turn


class Fairness:
    """Where nobody sends many requests at once, nobody waits."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def admit(self, address: str) -> None:
        """Comes back when the address may begin one more."""
        waiting = self._waiting.get(address)
        if waiting is None:
            self._waiting[address] = deque()
            asyncio.get_running_loop().call_soon(self._next, address)
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.append(place)
        await place

    def _next(self, address: str) -> None:
        waiting = self._waiting[address]
        if not waiting:
            del self._waiting[address]
            return
        for _ in range(min(AT_ONCE, len(waiting))):
            place = waiting.popleft()
            if not place.done():
                place.set_result(None)
        asyncio.get_running_loop().call_later(PAUSE, self._next, address)
