"""Nothing that a request leaves behind waits for the collector of cycles, which comes by seldom: by then, all
that one client sent could fill the memory."""

import gc
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from serving import Serving, serving

TIMES = 4
HEAD = b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
KEY = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
UPGRADE = b"Upgrade: websocket\r\n%bSec-WebSocket-Version: 13\r\n" % KEY


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('garbage')}/tables.sqlite") as running:
        yield running


def get(path: str, more: bytes = b"") -> bytes:
    return b"GET " + path.encode() + HEAD + more + b"\r\n"


def post(path: str, body: bytes) -> bytes:
    length = b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
    return b"POST /api" + path.encode() + HEAD + length + body


def open_socket(table: str) -> bytes:
    request = get(f"/api/tables/{table}/socket", UPGRADE)
    return request.replace(b"Connection: close", b"Connection: Upgrade")


REQUESTS = {
    "health": get("/healthz"),
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
    "a puzzle": get("/api/puzzles/next"),
    "no table": get("/api/tables/none234567"),
    "a new table": post("/tables", b'{"seats":[{"kind":"person","name":"Ann"}]}'),
    "a bad table": post("/tables", b'{"seats":[]}'),
    "a score": post("/study/score", b'{"text":"5@d4N | d4ne"}'),
    "a bad score": post("/study/score", b'{"text":"xx"}'),
    "half a text": post("/study/score", b'{"text":'),
    "an unknown field": post("/study/score", b'{"a":1}'),
    "a bad record": post("/study/record", b'{"text":"Players: Ann"}'),
    "a bad review": post("/study/coach", b'{"record":"x","seat":0}'),
    "values": post("/study/values", b'{"landscape":"5@d4N","card":7,"playouts":1}'),
    "a socket of no table": open_socket("none234567"),
    "no HTTP": b"\0\r\n\r\n",
}


@pytest.mark.parametrize("read", [True, False], ids=["read", "left"])
def test_no_kind_of_request_leaves_anything_to_the_collector(server: Serving, read: bool) -> None:
    table = server.guest().make("Ann", "-")["table"]
    event = get(f"/api/tables/{table}/events?wait=5")
    requests = [*REQUESTS.values(), open_socket(table), event]

    def each_of_them() -> None:
        for request in requests:
            patience = 0.2 if UPGRADE in request or b"wait" in request else 10
            with socket.create_connection(("127.0.0.1", server.port), patience) as client:
                client.sendall(request)
                with suppress(TimeoutError):
                    while read and client.recv(2**16):
                        pass

    each_of_them()
    with uncollected() as garbage:
        for _ in range(TIMES):
            each_of_them()
        time.sleep(0.3)  # until the server has seen that those who left are gone
    assert [kind for kind, times in garbage.items() if times >= TIMES] == []


@contextmanager
def uncollected() -> Iterator[Counter[str]]:
    """How many objects of each type only the collector found, in the end."""
    garbage = Counter[str]()
    gc.collect()
    gc.disable()
    try:
        yield garbage
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        garbage.update(type(each).__qualname__ for each in gc.garbage)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
