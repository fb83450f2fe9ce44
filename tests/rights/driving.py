"""The servers that the model is compared with: requests as anybody, and what no request can bring about."""

import asyncio
from collections.abc import Coroutine, Sequence
from itertools import count
from typing import Any

import httpx
from serving import Serving
from sqlalchemy import text

from limes.server.entries import Batch, Entry, Stored
from limes.server.tables.replaying import replayed

from .seats import Caller
from .tables import ROUNDS

DAY = 24 * 3600.0
ADDRESSES = count(1)


class Driver:
    """One server, or several processes on one database that are asked in turn."""

    def __init__(self, servers: Sequence[Serving]) -> None:
        self.servers = servers
        self._clients = [httpx.Client(base_url=f"{server.url}/api", timeout=30) for server in servers]
        self._turn = 0
        self._cookies: dict[str, str] = {}
        self._addresses: dict[str | None, str] = {None: _address()}

    def close(self) -> None:
        for client in self._clients:
            client.close()

    def newcomer(self, name: str) -> None:
        """A browser of this name, at an address of its own."""
        response = self._clients[0].get("/tables")
        [cookie] = response.headers.get_list("set-cookie")
        self._cookies[name] = cookie.partition(";")[0]
        self._addresses[name] = _address()
        self._clients[0].cookies.clear()

    def headers(self, caller: Caller) -> dict[str, str]:
        headers = {"x-forwarded-for": self._addresses[caller.browser]}
        if caller.browser:
            headers["cookie"] = self._cookies[caller.browser]
        if caller.token:
            headers["authorization"] = f"Bearer {caller.token}"
        return headers

    def ask(self, caller: Caller, method: str, path: str, body: object = None) -> httpx.Response:
        if method != "GET" or path.endswith("devices"):
            self.settle()
        self._turn += 1
        client = self._clients[self._turn % len(self._clients)]
        response = client.request(method, path, json=body, headers=self.headers(caller))
        client.cookies.clear()  # whoever comes without a cookie goes without one
        assert response.status_code < 500, (method, path, response.status_code, response.text)
        return response

    def bot_lays(self, table_id: str, number: int, seat: int, stand_in: bool) -> str:
        """The turn that it laid."""
        self._turn += 1
        server = self.servers[self._turn % len(self.servers)]

        async def lay() -> None:
            live = await server.services.tables.woken(table_id)
            await server.services.tables.up_to_date(live)
            await server.services.bot_turns._lay(live, (number, seat), 0.0, stand_in)

        self._run(server, lay())
        stored = server.services.log.load(table_id)
        assert stored
        last = stored[1][-1]
        assert (last.kind, last.round, last.seat) == ("turn", number, seat), "the bot has not laid"
        return str(last.turn)

    def play_to_last_round(self, table_id: str, stood_in: set[int]) -> list[tuple[int, str]]:
        """All rounds but the last are stored at once, as by another process; gives the seats and turns."""
        log = self.servers[0].services.log
        stored = log.load(table_id)
        assert stored
        table = replayed(*stored)
        landscapes = list(table.landscapes)
        entries, laid = [], []
        for number in range(table.round, ROUNDS):
            card = table.stored.cards[number - 1]
            for seat, landscape in enumerate(landscapes):
                if number == table.round and seat in table.laid:
                    landscapes[seat] = table.laid[seat].position.landscape
                    continue
                turn = f"{landscape.places()[0]}N"
                landscapes[seat] = landscape.play(card, turn)
                attempt = table.attempt(seat) if number == table.round else 1
                entries.append(
                    Entry(table_id, "turn", seat, number, turn, stand_in=seat in stood_in, attempt=attempt)
                )
                laid.append((seat, turn))
        assert all(isinstance(outcome, Stored) for outcome in log.write(Batch(entries)))
        self.forget([table_id])
        return laid

    def days_pass(self, table_ids: Sequence[str], days: int) -> None:
        """Everything that is known of these tables happened so much longer ago."""
        self.settle()
        for server in self.servers:
            server.services.presence._noted.clear()
        columns = {"events": ["at"], "holders": ["since", "seen"], "seats": ["since", "seen"]}
        asked = {"seconds": days * DAY}
        with self.servers[0].services.engine.execution_options(writing=True).begin() as connection:
            for table_id in sorted(table_ids):  # in the order in which the servers lock them
                made = text("UPDATE tables SET created = created - :seconds WHERE id = :id")
                connection.execute(made, asked | {"id": table_id})
                for table, names in columns.items():
                    shifted = ", ".join(f"{name} = {name} - :seconds" for name in names)
                    statement = text(f"UPDATE {table} SET {shifted} WHERE table_id = :id")
                    connection.execute(statement, asked | {"id": table_id})
        self.forget(table_ids)

    def settle(self) -> None:
        """Until it is written down who was seen."""
        for server in self.servers:
            self._run(server, server.services.writer._queue.join())

    def forget(self, table_ids: Sequence[str]) -> None:
        """The tables leave memory, as when a server starts anew."""

        async def forget(server: Serving) -> None:
            server.services.tables.forget(table_ids)

        for server in self.servers:
            self._run(server, forget(server))

    def catch_up(self, table_id: str) -> None:
        """Every process knows what the others have stored."""

        async def refresh(server: Serving) -> None:
            if live := server.services.tables.known(table_id):
                await server.services.tables.up_to_date(live)

        for server in self.servers:
            self._run(server, refresh(server))

    @staticmethod
    def _run(server: Serving, coroutine: Coroutine[Any, Any, object]) -> None:
        asyncio.run_coroutine_threadsafe(coroutine, server.loop).result(20)


def _address() -> str:
    number = next(ADDRESSES)
    return f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
