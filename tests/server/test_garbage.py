"""Nothing that a request leaves behind waits for the collector of cycles, which comes by seldom: by then, all
that one client sent could fill the memory."""

import asyncio
import gc
import socket
import threading
import time
import weakref
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from serving import Guest, Serving, frame, serving, wait_until
from web.tables import play_until
from websockets.frames import Opcode

from limes.rules import ROUNDS, Cell, LimesError
from limes.rules.laying import check_cell
from limes.server.collecting import Collecting
from limes.server.lines import Allowance, Line, Place
from limes.server.web.connections.sockets import BoundedSocket

TIMES = 4
AT_ONCE = 3
HEAD = b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
KEY = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
UPGRADE = b"Upgrade: websocket\r\n%bSec-WebSocket-Version: 13\r\n" % KEY


@pytest.fixture(scope="module")
def server(shared_database: str) -> Iterator[Serving]:
    with serving(shared_database) as running:
        yield running


@pytest.fixture(scope="module")
def ann(server: Serving) -> Guest:
    """She has a game that is over, and one that goes on."""
    ann = server.guest()
    over = ann.make("Ann", "Ann's")["table"]
    play_until(over, {0: ann, 1: ann}, ROUNDS)
    ann.make("Ann", "Bea")
    return ann


def get(path: str, more: bytes = b"") -> bytes:
    return b"GET " + path.encode() + HEAD + more + b"\r\n"


def post(path: str, body: bytes) -> bytes:
    length = b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
    return b"POST /api" + path.encode() + HEAD + length + body


def open_socket(table: str, version: bytes = b"13") -> bytes:
    request = get(f"/api/tables/{table}/socket", UPGRADE.replace(b"13", version))
    return request.replace(b"Connection: close", b"Connection: Upgrade")


REQUESTS = {
    "health": get("/healthz"),
    "several at once": get("/healthz").replace(b"close", b"keep-alive") * AT_ONCE + get("/healthz"),
    "figures": get("/metrics"),
    "a page": get("/"),
    "a file that is not there": get("/assets/none.js"),
    "a preview": get("/preview/limes.png"),
    "bots": get("/api/bots"),
    "an unknown parameter": get("/api/bots?x=1"),
    "an unknown address": get("/api/none"),
    "another method": post("/bots", b""),
    "another host": get("/healthz").replace(b"localhost", b"elsewhere.example"),
    "lists": get("/api/tables"),
    "figures of one's own": get("/api/me"),
    "results as CSV": get("/api/me/games.csv"),
    "records": get("/api/me/games.txt"),
    "days": get("/api/days"),
    "today": get("/api/days/today"),
    "a puzzle": get("/api/puzzles/next"),
    "no table": get("/api/tables/none234567"),
    "a new table": post("/tables", b'{"seats":[{"kind":"person","name":"Ann"}]}'),
    "a bad table": post("/tables", b'{"seats":[]}'),
    "a score": post("/study/score", b'{"text":"5@d4N | d4ne"}'),
    "a bad score": post("/study/score", b'{"text":"xx"}'),
    "half a text": post("/study/score", b'{"text":'),
    "an unknown field": post("/study/score", b'{"a":1}'),
    "a bad record": post("/study/record", b'{"text":"Players: Ann"}'),
    "a bad turn of a record": post("/study/record", b'{"text":"Players: Ann\\n\\n1. 5 a1N\\n"}'),
    "a bad review": post("/study/coach", b'{"record":"x","seat":0}'),
    "values": post("/study/values", b'{"landscape":"5@d4N","card":7,"playouts":1}'),
    "a socket of no table": open_socket("none234567"),
    "a socket of another version": open_socket("none234567", b"12"),
    "no HTTP": b"\0\r\n\r\n",
    "a cookie that is not ours": get("/api/bots", b"Cookie: limes_guest=a.b.c; limes_guest=a\r\n"),
    "a cookie with another letter": get("/api/bots", b"Cookie: limes_guest=\xff.\xff\r\n"),
}


PINGS = frame(Opcode.TEXT, b'{"type":"ping"}') * 20
TURN = b'{"type":"turn","id":"x","seat":0,"round":1,"turn":"%b"}'
REFUSED_TURNS = frame(Opcode.TEXT, TURN % b"a1N") + frame(Opcode.TEXT, TURN % b"d4X")
ENDS = {  # of a socket, after which the server closes it
    "a close": frame(Opcode.CLOSE, b"\x03\xe8"),
    "a close that is too short": frame(Opcode.CLOSE, b"\0"),
    "a close that is no text": frame(Opcode.CLOSE, b"\x03\xe8\xff"),
    "a text that is none": frame(Opcode.TEXT, b"\xff"),
    "a message that is too long": frame(Opcode.TEXT, b"x" * 5_000),
    "a continuation of nothing": frame(Opcode.CONT, b"x"),
    "reserved bits": b"\xf1\x80\0\0\0\0",
    "no mask": b"\x81\x01x",
}
LEFT = {
    "no text": frame(Opcode.BINARY, b"x"),
    "half a frame": frame(Opcode.TEXT, b"x" * 100)[:50],
    "nothing": b"",
}


