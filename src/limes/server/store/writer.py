"""One thread writes to the log; turns that arrive while it writes share the next commit."""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

import structlog

from limes.server import problems
from limes.server.entries import Batch, Due, Entry, Link, Made, Outcome, Removal, Seen, TableToStore
from limes.server.problems import Problem
from limes.server.store.health import OUT_OF_REACH, ailment, is_in_use
from limes.server.store.log import Log
from limes.server.store.probing import probe

MOST_A_COMMIT = 500
BUSY = 3  # entries of a commit, from which on the next one is waited for a little
GATHERING = 0.02  # seconds; a commit costs the processor about as much as ten turns in it
BLIP = 1.5  # seconds for which a connection may be lost before anybody hears of it
STALLED = 5.0  # seconds after which nobody waits for a commit any more
AGAIN = 2.0  # seconds after which somebody may try again what another session was in the way of
LOCK_ALONE = 0.2  # seconds for which a lock is waited for that a whole batch has waited for in vain
LONGEST_ALONE = 1.5  # seconds for the entries of such a batch; nobody tries the rest of them
LOOK_AGAIN = 1.0  # seconds until the next look whether the database is well again
LONGEST_PROBE = 3.0
ENDING = 3.0  # seconds for the last commits when the server stops
Wanted = Entry | TableToStore | Due | Seen | Link | Removal
Future = asyncio.Future[Outcome | None]
Waiting = tuple[Wanted, Future, float]  # and since when
Ailment = Callable[[], Problem]
Answers = tuple[list[Outcome | Problem | None], Ailment | None]
LOG = structlog.get_logger("limes.writer")


class Took(NamedTuple):
    """Seconds that the first of a batch waited for the commit, and that the commit took."""

    queued: float
    commit: float


OnStored = Callable[[Sequence[Entry], Sequence[Outcome], Took], None]


