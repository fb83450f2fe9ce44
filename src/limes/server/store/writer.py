"""One thread writes to the log; turns that arrive while it writes share the next commit."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import structlog
from sqlalchemy.exc import InterfaceError, OperationalError

from limes.server import problems
from limes.server.entries import Batch, Due, Entry, Link, Outcome, Removal, Seen, TableToStore
from limes.server.problems import Problem
from limes.server.store.log import Log

MOST_A_COMMIT = 500
BUSY = 3  # entries of a commit, from which on the next one is waited for a little
GATHERING = 0.02  # seconds; a commit costs the processor about as much as ten turns in it
NO_CONNECTION = (OperationalError, InterfaceError)
Wanted = Entry | TableToStore | Due | Seen | Link | Removal
Future = asyncio.Future[Outcome | None]
Waiting = tuple[Wanted, Future, float]  # and since when
LOG = structlog.get_logger("limes.writer")


class Took(NamedTuple):
    """Seconds that the first of a batch waited for the commit, and that the commit took."""

    queued: float
    commit: float


OnStored = Callable[[Sequence[Entry], Sequence[Outcome], Took], None]


class Writer:
    """Stores entries in the order they come in; who starts it hears of each batch before who waits for it."""

    def __init__(self, log: Log, patience: float = 30.0) -> None:
        self._log = log
        self._patience = patience
        self._queue: asyncio.Queue[Waiting] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, "limes-writer")
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    @property
    def running(self) -> bool:
        return self._task is not None and not self._task.done() and not self._stopping

    def start(self, on_stored: OnStored) -> None:
        self._task = asyncio.create_task(self._run(on_stored))

    async def append(self, entry: Entry) -> Outcome:
        """Done when the entry is durable, or was not needed; `Problem` if the log cannot be reached."""
        outcome = await self._queued(entry)
        assert outcome is not None
        return outcome

    async def link(self, link: Link) -> Outcome:
        """Done when the seat is held so, or it turned out that it may not be."""
        outcome = await self._queued(link)
        assert outcome is not None
        return outcome

    async def remove(self, table_ids: Sequence[str]) -> None:
        """Done when nothing is left of these tables."""
        await self._queued(Removal(tuple(table_ids)))

    async def create(self, table: TableToStore) -> None:
        """Done when the table is durable, or was there before."""
        await self._queued(table)

    def note(self, noted: Due | Seen) -> None:
        """Stored with the next commit; nobody waits for it, and a later look corrects what was lost."""
        if not self._stopping:
            self._queued(noted).add_done_callback(lambda future: future.exception())

    async def stop(self) -> None:
        """Store what is waiting, then end."""
        self._stopping = True
        await self._queue.join()
        if self._task:
            self._task.cancel()
        self._thread.shutdown()

    def _queued(self, wanted: Wanted) -> Future:
        if self._stopping:
            raise problems.stopping()
        future: Future = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((wanted, future, time.perf_counter()))
        return future

    async def _run(self, on_stored: OnStored) -> None:
        batch: list[Waiting] = []
        while True:
            busy = len(batch) >= BUSY
            batch = [await self._queue.get()]
            if busy:
                await asyncio.sleep(GATHERING)
            while len(batch) < MOST_A_COMMIT and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            try:
                await self._store_batch(batch, on_stored)
            except Exception as error:  # whatever it is, the next batch is stored
                LOG.error("a batch failed", error=type(error).__name__)
            for _wanted, future, _since in batch:
                if not future.done():
                    future.set_exception(problems.unexpected())
                self._queue.task_done()

    async def _store_batch(self, batch: Sequence[Waiting], on_stored: OnStored) -> None:
        queued = time.perf_counter() - batch[0][2]
        wanted = [each for each, _future, _since in batch]
        loop = asyncio.get_running_loop()
        found, commit = await loop.run_in_executor(self._thread, self._timed, wanted)
        stored = [
            (each, outcome)
            for each, outcome in zip(wanted, found, strict=True)
            if isinstance(each, Entry) and outcome is not None and not isinstance(outcome, Problem)
        ]
        try:
            entries, outcomes = [each for each, _ in stored], [outcome for _, outcome in stored]
            on_stored(entries, outcomes, Took(queued, commit))
        finally:  # what is durable is acknowledged whatever else goes wrong
            for (_each, future, _since), outcome in zip(batch, found, strict=True):
                if future.done():
                    continue
                if isinstance(outcome, Problem):
                    future.set_exception(outcome)
                else:
                    future.set_result(outcome)

    def _timed(self, wanted: Sequence[Wanted]) -> tuple[list[Outcome | Problem | None], float]:
        began = time.perf_counter()
        return self._stored(wanted), time.perf_counter() - began

    def _stored(self, wanted: Sequence[Wanted]) -> list[Outcome | Problem | None]:
        """All in one commit; where that fails, each alone, so that one that is wrong keeps no other out."""
        try:
            return self._persistently(wanted)
        except NO_CONNECTION:
            return [problems.log_unreachable() for _ in wanted]
        except Exception as error:
            LOG.error("not stored", error=type(error).__name__, together=len(wanted))
            if len(wanted) == 1:
                return [problems.unexpected()]
        return [outcome for each in wanted for outcome in self._stored([each])]

    def _persistently(self, wanted: Sequence[Wanted]) -> list[Outcome | Problem | None]:
        """Writing again is safe: a turn that was stored before the connection broke is found there."""
        batch = Batch(
            entries=[each for each in wanted if isinstance(each, Entry)],
            tables=[each for each in wanted if isinstance(each, TableToStore)],
            dues=[each for each in wanted if isinstance(each, Due)],
            seen=[each for each in wanted if isinstance(each, Seen)],
            links=[each for each in wanted if isinstance(each, Link)],
            removals=[each for each in wanted if isinstance(each, Removal)],
        )
        end = time.monotonic() + self._patience
        pause = 0.05
        while True:
            try:
                outcomes = self._log.write(batch)
                entries, links = iter(outcomes[: len(batch.entries)]), iter(outcomes[len(batch.entries) :])
                return [_next_of(each, entries, links) for each in wanted]
            except NO_CONNECTION:
                if time.monotonic() + pause > end:
                    raise
                time.sleep(pause)
                pause = min(2 * pause, 2.0)


def _next_of(wanted: Wanted, entries: Iterator[Outcome], links: Iterator[Outcome]) -> Outcome | None:
    if isinstance(wanted, Entry):
        return next(entries)
    return next(links) if isinstance(wanted, Link) else None