def at(table: str) -> list[bytes]:
    """What is asked and done at a table of one's own."""
    seat = f"/tables/{table}/seats/0"
    return [
        get(f"/api/tables/{table}"),
        get(f"/api/tables/{table}/events?wait=5"),
        get(f"/api{seat}/devices"),
        post(f"{seat}/link", b"{}"),
        post(f"{seat}/devices/end", b"{}"),
        open_socket(table),
    ]


def cookie_of(guest: Guest) -> bytes:
    """The end of the first line, and a line with it."""
    cookies = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
    return f"\r\nCookie: {cookies}\r\n".encode()


@pytest.mark.parametrize("read", [True, False], ids=["read", "left"])
def test_no_request_of_these_leaves_anything_to_the_collector(
    server: Serving, ann: Guest, read: bool
) -> None:
    running, over = (ann.get("/tables")["tables"][number]["table"] for number in (0, -1))
    requests = [*REQUESTS.values(), *at(running), get(f"/api/tables/{over}/end")]

    def each_of_them() -> None:
        for request in requests:
            patience = 0.2 if UPGRADE in request or b"wait" in request else 10
            named = request.replace(b"\r\n", cookie_of(ann), 1)
            nameless = b"HTTP" not in request or b"Cookie" in request
            with socket.create_connection(("127.0.0.1", server.port), patience) as client:
                client.sendall(request if nameless else named)
                with suppress(OSError):
                    while read and client.recv(2**16):
                        pass

    each_of_them()
    with uncollected() as garbage:
        for _ in range(TIMES):
            each_of_them()
        time.sleep(0.3)  # until the server has seen that those who left are gone
    assert [kind for kind, times in garbage.items() if times >= TIMES] == []


def test_no_end_of_a_socket_leaves_anything_to_the_collector(server: Serving, ann: Guest) -> None:
    table = ann.get("/tables")["tables"][0]["table"]

    def each_of_them() -> None:
        for name, end in (ENDS | LEFT).items():
            with socket.create_connection(("127.0.0.1", server.port), 10) as client:
                client.sendall(open_socket(table).replace(b"\r\n", cookie_of(ann), 1))
                client.recv(1)
                client.sendall(PINGS + REFUSED_TURNS + end)
                with suppress(ConnectionError):
                    while name in ENDS and client.recv(2**16):
                        pass
        wait_until(lambda: not any(isinstance(each, BoundedSocket) for each in tuple(connections)))

    connections = server.server._connections
    each_of_them()
    with uncollected() as garbage:
        for _ in range(TIMES):
            each_of_them()
    assert [kind for kind, times in garbage.items() if times >= TIMES] == []


def test_an_error_of_work_is_let_go_with_those_who_waited_for_it() -> None:
    def fail(_behind: int) -> None:
        raise LimesError("this cannot be done")

    async def ask() -> weakref.ref[LimesError]:
        line = Line(1, "failing", Allowance(1.0, 1.0))
        try:
            await line.join(Place("somewhere", "somebody"), fail)
        except LimesError as error:
            return weakref.ref(error)
        finally:
            line.stop()
        raise AssertionError

    with uncollected():
        error = asyncio.run(ask())
        assert error() is None


def test_nor_does_an_error_stay_that_nobody_waited_for() -> None:
    """Its client has left, and the error names a frame that names the error."""
    began, left = threading.Event(), threading.Event()
    errors: list[weakref.ref[LimesError]] = []

    def fail(_behind: int) -> None:
        began.set()
        left.wait(10)
        error = LimesError("this cannot be done")
        errors.append(weakref.ref(error))
        raise error

    async def ask() -> None:
        line = Line(1, "failing", Allowance(1.0, 1.0))
        asking = asyncio.create_task(line.join(Place("somewhere", "somebody"), fail))
        await asyncio.to_thread(began.wait, 10)
        asking.cancel()
        with suppress(asyncio.CancelledError):
            await asking
        left.set()
        while line._running:
            await asyncio.sleep(0.01)
        line.stop()

    with uncollected():
        asyncio.run(ask())
        assert errors[0]() is None


def test_nor_does_that_of_a_cell_on_which_no_card_may_lie() -> None:
    with uncollected():
        try:
            check_cell([Cell("d4")], Cell("a1"), diagonal=False)
        except LimesError as error:
            kept = weakref.ref(error)
        assert kept() is None


@contextmanager
def uncollected() -> Iterator[Counter[str]]:
    """How many objects of each type only the collector found, in the end."""
    garbage = Counter[str]()
    gc.collect()
    gc.disable()
    never = pytest.MonkeyPatch()
    never.setattr(Collecting, "look", lambda _each: None)
    try:
        yield garbage
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        garbage.update(type(each).__qualname__ for each in gc.garbage)
    finally:
        never.undo()
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
