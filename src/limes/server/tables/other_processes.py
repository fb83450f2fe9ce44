"""Several processes on one PostgreSQL wake each other up; what they say is a hint, the log is the truth."""

import asyncio
import time
from contextlib import suppress

import psycopg
import structlog
from sqlalchemy import URL

from limes.server.problems import Problem
from limes.server.store import CHANNEL, NOT_FOR_LONG, Log, notices
from limes.server.tables.live import Live
from limes.server.tables.live_tables import LiveTables

HEARTBEAT = 20.0
GATHERED = 0.05
LOOK_AGAIN = 0.5
FORGOTTEN = 60.0  # seconds after which the presence that a silent process told of is over
LOG = structlog.get_logger("limes.other_processes")


class OtherProcesses:
    """Listens to the other processes, and tells them who is present here."""

    def __init__(self, database: URL, log: Log) -> None:
        self._url = database.set(drivername="postgresql").render_as_string(hide_password=False)
        self._log = log
        self._changed: set[str] = set()
        self._asked: set[str] = set()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._seating: asyncio.Task[None] | None = None

    def start(self, tables: LiveTables) -> None:
        work = (self._listen(tables), self._tell(tables), self._beat(tables))
        self._tasks = [asyncio.create_task(each) for each in work]

    def stop(self) -> None:
        for task in (*self._tasks, self._seating):
            if task:
                task.cancel()

    def tell_who_is_present(self, live: Live) -> None:
        self._changed.add(live.table.id)
        self._wake.set()

    def ask_who_is_present(self, live: Live) -> None:
        self._asked.add(live.table.id)
        self._wake.set()

    async def _listen(self, tables: LiveTables) -> None:
        listening = True
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._url, autocommit=True, client_encoding="utf8", **NOT_FOR_LONG
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}".encode())
                    listening = True
                    for live in tables.in_memory():  # what was said while nobody listened
                        tables.refresh_soon(live)
                    self._seating = asyncio.create_task(self._seat_again(tables))
                    async for notice in connection.notifies():
                        self._hear(tables, notice.payload)
            except psycopg.Error as error:
                if listening:
                    LOG.warning("not listening", error=type(error).__name__)
                listening = False
                await asyncio.sleep(1)

    async def _seat_again(self, tables: LiveTables) -> None:
        """Seats may have changed hands while nobody listened: every table is looked at, one by one."""
        while not await _answers(tables):
            await asyncio.sleep(LOOK_AGAIN)
        for live in tables.in_memory():
            await tables.seat_again(live)

    def _hear(self, tables: LiveTables, payload: str) -> None:
        """What is not understood is passed over: anybody who reaches the database may say something here."""
        with suppress(ValueError):
            self._understand(tables, payload)

    def _understand(self, tables: LiveTables, payload: str) -> None:
        sender, kind, *rest = payload.split(" ")
        if sender == self._log.sender:
            return
        for part in rest:
            table_id, _colon, seats = part.partition(":")
            if kind == "t":
                tables.notice(table_id)
            elif kind == "s":
                tables.seat_again_soon(table_id)
            elif live := tables.known(table_id):
                if kind == "p":
                    _present_elsewhere(live, sender, seats)
                elif live.here():
                    self.tell_who_is_present(live)

    async def _tell(self, tables: LiveTables) -> None:
        """What changes within a moment goes out together."""
        while True:
            await self._wake.wait()
            await asyncio.sleep(GATHERED)
            self._wake.clear()
            changed, self._changed = self._changed, set()
            asked, self._asked = self._asked, set()
            try:
                for payload in (
                    *notices("p", (_presence(tables, each) for each in changed)),
                    *notices("q", asked),
                ):
                    await tables.read(self._log.notify, payload)
            except Problem:
                self._changed |= changed
                self._asked |= asked
                self._wake.set()
                await asyncio.sleep(1)

    async def _beat(self, tables: LiveTables) -> None:
        """Say again who is present, forget processes that are silent, and look for notices that were lost."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            old = time.monotonic() - FORGOTTEN
            for live in tables.in_memory():
                if live.here():
                    self.tell_who_is_present(live)
                live.elsewhere = {process: word for process, word in live.elsewhere.items() if word[0] > old}
                live.send_presence()
            with suppress(Problem):
                await tables.look_for_changes(tables.in_memory())


async def _answers(tables: LiveTables) -> bool:
    try:
        await tables.read(tables.log.answers)
    except Problem:
        return False
    return True


def _present_elsewhere(live: Live, sender: str, seats: str) -> None:
    there = frozenset(map(int, filter(None, seats.split(","))))
    if there:
        live.elsewhere[sender] = (time.monotonic(), there)
    else:
        live.elsewhere.pop(sender, None)
    live.send_presence()


def _presence(tables: LiveTables, table_id: str) -> str:
    live = tables.known(table_id)
    return f"{table_id}:{','.join(map(str, live.here() if live else ()))}"
