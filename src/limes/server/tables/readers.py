"""Threads that read the log; nobody waits long for a database that is away."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Thread
from typing import TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoFreeConnection

from limes.server import problems
from limes.server.store import Log, ailment

READERS = 4
LONGEST_READ = 5.0  # seconds
ENDING = 1.0  # seconds for reads to end when the server stops
T = TypeVar("T")


class Readers:
    def __init__(self, log: Log) -> None:
        self._health = log.health
        self._threads = ThreadPoolExecutor(READERS, "limes-reader")

    async def read(self, call: Callable[..., T], *arguments: object) -> T:
        """What a blocking call of the log finds; `Problem` if the log cannot be reached."""
        loop = asyncio.get_running_loop()
        with self.reading():
            async with asyncio.timeout(LONGEST_READ):
                return await loop.run_in_executor(self._threads, call, *arguments)

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
        ending = Thread(target=partial(self._threads.shutdown, cancel_futures=True), daemon=True)
        ending.start()
        ending.join(ENDING)
