"""Where connections come in: many at a time, but of one address not more than it may open."""

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from limes.server.web.connections.bounds import Bounds

AT_A_TIME = 0.02  # seconds: uvloop's own server takes in one a round, and whoever sends many keeps others out
REST = 1.0  # seconds when the system has no more files, or whatever it lacks
OUTSIDE = 0.05  # seconds until the next look at those who wait there


class Door:
    """One listening socket."""

    def __init__(
        self, listening: socket.socket, bounds: Bounds, make: Callable[[], asyncio.Protocol]
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self._listening = listening
        self._bounds = bounds
        self._make = make
        self._outside: list[tuple[socket.socket, str]] = []
        self._waiting: Counter[str] = Counter()  # how many of them are of an address
        self._entering: set[asyncio.Task[None]] = set()
        listening.setblocking(False)
        self._tasks = [asyncio.create_task(self._open()), asyncio.create_task(self._look_outside())]

    @property
    def port(self) -> int:
        port: int = self._listening.getsockname()[1]
        return port

    def waiting(self, address: str) -> int:
        """How many connections of an address are not let in yet."""
        return self._waiting[address]

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for connection, _address in self._outside:
            connection.close()
        self._listening.close()

    async def _open(self) -> None:
        while True:
            try:
                self._meet(*await self.loop.sock_accept(self._listening))
                end = time.monotonic() + AT_A_TIME
                while time.monotonic() < end:
                    self._meet(*self._listening.accept())
            except (BlockingIOError, ConnectionError):  # nobody else, or somebody who is gone again
                continue
            except OSError:
                await asyncio.sleep(REST)

    async def _look_outside(self) -> None:
        while True:
            await asyncio.sleep(OUTSIDE)
            outside, self._outside, self._waiting = self._outside, [], Counter()
            for connection, address in outside:
                self._meet(connection, (address,))

    def _meet(self, connection: socket.socket, peer: tuple[object, ...]) -> None:
        address = str(peer[0])
        if not self._waiting[address] and self._bounds.admits(address):
            entering = asyncio.create_task(self._enter(connection))
            self._entering.add(entering)
            entering.add_done_callback(self._entering.discard)
        elif self._waiting[address] < self._bounds.settings.connections_an_address:
            self._waiting[address] += 1
            self._outside.append((connection, address))
        else:
            connection.close()

    async def _enter(self, connection: socket.socket) -> None:
        with suppress(OSError):  # it is gone again
            connection.setblocking(False)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await self.loop.connect_accepted_socket(self._make, connection)
