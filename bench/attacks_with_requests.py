"""One client against all with requests: pipelines, endless headers, half-sent requests, unread answers."""

import itertools
import json
import os
import re
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path

from attacks import SECONDS, Target, attack, push

HALF_SENT = 3_300
MOST_STOPPING = 5.0  # seconds from SIGTERM to the end
MOST_HALF_SENT = 25.0  # seconds until none of the half-sent requests is open
CELLS = [f"{column}{row}" for row in (4, 5, 6, 7) for column in "defg"]
FINISHED = "Deck: standard\nPlayers: Mallory\n\n" + "".join(
    f"{number}. {number} {cell}N\n" for number, cell in enumerate(CELLS, start=1)
)
HEAD = b"POST /api/study/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
TINY_CHUNKS = b"1\r\n \r\n" * 45_000
MANY = 400  # connections
MOST_IN_SYSTEM = 200 * 2**20  # bytes that the system may keep for connections
PAGE = os.sysconf("SC_PAGE_SIZE")


def status_of(connection: socket.socket) -> bytes:
    """The status of the answer, or nothing where the connection was cut."""
    with suppress(OSError):
        return connection.recv(65536)[9:12]
    return b""


def send_until_cut(connection: socket.socket, first: bytes, piece: bytes, most: int) -> int:
    """How much the server took until it answered, cut the connection or took everything."""
    connection.settimeout(1)
    sent = 0
    with suppress(OSError):
        connection.sendall(first)
        while sent < most:
            sent += connection.send(piece)
    return sent


@attack("pipelined requests, no answer read")
def pipelined(target: Target) -> str | None:
    push(
        lambda: target.connect(4096),
        b"GET /api/study/deck HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000,
    )
    return None


@attack("pipelined requests with bodies, no answer read")
def pipelined_bodies(target: Target) -> str | None:
    body = b'{"text":"5@d4N | d4ne"}'
    push(lambda: target.connect(4096), (HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body) * 500)
    return None


def too_much(target: Target, first: bytes, piece: bytes, statuses: tuple[bytes, ...]) -> str | None:
    """Send up to 60 MB; the server has to stop it with one of the statuses."""
    with target.connect() as connection:
        sent = send_until_cut(connection, first, piece, 60 * 2**20)
        status = status_of(connection)
    if sent >= 60 * 2**20:
        return "took all of 60 MB"
    return None if status in (*statuses, b"") else f"answered {status!r}"


@attack("cookies of backslashes")
def quoted_cookies(target: Target) -> str | None:
    """To undo quotes may take time that grows with the square of their length."""
    asked = b"GET /api/address HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    cookie = b'Cookie: limes_guest="%b"\r\n\r\n' % (b"\\" * 15_000)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        with target.connect() as connection:
            connection.sendall(asked + cookie)
            status = status_of(connection)
            if status not in (b"200", b"429"):
                return f"answered {status!r}"
    return None


@attack("60 MB in one header")
def long_header(target: Target) -> str | None:
    return too_much(target, b"GET / HTTP/1.1\r\nX: ", b"x" * 65536, (b"431",))


@attack("60 MB of headers")
def many_headers(target: Target) -> str | None:
    return too_much(target, b"GET / HTTP/1.1\r\n", b"x: y\r\n" * 10_000, (b"431",))


@attack("60 MB in the request line")
def long_line(target: Target) -> str | None:
    return too_much(target, b"GET /", b"x" * 65536, (b"414", b"431"))


@attack("60 MB of empty lines before the request")
def empty_lines(target: Target) -> str | None:
    return too_much(target, b"", b"\r\n" * 30_000, (b"400", b"431"))


@attack("60 MB in a trailer")
def long_trailer(target: Target) -> str | None:
    first = HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX: "
    return too_much(target, first, b"x" * 65536, (b"413", b"422", b"431"))


@attack("a body in chunks of one byte")
def tiny_chunks(target: Target) -> str | None:
    return too_much(target, CHUNKED, TINY_CHUNKS, (b"413",))


