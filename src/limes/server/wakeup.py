"""Several processes on one PostgreSQL wake each other up; what they say is a hint, the log is the truth."""

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress

import psycopg
from sqlalchemy import Engine

from limes.server.live import Live
from limes.server.lobby import Lobby
from limes.server.log import CHANNEL, MOST_A_NOTICE, Log
from limes.server.problems import Problem

HEARTBEAT = 20.0
GATHERED = 0.05
FORGOTTEN = 60.0  # seconds after which the presence that a silent process told of is over


class Wakeup:
    """Listens to the other processes, and tells them who is present here."""

    def __init__(self, engine: Engine, log: Log, lobby: Lobby) -> None:
        self._url = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._log = log
        self._lobby = lobby
        self._changed: set[str] = set()
        self._asked: set[str] = set()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [asyncio.create_task(work()) for work in (self._listen, self._tell, self._beat)]

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    def on_presence(self, live: Live) -> None:
        self._changed.add(live.table.id)
        self._wake.set()

    def on_load(self, live: Live) -> None:
        self._asked.add(live.table.id)
        self._wake.set()

    async def _listen(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._url, autocommit=True, client_encoding="utf8"
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}".encode())
                    for live in self._lobby.in_memory():  # what was said while nobody listened
                        self._lobby.refresh_soon(live)
                    async for notice in connection.notifies():
                        self._hear(notice.payload)
            except psycopg.Error:
                await asyncio.sleep(1)

    def _hear(self, payload: str) -> None:
        """What is not understood is passed over: anybody who reaches the database may say something here."""
        with suppress(ValueError):
            self._understand(payload)

    def _understand(self, payload: str) -> None:
        sender, kind, *rest = payload.split(" ")
        if sender == self._log.sender:
            return
        for part in rest:
            table_id, _colon, seats = part.partition(":")
            if kind == "t":
                self._lobby.notice(table_id)
            elif kind == "s":
                self._lobby.seat_again_soon(table_id)
            elif live := self._lobby.known(table_id):
                if kind == "p":
                    _present_elsewhere(live, sender, seats)
                elif live.here():
                    self.on_presence(live)

    async def _tell(self) -> None:
        """What changes within a moment goes out together."""
        while True:
            await self._wake.wait()
            await asyncio.sleep(GATHERED)
            self._wake.clear()
            changed, self._changed = self._changed, set()
            asked, self._asked = self._asked, set()
            try:
                for payload in (*_payloads("p", map(self._presence, changed)), *_payloads("q", asked)):
                    await self._lobby.read(self._log.notify, payload)
            except Problem:
                self._changed |= changed
                self._asked |= asked
                self._wake.set()
                await asyncio.sleep(1)

    async def _beat(self) -> None:
        """Say again who is present, forget processes that are silent, and look for notices that were lost."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            old = time.monotonic() - FORGOTTEN
            for live in self._lobby.in_memory():
                if live.here():
                    self.on_presence(live)
                live.elsewhere = {who: said for who, said in live.elsewhere.items() if said[0] > old}
                live.send_presence()
            with suppress(Problem):
                await self._catch_up()

    async def _catch_up(self) -> None:
        watched = [live.table.id for live in self._lobby.in_memory() if live.busy]
        for table_id, last in (await self._lobby.read(self._log.last_of, watched)).items():
            live = self._lobby.known(table_id)
            if live and live.table.last < last:
                self._lobby.refresh_soon(live)

    def _presence(self, table_id: str) -> str:
        live = self._lobby.known(table_id)
        return f"{table_id}:{','.join(map(str, live.here() if live else ()))}"


def _present_elsewhere(live: Live, sender: str, seats: str) -> None:
    there = frozenset(map(int, filter(None, seats.split(","))))
    if there:
        live.elsewhere[sender] = (time.monotonic(), there)
    else:
        live.elsewhere.pop(sender, None)
    live.send_presence()


def _payloads(kind: str, parts: Iterable[str]) -> list[str]:
    """As few notices as hold them all."""
    payloads: list[str] = []
    for part in parts:
        if not payloads or len(payloads[-1]) + len(part) + 1 > MOST_A_NOTICE:
            payloads.append(kind)
        payloads[-1] += f" {part}"
    return payloads
