"""One client against all with connections: what is parsed on all of them at once, and more without end."""

import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count

from attacks import SECONDS, Target, attack

CONNECTIONS = 480  # some fewer than an address may have
PIPELINED = 9
RESET = struct.pack("ii", 1, 0)  # a connection that is closed so is gone at once
NAMES = b"a," * 3_700 + b"a"
HANDSHAKE = (
    b"GET /api/tables/abcdefghijkl/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade,%b\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    b"Sec-WebSocket-Protocol: %b\r\n\r\n" % (NAMES, NAMES)
)
PERCENT = b"GET /%b HTTP/1.1\r\nHost: localhost\r\n\r\n" % (b"%41" * 2_690)
IN_PIECES = (
    b"POST /api/study/score HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
    + b"a:b\r\n" * 98
    + b"\r\n"
    + b"1\r\nx\r\n" * 99
    + b"0\r\n\r\n"
)
ASKING = 3  # of each kind of work for threads
BODY = b"b" * 250_000
BEHIND = 8  # bodies behind a request that waits
WAITING = 300  # connections with such a request


@attack("handshakes with long lists of names, on all connections at once")
def long_lists(target: Target) -> str | None:
    return _bursts(target, HANDSHAKE, 2.0)


@attack("addresses full of percent signs, on all connections at once")
def percent_signs(target: Target) -> str | None:
    return _bursts(target, PERCENT * PIPELINED, 2.0)


@attack("connections that keep coming while threads work")
def new_connections(target: Target) -> str | None:
    with _work_for_threads(target):
        return _bursts(target, IN_PIECES * PIPELINED, 0.25)


@attack("bodies behind requests that wait")
def waiting_bodies(target: Target) -> str | None:
    waits = b"GET /api/tables/%b/events?after=0&wait=25 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    first = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * BEHIND + waits % target.table().encode()
    body = b"POST /api/study/score HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(BODY)
    connections = [target.connect() for _ in range(WAITING)]
    for connection in connections:
        connection.settimeout(0.1)
        with suppress(OSError):  # it was cut, or takes no more
            connection.sendall(first)
            for _ in range(BEHIND):
                connection.recv(300)  # each answer has the server read on
                connection.sendall(body + BODY)
    time.sleep(SECONDS)
    for connection in connections:
        connection.close()
    return None


def _bursts(target: Target, data: bytes, pause: float) -> str | None:
    """On all connections at once, and then on all new ones."""
    end, sent = time.monotonic() + 2 * SECONDS, 0
    while time.monotonic() < end:
        connections = []
        for _ in range(CONNECTIONS):
            with suppress(OSError):
                connections.append(target.connect())
        for connection in connections:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            connection.setblocking(False)
            with suppress(OSError):
                sent += connection.send(data)
        time.sleep(pause)
        for connection in connections:
            connection.close()
    return None if sent else "nobody came through"


@contextmanager
def _work_for_threads(target: Target) -> Iterator[None]:
    """As much as is allowed."""
    bots = {"seats": [{"kind": "bot", "bot": "random"}] * 12}
    table = json.loads(target.ask("POST", "/api/tables", bots)[1])["table"]
    while target.ask("GET", f"/api/tables/{table}/end")[0] != 200:
        time.sleep(0.1)
    record = target.ask("GET", f"/api/tables/{table}/record")[1].decode()
    others, ended = count(), threading.Event()

    def another() -> str:
        return record.replace("Game: ", f"Game: {next(others)}", 1)

    kinds: list[Callable[[], tuple[str, str, object]]] = [
        lambda: ("GET", f"/api/tables/{table}/end", None),
        lambda: ("POST", "/api/study/record", {"text": another()}),
        lambda: ("POST", "/api/study/coach", {"record": another(), "seat": 0}),
        lambda: ("GET", "/api/me/games.csv", None),
        lambda: ("GET", "/api/puzzles", None),
        lambda: ("POST", "/api/tables", bots),
    ]

    def ask(kind: Callable[[], tuple[str, str, object]]) -> None:
        while not ended.is_set():
            with suppress(OSError):
                status, _body = target.ask(*kind())
                ended.wait(0.1 if status in (429, 503) else 0)

    threads = [threading.Thread(target=ask, args=(kind,), daemon=True) for kind in kinds * ASKING]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join(SECONDS)
