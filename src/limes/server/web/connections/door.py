"""Where connections come in: of each address a few at a time, and not more than it may open."""

import asyncio
import errno
import socket
import time
from collections import deque
from collections.abc import Callable

from limes.server.web.connections.bounds import Bounds

ACCEPTING = 0.02  # seconds: uvloop's own server accepts one a round, and whoever sends many keeps others out
AT_A_TIME = 10  # connections of an address, in each round of the event loop
LACKING = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)  # files or memory of the system
REST = 1.0  # seconds until it may have some again
OUTSIDE = 0.05  # seconds until the next look at those who may not come in yet


class Door:
    """One listening socket."""

    def __init__(
        self, listening: socket.socket, bounds: Bounds, make: Callable[[], asyncio.Protocol]
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self._listening = listening
        self._bounds = bounds
        self._make = make
        self._outside: dict[str, deque[socket.socket]] = {}
        self._came = asyncio.Event()
        self._entering: set[asyncio.Task[None]] = set()
        listening.setblocking(False)
        self._tasks = [asyncio.create_task(self._accept()), asyncio.create_task(self._let_in())]

    @property
    def port(self) -> int:
        port: int = self._listening.getsockname()[1]
        return port

    def waiting(self, address: str) -> int:
        """How many connections of an address are not let in yet."""
        return len(self._outside.get(address, ()))

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for waiting in self._outside.values():
            for connection in waiting:
                connection.close()
        self._outside.clear()
        self._listening.close()

    async def _accept(self) -> None:
        while True:
            try:
                self._meet(*await self.loop.sock_accept(self._listening))
                end = time.monotonic() + ACCEPTING
                while time.monotonic() < end:
                    self._meet(*self._listening.accept())
                await asyncio.sleep(0)
            except OSError as error:  # else nobody else comes, or somebody is gone again
                if error.errno in LACKING:
                    await asyncio.sleep(REST)

    def _meet(self, connection: socket.socket, peer: tuple[object, ...]) -> None:
        address = self._bounds.counted(str(peer[0]))
        waiting = self._outside.setdefault(address, deque())
        if not address or len(waiting) < self._bounds.most_of_one():
            waiting.append(connection)
            self._bounds.outside += 1
            self._came.set()
        else:
            connection.close()

    async def _let_in(self) -> None:
        while True:
            await self._came.wait()
            some = False
            for address, waiting in tuple(self._outside.items()):
                for _ in range(min(AT_A_TIME, len(waiting))):
                    if not self._bounds.admits(address):
                        break
                    some = True
                    self._bounds.outside -= 1
                    entering = asyncio.create_task(self._enter(waiting.popleft()))
                    self._entering.add(entering)
                    entering.add_done_callback(self._entering.discard)
                if not waiting:
                    del self._outside[address]
            if not self._outside:
                self._came.clear()
            await asyncio.sleep(0 if some else OUTSIDE)

    async def _enter(self, connection: socket.socket) -> None:
        try:
            connection.setblocking(False)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await self.loop.connect_accepted_socket(self._make, connection)
        except OSError:  # it is gone again
            connection.close()