class Writer:
    """Stores entries in the order they come in; who starts it hears of each batch before who waits for it."""

    def __init__(self, log: Log, patience: float = BLIP) -> None:
        self._log = log
        self._health = log.health
        self._patience = patience
        self._queue: asyncio.Queue[Waiting] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, "limes-writer")
        self._prober = ThreadPoolExecutor(1, "limes-prober")
        self._task: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._stopping = False
        self._stalled = False

    @property
    def running(self) -> bool:
        return self._task is not None and not self._task.done() and not self._stopping

    def start(self, on_stored: OnStored) -> None:
        self._task = asyncio.create_task(self._run(on_stored))
        self._looking = asyncio.create_task(self._look_after_health())

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

    async def create(self, table: TableToStore) -> bool:
        """Done when the table is durable, or was there before; not if what it follows from has changed."""
        return isinstance(await self._queued(table), Made)

    def note(self, noted: Due | Seen) -> None:
        """Stored with the next commit; nobody waits for it, and a later look corrects what was lost, as all
        is while the database fails."""
        if not self._stopping and not self._health.problem:
            self._queued(noted).add_done_callback(lambda future: future.exception())

    async def stop(self) -> None:
        """Store what is waiting, then end; in time, though the database may be away."""
        self._stopping = True
        with suppress(TimeoutError):
            async with asyncio.timeout(ENDING):
                await self._queue.join()
                self._cancel_tasks()
                for thread in (self._thread, self._prober):  # what it is at has left the database by then
                    await asyncio.wrap_future(thread.submit(lambda: None))
        self._cancel_tasks()
        for thread in (self._thread, self._prober):
            thread.shutdown(wait=False, cancel_futures=True)

    def _cancel_tasks(self) -> None:
        for task in (self._task, self._looking):
            if task:
                task.cancel()

    def _queued(self, wanted: Wanted) -> Future:
        if self._stopping:
            raise problems.stopping()
        self._health.check()
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
            storing = asyncio.create_task(self._store_batch(batch, on_stored))
            done, _ = await asyncio.wait([storing], timeout=STALLED)
            if not done:
                self._stalled = True
                self._give_up(batch)
                await asyncio.wait([storing])
                self._stalled = False
            if error := storing.exception():  # whatever it is, the next batch is stored
                LOG.error("a batch failed", error=type(error).__name__)
            for _wanted, future, _since in batch:
                if not future.done():
                    future.set_exception(problems.unexpected())
                self._queue.task_done()

    def _give_up(self, batch: Sequence[Waiting]) -> None:
        """Nobody waits for a commit that does not end; whoever tries again finds what it may have stored."""
        self._health.ails(problems.log_unreachable)
        behind = [self._queue.get_nowait() for _ in range(self._queue.qsize())]
        for _wanted, future, _since in (*batch, *behind):
            if not future.done():
                future.set_exception(problems.log_unreachable())
        for _ in behind:
            self._queue.task_done()

    async def _look_after_health(self) -> None:
        """Whenever somebody doubts it, and then until it is well."""
        while True:
            await self._health.doubted.wait()
            self._health.doubted.clear()
            while not await self._is_well():
                await asyncio.sleep(LOOK_AGAIN)

    async def _is_well(self) -> bool:
        """Not while a commit does not end, whoever else gets through: all others wait for it."""
        if self._stalled:
            return False
        probing = asyncio.get_running_loop().run_in_executor(self._prober, probe, self._log)
        try:
            await asyncio.wait_for(probing, LONGEST_PROBE)
        except Exception as error:
            self._health.ails(ailment(error) or problems.log_unreachable)
            return False
        self._health.recovered()
        return True

    async def _store_batch(self, batch: Sequence[Waiting], on_stored: OnStored) -> None:
        queued = time.perf_counter() - batch[0][2]
        wanted = [each for each, _future, _since in batch]
        loop = asyncio.get_running_loop()
        (answers, ailing), commit = await loop.run_in_executor(self._thread, self._timed, wanted)
        if ailing:
            self._health.ails(ailing)
        elif any(isinstance(outcome, Problem) and outcome.code == "busy" for outcome in answers):
            self._health.doubt()  # somebody may have locked more than a row
        stored = [
            (each, outcome)
            for each, outcome in zip(wanted, answers, strict=True)
            if isinstance(each, Entry) and outcome is not None and not isinstance(outcome, Problem)
        ]
        try:
            entries, outcomes = [each for each, _ in stored], [outcome for _, outcome in stored]
            on_stored(entries, outcomes, Took(queued, commit))
        finally:  # what is durable is acknowledged whatever else goes wrong
            for (_each, future, _since), outcome in zip(batch, answers, strict=True):
                if future.done():
                    continue
                if isinstance(outcome, Problem):
                    future.set_exception(outcome)
                else:
                    future.set_result(outcome)

    def _timed(self, wanted: Sequence[Wanted]) -> tuple[Answers, float]:
        began = time.perf_counter()
        return self._stored(wanted), time.perf_counter() - began

    def _stored(self, wanted: Sequence[Wanted], lock_seconds: float | None = None) -> Answers:
        """All in one commit; where that fails, each alone, so that one that is wrong keeps no other out."""
        try:
            return self._persistently(wanted, lock_seconds), None
        except Exception as error:
            ailing = ailment(error)
            if ailing:
                return [ailing() for _ in wanted], ailing
            LOG.error("not stored", error=type(error).__name__, together=len(wanted))
            locked = is_in_use(error)
            if len(wanted) == 1:
                return [problems.busy(AGAIN) if locked else problems.unexpected()], None
        return self._each_alone(wanted, locked)

    def _each_alone(self, wanted: Sequence[Wanted], locked: bool) -> Answers:
        answers: list[Outcome | Problem | None] = []
        ailing: Ailment | None = None
        end = time.monotonic() + LONGEST_ALONE
        for each in wanted:
            if locked and time.monotonic() > end:
                answers.append(problems.busy(AGAIN))
                continue
            outcomes, failing = self._stored([each], LOCK_ALONE if locked else None)
            answers += outcomes
            ailing = ailing or failing
        return answers, ailing

    def _persistently(
        self, wanted: Sequence[Wanted], lock_seconds: float | None
    ) -> list[Outcome | Problem | None]:
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
                outcomes = self._log.write(batch, lock_seconds)
                return _in_order(wanted, batch, outcomes)
            except OUT_OF_REACH as error:
                passing = ailment(error) is problems.log_unreachable and not self._health.problem
                if not passing or time.monotonic() + pause > end:
                    raise
                time.sleep(pause)
                pause = min(2 * pause, 0.5)


def _in_order(
    wanted: Sequence[Wanted], batch: Batch, outcomes: Sequence[Outcome]
) -> list[Outcome | Problem | None]:
    """The outcome of each, None for what has none."""
    rest = iter(outcomes)
    entries, links = (iter([*islice(rest, len(kind))]) for kind in (batch.entries, batch.links))
    ordered: list[Outcome | Problem | None] = []
    for each in wanted:
        if isinstance(each, Entry):
            ordered.append(next(entries))
        elif isinstance(each, Link):
            ordered.append(next(links))
        else:
            ordered.append(next(rest) if isinstance(each, TableToStore) else None)
    return ordered
