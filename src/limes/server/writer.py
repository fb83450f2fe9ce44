"""One thread writes to the log; turns that arrive while it writes share the next commit."""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy.exc import DBAPIError

from limes.server import problems
from limes.server.entries import Entry, NewTable, Outcome
from limes.server.log import Log

MOST_A_COMMIT = 500
Told = Callable[[Sequence[Entry], Sequence[Outcome], float], None]
Future = asyncio.Future[Outcome | None]


class Writer:
    """Stores entries in the order they come in; `told` hears of each batch before who waits for it."""

    def __init__(self, log: Log, told: Told, patience: float = 30.0) -> None:
        self._log = log
        self._told = told
        self._patience = patience
        self._queue: asyncio.Queue[tuple[Entry | NewTable, Future]] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, "limes-writer")
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def append(self, entry: Entry) -> Outcome:
        """Done when the entry is durable, or was not needed; `Problem` if the log cannot be reached."""
        outcome = await self._stored(entry)
        assert outcome is not None
        return outcome

    async def create(self, table: NewTable) -> None:
        """Done when the table is durable, or was there before."""
        await self._stored(table)

    async def stop(self) -> None:
        """Store what is waiting, then end."""
        await self._queue.join()
        if self._task:
            self._task.cancel()
        self._thread.shutdown()

    async def _stored(self, wanted: Entry | NewTable) -> Outcome | None:
        future: Future = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((wanted, future))
        return await future

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            batch = [await self._queue.get()]
            while len(batch) < MOST_A_COMMIT and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            tables = [wanted for wanted, _future in batch if isinstance(wanted, NewTable)]
            entries = [wanted for wanted, _future in batch if isinstance(wanted, Entry)]
            began = time.perf_counter()
            try:
                outcomes = await loop.run_in_executor(self._thread, self._store, entries, tables)
            except DBAPIError:
                for _wanted, future in batch:
                    if not future.done():
                        future.set_exception(problems.log_unreachable())
            else:
                self._told(entries, outcomes, time.perf_counter() - began)
                found = iter(outcomes)
                for wanted, future in batch:
                    outcome = next(found) if isinstance(wanted, Entry) else None
                    if not future.done():
                        future.set_result(outcome)
            for _ in batch:
                self._queue.task_done()

    def _store(self, entries: Sequence[Entry], tables: Sequence[NewTable]) -> list[Outcome]:
        """Writing again is safe: a turn that was stored before the connection broke is found there."""
        end = time.monotonic() + self._patience
        pause = 0.05
        while True:
            try:
                return self._log.write(entries, tables)
            except DBAPIError:
                if time.monotonic() + pause > end:
                    raise
                time.sleep(pause)
                pause = min(2 * pause, 2.0)
