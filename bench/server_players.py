"""Players for load and crash runs: each holds a seat by its token and plays whole games over a socket."""

import asyncio
import json
import random
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

PLACEMENT = re.compile(r'"at":"(\w+)"')
NUMBER = re.compile(r'"number":(\d+)')
ROUND = re.compile(r'"round":(\d+)')
ROUNDS = 16


@dataclass(frozen=True)
class Acknowledged:
    table: str
    seat: int
    round: int
    turn: str
    number: int


@dataclass
class Tally:
    """What all players together were told."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    reconnects: int = 0
    games: int = 0


async def make_table(http: httpx.AsyncClient, seats: int = 2) -> tuple[str, dict[str, str]]:
    """A table with this many people at it; tries again while the server is away."""
    body = {"seats": [{"kind": "person", "name": f"P{seat}"} for seat in range(seats)]}
    while True:
        try:
            response = await http.post("/api/tables", json=body)
            if response.status_code == 201:
                made = response.json()
                return made["table"], made["tokens"]
        except httpx.HTTPError:
            pass
        await asyncio.sleep(0.1)


class Player:
    """One seat. It reconnects whenever the socket breaks, at the next of the servers, and sends again."""

    def __init__(self, servers: list[str], table: str, seat: int, token: str, tally: Tally) -> None:
        self._servers = servers
        self._next = random.randrange(len(servers))
        self._table, self._seat, self._token = table, seat, token
        self._tally = tally
        self._last = 0
        self._sent: dict[int, tuple[str, float]] = {}

    async def play(self, pause: Callable[[], Awaitable[None]], wanted: Callable[[], bool]) -> None:
        """To the end of the game, or until no more is wanted."""
        while wanted():
            try:
                async with self._connected() as socket:
                    if await self._talk(socket, pause, wanted):
                        return
            except (WebSocketException, OSError, TimeoutError):
                self._tally.reconnects += 1
                await asyncio.sleep(0.05)

    def _connected(self) -> connect:
        self._next = (self._next + 1) % len(self._servers)
        address = self._servers[self._next].replace("http", "ws", 1)
        return connect(
            f"{address}/api/tables/{self._table}/socket?after={self._last}",
            additional_headers={"authorization": f"Bearer {self._token}"},
            compression=None,
            max_size=None,
            open_timeout=10,
            ping_interval=None,
            proxy=None,
        )

    async def _talk(
        self, socket: ClientConnection, pause: Callable[[], Awaitable[None]], wanted: Callable[[], bool]
    ) -> bool:
        """True when the game is over."""
        while wanted():
            message = await asyncio.wait_for(socket.recv(), 60)
            assert isinstance(message, str)
            if message.startswith('{"type":"seat",'):
                await self._offered(socket, message, pause)
            elif message.startswith('{"type":"event",'):
                number = int(NUMBER.search(message)[1])  # type: ignore[index]
                assert number == self._last + 1, (number, self._last)
                self._last = number
                if '"result":{' in message:
                    return True
            elif message.startswith('{"type":"ack",'):
                self._acknowledged(message)
            elif message.startswith('{"type":"error",'):
                code = json.loads(message)["code"]
                if code not in ("stopping", "log_unreachable", "already_laid"):
                    raise AssertionError(message)
                await asyncio.sleep(0.1)
                raise TimeoutError
        return True

    async def _offered(
        self, socket: ClientConnection, message: str, pause: Callable[[], Awaitable[None]]
    ) -> None:
        found = ROUND.search(message)
        placements = PLACEMENT.findall(message)
        if not placements or not found:
            return
        number = int(found[1])
        if number in self._sent:
            turn = self._sent[number][0]
        else:
            await pause()
            worker = random.choice(["", "+nw", "+ne", "+sw", "+se"]) if number <= 7 else ""
            turn = random.choice(placements) + worker
        self._sent[number] = (turn, time.perf_counter())
        body = f'{{"type":"turn","id":"{number}","seat":{self._seat},"round":{number},"turn":"{turn}"}}'
        await socket.send(body)

    def _acknowledged(self, message: str) -> None:
        acknowledged = json.loads(message)
        number = acknowledged["round"]
        turn, sent = self._sent[number]
        self._tally.seconds.append(time.perf_counter() - sent)
        self._tally.acknowledged.append(
            Acknowledged(self._table, self._seat, number, turn, acknowledged["number"])
        )
        if number == ROUNDS:
            self._tally.games += 1


async def play_tables(  # noqa: PLR0917
    servers: list[str],
    tables: int,
    tally: Tally,
    pause: Callable[[], Awaitable[None]],
    wanted: Callable[[], bool],
    spread: float = 0.0,
) -> None:
    """Keep this many tables of two playing, begun within some seconds; each game is followed by another."""

    async def keep_playing(http: httpx.AsyncClient) -> None:
        await asyncio.sleep(random.uniform(0, spread))
        while wanted():
            table, tokens = await make_table(http)
            async with asyncio.TaskGroup() as players:
                for seat, token in tokens.items():
                    player = Player(servers, table, int(seat), token, tally)
                    players.create_task(player.play(pause, wanted))

    async with httpx.AsyncClient(base_url=servers[0], timeout=30) as http, asyncio.TaskGroup() as playing:
        for _ in range(tables):
            playing.create_task(keep_playing(http))