@attack("bodies in chunks of one byte on 400 connections")
def many_tiny_chunks(target: Target) -> str | None:
    """Each as large as may come, and all at once, as they would be parsed in one step."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        connections = half_sent(target, CHUNKED + TINY_CHUNKS, MANY)
        time.sleep(0.5)
        for connection in connections:
            connection.close()
    return None


@attack("a body that goes on after its refusal")
def endless_body(target: Target) -> str | None:
    return too_much(target, HEAD + b"Content-Length: 99999999\r\n\r\n", b"x" * 65536, (b"413",))


def half_sent(target: Target, sent: bytes, number: int = HALF_SENT) -> list[socket.socket]:
    """As many connections as the server takes, each with half a request."""
    connections: list[socket.socket] = []
    with suppress(OSError):
        for _ in range(number):
            connection = target.connect()
            connection.settimeout(0)
            connection.send(sent)
            connections.append(connection)
    return connections


def still_open(connections: list[socket.socket]) -> list[socket.socket]:
    """Those at whose end nothing came: no answer, no end, no reset."""
    found = []
    for connection in connections:
        try:
            connection.recv(65536)
        except BlockingIOError:
            found.append(connection)
        except OSError:
            pass
    return found


def end_in_time(target: Target, sent: bytes, drip: bytes) -> str | None:
    """Half-sent requests, a byte more on each now and then, have to end within some seconds."""
    everything = left = half_sent(target, sent)
    began = time.monotonic()
    while left and time.monotonic() - began < MOST_HALF_SENT:
        for connection in left[:100]:
            with suppress(OSError):
                connection.send(drip)
        time.sleep(1)
        left = still_open(left)
    for connection in everything:
        connection.close()
    return f"{len(left)} half-sent requests are open after {MOST_HALF_SENT:.0f} s" if left else None


@attack("half-sent headers, a byte a second")
def half_headers(target: Target) -> str | None:
    return end_in_time(target, b"GET / HTTP/1.1\r\nX: ", b"x")


@attack("half-sent bodies, a byte a second")
def half_bodies(target: Target) -> str | None:
    return end_in_time(target, HEAD + b"Content-Length: 5000\r\n\r\n[", b" ")


@attack("connections without a word")
def silent(target: Target) -> str | None:
    return end_in_time(target, b"", b"")


@attack("SIGTERM beside half-sent requests")
def stop_half_sent(target: Target) -> str | None:
    connections = half_sent(target, b"GET / HTTP/1.1\r\nX: ", 200)
    connections += half_sent(target, HEAD + b"Content-Length: 5000\r\n\r\n[")
    return stopped_in_time(target, connections)


@attack("SIGTERM beside answers that nobody reads")
def stop_unread(target: Target) -> str | None:
    connections = []
    for _ in range(20):
        connection = target.connect(4096)
        with suppress(OSError):
            connection.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 8)
        connections.append(connection)
    time.sleep(1)
    return stopped_in_time(target, connections)


def stopped_in_time(target: Target, connections: list[socket.socket]) -> str | None:
    began = time.monotonic()
    with suppress(subprocess.TimeoutExpired):
        target.server.stop()
    seconds = time.monotonic() - began
    for connection in connections:
        connection.close()
    return f"it took {seconds:.1f} s to stop" if seconds > MOST_STOPPING else None


@attack("connections made and closed")
def churn(target: Target) -> str | None:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        with suppress(OSError):
            target.connect().close()
    return None


@attack("large answers that nobody reads")
def unread(target: Target) -> str | None:
    connections = []
    for _ in range(300):
        with suppress(OSError):
            connection = target.connect(4096)
            connection.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 16)
            connections.append(connection)
    time.sleep(SECONDS)
    for connection in connections:
        connection.close()
    return None


@attack("files that nobody reads")
def unread_files(target: Target) -> str | None:
    """What the server has written, and forgotten, the system may keep while somebody reads nothing."""
    _status, worker = target.ask("GET", "/sw.js")
    python = re.search(rb'"(python/[^"]+/pyodide\.asm\.js)"', worker)
    if not python:
        return "the client is not built"
    before, connections = _in_system(), []
    for _ in range(MANY):
        with suppress(OSError):
            connection = target.connect(4096)
            connection.sendall(b"GET /%b HTTP/1.1\r\nHost: localhost\r\n\r\n" % python[1])
            connections.append(connection)
    time.sleep(SECONDS)
    grown = _in_system() - before
    for connection in connections:
        connection.close()
    return f"the system kept {grown / 2**20:.0f} MiB" if grown > MOST_IN_SYSTEM else None


def _in_system() -> int:
    """Bytes of all connections of this machine, as Linux counts them."""
    counted = re.search(r"^TCP: .* mem (\d+)", Path("/proc/net/sockstat").read_text(), re.MULTILINE)
    assert counted
    return int(counted[1]) * PAGE


@attack("requests on 300 connections at once")
def many_requests(target: Target) -> str | None:
    connections = [target.connect() for _ in range(300)]
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        for connection in connections:
            with suppress(OSError):
                connection.setblocking(False)
                connection.send(b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n")
        time.sleep(0.5)
        for connection in connections:
            with suppress(OSError):
                connection.recv(65536)
    for connection in connections:
        connection.close()
    return None


def asked_by_many(target: Target, requests: Iterator[bytes], connections: int = 20) -> None:
    """On many connections, each answer read before the next request is sent."""
    end = time.monotonic() + SECONDS

    def ask() -> None:
        while time.monotonic() < end:
            with suppress(OSError), target.connect() as connection:
                while time.monotonic() < end:
                    connection.sendall(next(requests))
                    if not connection.recv(65536):
                        break

    threads = [threading.Thread(target=ask) for _ in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@attack("refused requests with languages and cookies without end")
def many_parts(target: Target) -> str | None:
    lists = b"Accept-Language: " + b"," * 8_000 + b"\r\nCookie: " + b";" * 8_000 + b"\r\n"
    request = b"GET /api/nothing HTTP/1.1\r\nHost: localhost\r\n" + lists + b"\r\n"
    asked_by_many(target, itertools.repeat(request))
    return None


@attack("texts that took the square of their length to read")
def slow_texts(target: Target) -> str | None:
    deck = {"text": " " * 19_900 + '\n""=1\n'}
    marks = "a" + "\u0345" * 6_000 + "\u0f75" * 12_000
    record = {"record": FINISHED.replace("standard", marks), "round": 3, "name": "Mallory"}
    posts = [posted("/api/study/deck", deck), posted("/api/study/play", record)]
    asked_by_many(target, itertools.cycle(posts))
    return None


def posted(path: str, body: object) -> bytes:
    data = json.dumps(body, ensure_ascii=False).encode()
    head = HEAD.replace(b"/api/study/score", path.encode())
    return head + b"Content-Length: %d\r\n\r\n" % len(data) + data


@attack("a file in a hundred ranges")
def many_ranges(target: Target) -> str | None:
    ranges = b",".join(b"%d-%d" % (4 * number, 4 * number) for number in range(100))
    request = b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\nRange: bytes=" + ranges + b"\r\n\r\n"
    asked_by_many(target, itertools.repeat(request))
    return None


@attack("a class opens the app at once")
def many_files(target: Target) -> str | None:
    """No harm is meant; who plays at the same address must not notice either."""
    _status, worker = target.ask("GET", "/sw.js")
    files = re.findall(rb'"(assets/[^"]+)"', worker)
    if not files:
        return "the client is not built"
    requests = itertools.cycle([b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % file for file in files])
    end = time.monotonic() + SECONDS
    opening = threading.Thread(target=asked_by_many, args=(target, requests, 150))
    opening.start()
    slowest = 0.0
    while time.monotonic() < end:
        began = time.monotonic()
        status, _body = target.ask("GET", "/api/tables")
        slowest = max(slowest, time.monotonic() - began)
        if status != HTTPStatus.OK:
            return f"somebody at the same address got {status}"
        time.sleep(0.2)
    opening.join()
    return f"somebody at the same address waited for {slowest:.1f} s" if slowest > 1 else None
