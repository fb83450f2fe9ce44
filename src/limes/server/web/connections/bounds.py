"""All connections of a process: how many there are, of which address, and those that take too long."""

import asyncio
import socket
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from operator import itemgetter
from typing import Protocol

from starlette.responses import Response
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from limes.server import problems
from limes.server.limits import GUESTS_AN_ADDRESS, Bucket, Limits, Rate, counted_as
from limes.server.problems import Problem
from limes.server.services import Services
from limes.server.web.answers import failure

OTHER_FILES = 100  # that the process needs beside its connections: the database, logs, threads
FEWEST = 8  # connections of an address, however few files the system allows
PARSING = 0.25  # of the processor's time, for the requests of an address before they stand in line
PARSING_AT_ONCE = 0.1  # seconds
HOLD = 0.05  # seconds in which nothing is read of an address that took more
PATIENCE = 3.0  # seconds that answers still take when the server stops
MOST_UNSENT_IN_SYSTEM = 2**16  # bytes of a connection that lie there before they go on the line
MOST_UNSENT = 100 * 2**20  # bytes for the clients of an address that lie here; 500 slow ones of files have 64


class Watched(Protocol):
    """A connection of either kind."""

    transport: asyncio.Transport

    def look(self, now: float) -> None:
        """End it if it takes too long."""

    def may_be_held(self) -> bool:
        """Whether it reads by itself what takes long to parse."""


def keep_unsent(transport: asyncio.Transport) -> None:
    """Here, where it is seen that nobody takes it. The system would take megabytes of it for a client who
    does not read, and keep them even after the connection has been closed."""
    connection = transport.get_extra_info("socket")
    if connection is None or not hasattr(socket, "TCP_NOTSENT_LOWAT"):  # Windows has none
        return
    with suppress(OSError):  # the client has gone already
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MOST_UNSENT_IN_SYSTEM)


class _Address:
    """The connections of an address, and those that are held: nothing is read of them for a moment."""

    def __init__(self) -> None:
        self.open: dict[asyncio.Transport, None] = {}  # those that were read last come last
        self.parsing = Bucket(PARSING, PARSING_AT_ONCE)
        self.held: list[asyncio.Transport] | None = None


class Bounds:
    """Shared by all connections; those of a trusted proxy, who speaks for many clients, are not counted."""

    def __init__(self, services: Services, files: int | None = None) -> None:
        self.settings = services.settings
        self._services = services
        self._proxies = ProxyHeadersMiddleware(_nobody, services.settings.trusted_proxies).trusted_hosts
        self._open: dict[str, _Address] = {}
        self._addresses: dict[asyncio.Transport, str] = {}
        self._files = files
        self.outside = 0  # connections that are not let in yet
        self._arrivals = Limits(
            self.settings.connections_an_address / (GUESTS_AN_ADDRESS * Rate.CONNECTION.burst)
        )

    def counted(self, client: str) -> str:
        """The address as which a client is counted; nothing for a trusted proxy, who speaks for many."""
        return "" if client in self._proxies else counted_as(client)

    def enter(self, transport: asyncio.Transport, client: tuple[str, int] | None) -> bool:
        """Whether the client's address may have one more; a socket has the transport of its request."""
        address = self.counted(client[0]) if client else ""
        if not address:
            return True
        own = self._open.get(address) or _Address()
        if len(own.open) >= self.most_of_one():
            return False
        own.open[transport] = None
        self._open[address] = own
        self._addresses[transport] = address
        return True

    def most_of_one(self) -> int:
        """Connections that one address may have: never more than are left for all others."""
        most = self.settings.connections_an_address
        if self._files is None:
            return most
        return min(most, max(FEWEST, self._files - OTHER_FILES - len(self._addresses) - self.outside))

    def leave(self, transport: asyncio.Transport) -> None:
        address = self._addresses.pop(transport, None)
        if address is not None:
            del self._open[address].open[transport]  # what it took to parse stays, until `look`

    def admits(self, address: str) -> bool:
        """Whether one more connection from there may come in now."""
        if not address:
            return True
        try:
            self._arrivals.check(Rate.CONNECTION, address)
        except Problem:
            return False
        return True

    def parsed(self, transport: asyncio.Transport, seconds: float) -> None:
        """All connections that have something are read in one round of the loop, before anybody is in line:
        an address whose requests take long is read little by little."""
        address = self._addresses.get(transport)
        if address is None:
            return
        own = self._open[address]
        own.open[transport] = own.open.pop(transport)
        loop = asyncio.get_running_loop()
        if own.parsing.take(seconds, loop.time()) or own.held is not None:
            return
        own.held = [
            each for each in own.open if not each.is_closing() and each.is_reading() and _is_held(each)
        ]
        for each in own.held:
            each.pause_reading()
        loop.call_later(HOLD, self._read_on, own)

    @staticmethod
    def _read_on(own: _Address) -> None:
        held, own.held = own.held or (), None
        for each in held:
            if not each.is_closing() and _is_held(each):
                each.resume_reading()

    def refusal(self, problem: Problem, accepted: str | None = None) -> bytes:
        """An answer as it goes over the line, after which the connection is closed."""
        response: Response = failure(self._services, problem, accepted)
        response.headers["connection"] = "close"
        fields = b"".join(b"%b: %b\r\n" % field for field in response.raw_headers)
        return b"HTTP/1.1 %d \r\n%b\r\n" % (response.status_code, fields) + bytes(response.body)

    def cut(self, problem: Problem) -> None:
        """A connection is cut without an answer; it counts as a problem all the same."""
        self._services.metrics.problems.labels(problem.code).inc()

    def look(self, connections: Collection[Watched], now: float) -> None:
        for connection in tuple(connections):
            connection.look(now)
        for address, own in tuple(self._open.items()):
            if not own.open and own.held is None and own.parsing.is_full(now):
                del self._open[address]
        unsent = [(size, each) for each in self._addresses if (size := each.get_write_buffer_size())]
        of_address: Counter[str] = Counter()
        for size, transport in sorted(unsent, key=itemgetter(0)):
            of_address[self._addresses[transport]] += size
            if of_address[self._addresses[transport]] > MOST_UNSENT:
                transport.abort()  # the largest ones; the rest has room
                self.cut(problems.too_slow())

    @staticmethod
    def end_soon(connections: Collection[Watched]) -> asyncio.TimerHandle:
        """When the server stops: whoever has not taken an answer by then goes without it."""

        def end() -> None:
            for connection in tuple(connections):
                connection.transport.abort()

        return asyncio.get_running_loop().call_later(PATIENCE, end)


def _is_held(transport: asyncio.Transport) -> bool:
    protocol: Watched = transport.get_protocol()  # type: ignore[assignment]
    return protocol.may_be_held()


async def _nobody(*_message: object) -> None:
    """The application of a middleware that is only asked whom it trusts."""
