"""Threads that read the log, for those who ask by turns; nobody waits long for a database that is away."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from threading import Thread
from typing import TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoFreeConnection

from limes.server import problems
from limes.server.lines import ASKING, Allowance, Line, Place
from limes.server.store import Log, ailment

READERS = 4
OF_ADDRESS = 2  # of them: some reads take long for somebody who has much stored, and others find one free
LONGEST_READ = 5.0  # seconds
ENDING = 1.0  # seconds for reads to end when the server stops
T = TypeVar("T")


class Readers:
    def __init__(self, log: Log) -> None:
        self._health = log.health
        self._line = Line(READERS, "limes-reader", Allowance(1.0, inf), threads_of_address=OF_ADDRESS)

    async def read(self, call: Callable[..., T], *arguments: object) -> T:
        """What a blocking call of the log finds; `Problem` if the log cannot be reached."""
        place = Place(ASKING.get(), "")
        with self.reading():
            async with asyncio.timeout(LONGEST_READ):
                return await self._line.join(place, lambda _behind: call(*arguments))

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Where the log is read, in whatever thread: if it fails, a `Problem` says so and somebody looks."""
        self._health.check_reading()
        try:
            yield
        except (DBAPIError, NoFreeConnection, TimeoutError) as error:
            self._health.doubt()
            raise (ailment(error) or problems.log_unreachable)() from None

    def stop(self) -> None:
        """A connection in use would stay open, so what is being read is waited for, but not for ever."""
        ending = Thread(target=self._line.stop, daemon=True)
        ending.start()
        ending.join(ENDING)
