"""Players for load and crash runs: each holds a seat by its token and plays whole games over a socket."""

import asyncio
import json
import random
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from aiohttp import (
    ClientError,
    ClientSession,
    ClientTimeout,
    ClientWebSocketResponse,
    ClientWSTimeout,
    DummyCookieJar,
    TCPConnector,
    WSMsgType,
)

PLACEMENT = re.compile(r'"at":"(\w+)"')
NUMBER = re.compile(r'"number":(\d+)')
ROUND = re.compile(r'"round":(\d+)')
ATTEMPT = re.compile(r'"attempt":(\d+)')
UNDO = "undo "
SLOWLY = 0.15  # seconds
ROUNDS = 16
# As the page does, but with a shorter longest wait: some runs kill the only server there is.
SHORTEST_WAIT = 0.4
LONGEST_WAIT = 1.0


Pause = Callable[[int], Awaitable[None]]  # before the turn of this round


@dataclass(frozen=True)
class Acknowledged:
    """A turn that is durable, or that it was taken back (then without its text)."""

    table: str
    seat: int
    round: int
    attempt: int
    turn: str | None
    number: int


@dataclass
class Tally:
    """What all players together were told."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    reconnects: int = 0
    away: list[float] = field(default_factory=list)  # seconds from each lost connection to the next greeting
    games: int = 0
    playing: set[str] = field(default_factory=set)
    undos: int = 0


def http_session() -> ClientSession:
    """Without cookies, so that every table is made by another guest."""
    return ClientSession(
        connector=TCPConnector(limit=0),
        timeout=ClientTimeout(total=30, sock_connect=10),
        cookie_jar=DummyCookieJar(),
    )


async def make_table(http: ClientSession, *servers: str) -> tuple[str, dict[str, str]]:
    """A table with two people at it; tries again while a server is away."""
    body = {"seats": [{"kind": "person", "name": name} for name in ("Ann", "Bob")]}
    while True:
        server = random.choice(servers)
        try:
            async with http.post(f"{server}/api/tables", json=body) as response:
                if response.status == 201:
                    made = await response.json()
                    return made["table"], made["tokens"]
        except (ClientError, OSError, TimeoutError):
            pass
        await asyncio.sleep(0.1)


async def open_socket(
    http: ClientSession, server: str, table: str, token: str, after: int = 0
) -> ClientWebSocketResponse:
    return await http.ws_connect(
        f"{server}/api/tables/{table}/socket?after={after}",
        headers={"authorization": f"Bearer {token}"},
        max_msg_size=0,
        timeout=ClientWSTimeout(ws_receive=60),
    )


class Player:
    """One seat. It reconnects whenever the socket breaks, at the next of the servers, and sends again."""

    def __init__(
        self,
        http: ClientSession,
        servers: list[str],
        place: tuple[str, int, str],
        tally: Tally,
        undoing: float = 0.0,
    ) -> None:
        self._http = http
        self._servers = servers
        self._next = -1
        self._table, self._seat, self._token = place
        self._tally = tally
        self._undoing = undoing
        self._last = 0
        self._sent: dict[tuple[int, int], tuple[str, float]] = {}
        self._attempts: dict[int, int] = {}
        self._placements: list[str] = []
        self._wait = SHORTEST_WAIT
        self._lost_at: float | None = None
        self._thinking: asyncio.Task[None] | None = None

    async def play(self, pause: Pause, wanted: Callable[[], bool]) -> None:
        """To the end of the game, or until no more is wanted."""
        while wanted():
            try:
                self._next = (self._next + 1) % len(self._servers)
                server = self._servers[self._next]
                async with await open_socket(
                    self._http, server, self._table, self._token, self._last
                ) as socket:
                    if await self._talk(socket, pause, wanted):
                        return
            except (ClientError, OSError, TimeoutError):
                pass
            finally:
                if self._thinking:
                    self._thinking.cancel()
            self._tally.reconnects += 1
            self._lost_at = self._lost_at or time.perf_counter()
            await asyncio.sleep(self._wait * random.uniform(0.75, 1.25))
            self._wait = min(2 * self._wait, LONGEST_WAIT)

    def _greeted(self) -> None:
        self._wait = SHORTEST_WAIT
        if self._lost_at is not None:
            self._tally.away.append(time.perf_counter() - self._lost_at)
            self._lost_at = None

    async def _talk(self, socket: ClientWebSocketResponse, pause: Pause, wanted: Callable[[], bool]) -> bool:
        """True when the game is over, False when the socket is closed."""
        async for received in socket:
            if not wanted():
                return True
            if received.type is not WSMsgType.TEXT:
                return False
            self._greeted()
            for message in received.data.split("\n"):
                over = self._hear(socket, message, pause)
                if over is not None:
                    return over
        return False

    def _hear(self, socket: ClientWebSocketResponse, message: str, pause: Pause) -> bool | None:
        """Whether the game is over (True) or the connection is of no use any more (False)."""
        if message.startswith('{"type":"seat",'):
            self._offered(socket, message, pause)
        elif message.startswith('{"type":"event",'):
            number = int(NUMBER.search(message)[1])  # type: ignore[index]
            assert number == self._last + 1, (number, self._last)
            self._last = number
            if '"result":{' in message:
                return True
        elif message.startswith('{"type":"ack",'):
            self._acknowledged(socket, message, pause)
        elif message.startswith('{"type":"error",'):
            return self._refused(json.loads(message))
        return None

    @staticmethod
    def _refused(error: dict[str, str]) -> bool | None:
        if str(error["id"]).startswith(UNDO) and error["code"] in ("round_over", "game_over"):
            return None  # the other player was faster
        assert error["code"] in ("stopping", "log_unreachable", "already_laid"), error
        return False

    def _offered(self, socket: ClientWebSocketResponse, message: str, pause: Pause) -> None:
        """Think of a turn, but go on reading: acknowledgements come after what follows from a turn."""
        found = ROUND.search(message)
        placements = PLACEMENT.findall(message)
        attempt = ATTEMPT.search(message)
        if '"laid":null' not in message or not placements or not found:
            return
        self._placements = placements
        self._attempts[int(found[1])] = int(attempt[1]) if attempt else 1  # older servers have no attempts
        self._thinking = asyncio.create_task(self._lay(socket, int(found[1]), pause))

    async def _lay(self, socket: ClientWebSocketResponse, number: int, pause: Pause) -> None:
        attempt = self._attempts[number]
        if (number, attempt) in self._sent:
            turn = self._sent[number, attempt][0]
        else:
            await pause(number)
            if self._undoing and self._seat:  # only while somebody is slow can others take back
                await asyncio.sleep(random.uniform(0, SLOWLY))
            worker = random.choice(["", "+nw", "+ne", "+sw", "+se"]) if number <= 7 else ""
            turn = random.choice(self._placements) + worker
        self._sent[number, attempt] = (turn, time.perf_counter())
        body = f'{{"type":"turn","id":"{attempt}","seat":{self._seat},"round":{number},"turn":"{turn}"'
        with suppress(ClientError, OSError):
            await socket.send_str(body + (f',"attempt":{attempt}}}' if attempt > 1 else "}"))

    async def _undo(self, socket: ClientWebSocketResponse, number: int, attempt: int) -> None:
        body = f'{{"type":"undo","id":"{UNDO}{attempt}","seat":{self._seat},"round":{number}'
        with suppress(ClientError, OSError):
            await socket.send_str(f'{body},"attempt":{attempt}}}')

    def _acknowledged(self, socket: ClientWebSocketResponse, message: str, pause: Pause) -> None:
        acknowledged = json.loads(message)
        number, undone = acknowledged["round"], acknowledged["id"].startswith(UNDO)
        attempt = int(acknowledged["id"].removeprefix(UNDO))
        turn, sent = self._sent[number, attempt]
        self._tally.acknowledged.append(
            Acknowledged(
                self._table, self._seat, number, attempt, None if undone else turn, acknowledged["number"]
            )
        )
        if undone:
            self._tally.undos += 1
            self._attempts[number] = attempt + 1
            self._thinking = asyncio.create_task(self._lay(socket, number, pause))
            return
        self._tally.seconds.append(time.perf_counter() - sent)
        if number == ROUNDS:
            self._tally.games += 1
        elif random.random() < self._undoing:
            self._thinking = asyncio.create_task(self._undo(socket, number, attempt))


async def play_tables(  # noqa: PLR0917
    servers: list[str],
    tables: int,
    tally: Tally,
    new_pause: Callable[[], Pause],
    wanted: Callable[[], bool],
    spread: float = 0.0,
    undoing: float = 0.0,
    together: bool = False,
) -> None:
    """Keep this many tables of two playing, begun within some seconds; each game is followed by another.

    With `together`, all players of a table go to the same server, as a proxy can arrange.
    """

    async def keep_playing(http: ClientSession) -> None:
        await asyncio.sleep(random.uniform(0, spread))
        while wanted():
            table, tokens = await make_table(http, *servers)
            pause = new_pause()
            tally.playing.add(table)
            order = _rotated(servers)
            async with asyncio.TaskGroup() as players:
                for seat, token in tokens.items():
                    own = order if together else _rotated(servers)
                    player = Player(http, own, (table, int(seat), token), tally, undoing)
                    players.create_task(player.play(pause, wanted))
            tally.playing.discard(table)

    async with http_session() as http, asyncio.TaskGroup() as playing:
        for _ in range(tables):
            playing.create_task(keep_playing(http))


def _rotated(servers: list[str]) -> list[str]:
    """Any of them first, the others after it."""
    first = random.randrange(len(servers))
    return servers[first:] + servers[:first]
