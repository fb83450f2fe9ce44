"""Where work is done: in this process or in others here, on a cluster in `limes.arena.cluster`."""

import signal
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import Protocol, TypeVar

Given = TypeVar("Given")
Found = TypeVar("Found")


class Engine(Protocol):
    """Calls a function for each item, many at a time, and yields the results as they arrive."""

    def each(self, function: Callable[[Given], Found], given: Iterable[Given]) -> Generator[Found]: ...


class Here:
    """One item after the other in this process, so functions defined in a notebook work, too."""

    def each(self, function: Callable[[Given], Found], given: Iterable[Given]) -> Generator[Found]:
        yield from map(function, given)


class Processes:
    """A number of processes on this machine. Bots must be importable there; names always are."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def each(self, function: Callable[[Given], Found], given: Iterable[Given]) -> Generator[Found]:
        pool = ProcessPoolExecutor(
            self.jobs, mp_context=get_context("spawn"), initializer=_leave_interrupts_alone
        )
        waiting = iter(given)
        running: set[Future[Found]] = set()
        try:
            while True:
                for task in waiting:
                    running.add(pool.submit(function, task))
                    if len(running) >= 2 * self.jobs:
                        break
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            _stop(pool)


def _leave_interrupts_alone() -> None:
    """Ctrl-C reaches every process of the terminal; only the one that prints the report acts on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the pool without waiting for deals that nobody will count."""
    for process in list((pool._processes or {}).values()):
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)
