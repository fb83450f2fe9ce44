"""Several processes on one PostgreSQL wake each other up; what they say is a hint, the log is the truth."""

import asyncio
import time

import psycopg
from sqlalchemy import Engine

from limes.server.live import Live
from limes.server.lobby import Lobby
from limes.server.log import CHANNEL, MOST_A_NOTICE, Log
from limes.server.problems import Problem

HEARTBEAT = 20.0
FORGOTTEN = 60.0  # seconds after which the presence that a silent process told of is over


class Wakeup:
    """Listens to the other processes, and tells them who is present here."""

    def __init__(self, engine: Engine, log: Log, lobby: Lobby) -> None:
        self._url = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._log = log
        self._lobby = lobby
        self._changed: set[str] = set()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._tell())]

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    def on_presence(self, live: Live) -> None:
        self._changed.add(live.table.id)
        self._wake.set()

    async def _listen(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}".encode())
                    for live in self._lobby.in_memory():  # what was said while nobody listened
                        self._lobby.refresh_soon(live)
                    async for notice in connection.notifies():
                        self._hear(notice.payload)
            except psycopg.Error:
                await asyncio.sleep(1)

    def _hear(self, payload: str) -> None:
        sender, kind, *rest = payload.split(" ")
        if sender == self._log.sender:
            return
        for part in rest:
            table_id, _colon, seats = part.partition(":")
            live = self._lobby.known(table_id)
            if live is None:
                continue
            if kind == "t":
                self._lobby.refresh_soon(live)
            else:
                before = live.present()
                there = frozenset(map(int, filter(None, seats.split(","))))
                live.elsewhere[sender] = (time.monotonic(), there)
                if live.present() != before:
                    live.send_presence()

    async def _tell(self) -> None:
        while True:
            try:
                await asyncio.wait_for(self._wake.wait(), HEARTBEAT)
            except TimeoutError:
                self._changed |= {live.table.id for live in self._lobby.in_memory() if live.here()}
                self._forget()
            self._wake.clear()
            told, self._changed = self._changed, set()
            try:
                for payload in self._payloads(told):
                    await self._lobby.read(self._log.notify, payload)
            except Problem:
                self._changed |= told
                await asyncio.sleep(1)

    def _payloads(self, ids: set[str]) -> list[str]:
        payloads = ["p"]
        for table_id in ids:
            live = self._lobby.known(table_id)
            part = f" {table_id}:{','.join(map(str, live.here()))}" if live else ""
            if len(payloads[-1]) + len(part) > MOST_A_NOTICE:
                payloads.append("p")
            payloads[-1] += part
        return [payload for payload in payloads if payload != "p"]

    def _forget(self) -> None:
        for live in self._lobby.in_memory():
            before = live.present()
            old = time.monotonic() - FORGOTTEN
            live.elsewhere = {who: said for who, said in live.elsewhere.items() if said[0] > old}
            if live.present() != before:
                live.send_presence()
