"""What one connection may cost everybody else, tried byte by byte on real sockets."""

import asyncio
import base64
import gc
import json
import socket
import struct
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from contextvars import Context
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st
from serving import FAST, Serving, frame, serving, wait_until
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol

from limes.server import problems
from limes.server.limits import Rate
from limes.server.process import _allow_files
from limes.server.tables import MOST_WAITING
from limes.server.tables.live import MOST_LETTERS
from limes.server.web.abandoned import while_connected
from limes.server.web.connections.bodies import arrived
from limes.server.web.connections.bounds import FEWEST, HOLD, MOST_UNSENT, PARSING_AT_ONCE, Bounds
from limes.server.web.connections.fairness import AT_FIRST, AT_ONCE, LONG_PAUSE, MOST_RUNNING, PAUSE, Fairness
from limes.server.web.connections.frames import FrameHeads
from limes.server.web.connections.requests import MOST_CHUNKS, MOST_QUEUED
from limes.server.web.connections.sockets import MOST_FRAGMENTS, BoundedSocket
from limes.server.web.guard import Guard

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /api/study/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
INFINITY = -1  # as the module `resource` names it
STRANGER = {"trusted_proxies": "192.0.2.1"}  # so that the tests' own address is like any other
FOREIGN = b"GET /healthz HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n"


class Client:
    """A client that says exactly what it is told to."""

    def __init__(self, server: Serving, address: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), 20, (address, 0))

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_error: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> "Client":
        """As much as the server takes."""
        with suppress(OSError):
            self.socket.sendall(data)
        return self

    def rest(self) -> bytes:
        """All that comes until the server closes the connection."""
        heard = b""
        with suppress(ConnectionError):
            while some := self.socket.recv(65536):
                heard += some
        return heard

    def refused(self) -> tuple[int, str]:
        """The one answer before the connection is closed."""
        head, _, body = self.rest().partition(b"\r\n\r\n")
        assert b"connection: close" in head
        return int(head.split()[1]), json.loads(body)["error"]["code"]

    def open(self, table: str, **headers: str) -> "Client":
        """Make it a socket; what comes is read byte by byte, so that no frame is swallowed."""
        self.send(handshake(table, **headers))
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += self.socket.recv(1)
        assert answer.startswith(b"HTTP/1.1 101"), answer
        self.answer = answer
        return self

    def code(self) -> int:
        """The code of the close frame with which the server ends."""
        heard, code = self.rest(), 0
        while heard:
            length = heard[1] & 0x7F
            begin = 2
            if length >= 126:
                begin = 4 if length == 126 else 10
                length = int.from_bytes(heard[2:begin], "big")
            if heard[0] & 0x0F == Opcode.CLOSE:
                code = int.from_bytes(heard[begin : begin + 2], "big")
            heard = heard[begin + length :]
        return code


def handshake(table: str, **headers: str) -> bytes:
    usual = {
        "Host": "localhost",
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(bytes(16)).decode(),
    }
    fields = {**usual, **{name.replace("_", "-"): value for name, value in headers.items()}}
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
    return f"GET /api/tables/{table}/socket HTTP/1.1\r\n{lines}\r\n".encode()


def assert_no_errors(caplog: pytest.LogCaptureFixture, logged: list[Any]) -> None:
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "WARNING")]
    assert not [line for line in logged if line["log_level"] == "error"]


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that counts as it does by default."""
    database = f"sqlite:///{tmp_path_factory.mktemp('strict') / 'tables.sqlite'}"
    with serving(database, rate_factor=1.0) as running:
        yield running


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that waits for no request."""
    database = f"sqlite:///{tmp_path_factory.mktemp('impatient') / 'tables.sqlite'}"
    with serving(database, header_seconds=1, body_seconds=1) as running:
        yield running


@pytest.fixture
def connect(server: Serving) -> Iterator[Callable[[], Client]]:
    clients: list[Client] = []

    def one() -> Client:
        clients.append(Client(server))
        return clients[-1]

    yield one
    for client in clients:
        client.socket.close()


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 20_000, 431, "headers_too_large"),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 20_000 + b"\r\n\r\n", 431, "headers_too_large"),
        (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 101 + b"\r\n", 431, "headers_too_large"),
        (b"GET / HTTP/1.1\r\n" + b"X: %s\r\n" % (b"y" * 900) * 20 + b"\r\n", 431, "headers_too_large"),
        (b"GET /" + b"x" * 9_000 + b" HTTP/1.1\r\n\r\n", 414, "address_too_long"),
        (b"GET /" + b"x" * 9_000, 414, "address_too_long"),
        (b"GET /" + b"%41" * 400 + b"?x HTTP/1.1\r\n\r\n", 414, "address_too_long"),
        (b"\r\n" * 10_000, 431, "headers_too_large"),
        (b"hello\r\n\r\n", 400, "not_http"),
        (b"GET http://127.0.0.1 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n", 400, "not_http"),
        (b"CONNECT 127.0.0.1:80 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n", 400, "not_http"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n \r\n0\r\nX: " + b"x" * 300_000, 413, "too_large"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 101, 413, "too_large"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"X:\r\n" * 100, 431, "headers_too_large"),
    ],
    ids=[
        "header",
        "whole header",
        "headers",
        "sum",
        "address",
        "half address",
        "path",
        "lines",
        "noise",
        "no path",
        "tunnel",
        "trailer",
        "chunks",
        "trailers",
    ],
)
def test_what_is_too_large_is_refused_and_the_connection_closed(
    connect: Callable[[], Client], sent: bytes, status: int, code: str
) -> None:
    assert connect().send(sent).refused() == (status, code)


def test_whoever_waits_to_be_told_to_go_on_and_does_not_is_refused_without_an_error(
    server: Serving, connect: Callable[[], Client], caplog: pytest.LogCaptureFixture
) -> None:
    sent = POST + b"Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
    with structlog.testing.capture_logs() as logged:
        assert connect().send(sent).refused() == (400, "not_http")
        server.guest().get("/study/deck")
    assert_no_errors(caplog, logged)


def test_nothing_that_follows_a_body_that_was_not_called_for_is_taken_for_it(
    connect: Callable[[], Client],
) -> None:
    """A proxy may keep the connection for somebody else's request."""
    sent = POST + b"Expect: 100-continue\r\nContent-Length: 100000\r\n\r\n"
    assert connect().send(sent).refused() == (413, "too_large")


def test_nothing_is_left_of_a_refused_request(connect: Callable[[], Client]) -> None:
    """In a cycle it would stay until those are looked for, which is seldom: 130 MB in three minutes."""
    gc.collect()
    gc.disable()
    try:
        before = requests_in_memory()
        for _ in range(20):
            assert connect().send(FOREIGN).rest().startswith(b"HTTP/1.1 421")
        assert requests_in_memory() - before < 10
    finally:
        gc.enable()


def requests_in_memory() -> int:
    return sum(isinstance(each, RequestResponseCycle) for each in gc.get_objects())


def test_a_length_of_many_zeros_is_a_length(connect: Callable[[], Client]) -> None:
    length = b"Content-Length: %s25\r\nConnection: close\r\n\r\n" % (b"0" * 5_000)
    answer = connect().send(POST + length + b'{"text":"5@d4N | d4ne"}  ').rest()
    assert answer.startswith(b"HTTP/1.1 200")


def test_a_body_in_as_many_chunks_as_may_be_is_heard(connect: Callable[[], Client]) -> None:
    chunks = (
        b"17\r\n"
        + b'{"text":"5@d4N | d4ne"}'
        + b"\r\n"
        + b"1\r\n \r\n" * (MOST_CHUNKS - 2)
        + b"0\r\nX: y\r\n\r\n"
    )
    answer = connect().send(POST + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks).rest()
    assert answer.startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    ("last", "heard"),
    [
        ({"type": "http.request", "body": b"3"}, [{"type": "http.request", "body": b"123"}]),
        ({"type": "http.disconnect"}, [{"type": "http.disconnect"}]),
    ],
)
def test_a_body_that_comes_byte_by_byte_is_kept_in_one_piece(last: Message, heard: list[Message]) -> None:
    pieces = [{"type": "http.request", "body": b"%d" % number, "more_body": True} for number in (1, 2)]
    receive = AsyncMock(side_effect=[*pieces, last, INFINITY])

    async def listen() -> tuple[list[Message], object]:
        again, _read = await arrived(receive, 10)
        return [await again()], await again()

    assert asyncio.run(listen()) == (heard, INFINITY)


def test_headers_within_the_limit_are_heard(connect: Callable[[], Client]) -> None:
    fields = b"X: %s\r\n" % (b"y" * 150) * 90
    answer = connect().send(b"GET /healthz HTTP/1.1\r\n" + fields + b"Connection: close\r\n\r\n").rest()
    assert answer.startswith(b"HTTP/1.1 200")


def test_a_refusal_speaks_the_clients_language(connect: Callable[[], Client]) -> None:
    sent = b"GET / HTTP/1.1\r\nAccept-Language: de\r\n" + b"X: y\r\n" * 200
    assert "Kopfzeilen" in connect().send(sent).rest().decode()


def test_a_header_that_goes_on_for_ever_is_cut_off(connect: Callable[[], Client]) -> None:
    client = connect()
    with pytest.raises(OSError, match=r"reset|pipe"):
        client.socket.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 30_000_000)


@pytest.mark.parametrize(
    ("head", "endless"),
    [(b"Content-Length: 99999999\r\n", b"x"), (b"Transfer-Encoding: chunked\r\n", b"1\r\nx\r\n")],
)
def test_a_body_that_goes_on_after_its_refusal_is_cut_off(
    connect: Callable[[], Client], head: bytes, endless: bytes
) -> None:
    client = connect()
    with pytest.raises(OSError, match=r"reset|pipe"):
        client.socket.sendall(POST + head + b"\r\n" + endless * (30_000_000 // len(endless)))


def test_a_few_pipelined_requests_are_answered_in_order(connect: Callable[[], Client]) -> None:
    last = GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    answers = connect().send(GET * (MOST_QUEUED - 1) + b"GET /nowhere HTTP/1.1\r\n\r\n" + last).rest()
    statuses = [part[:3] for part in answers.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [b"200"] * (MOST_QUEUED - 1) + [b"404", b"200"]


def test_half_a_request_behind_another_waits_until_that_is_answered(impatient: Serving) -> None:
    """Nothing is read in the meantime, so it could not arrive."""
    body = b'{"text":"5@d4N | d4ne"}'
    table = impatient.guest().make("Ann")["table"]
    slow = b"GET /api/tables/%s/events?wait=3 HTTP/1.1\r\n\r\n" % table.encode()
    with Client(impatient) as client:
        client.send(slow + POST + b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body[:5])
        assert client.socket.recv(12) == b"HTTP/1.1 200"
        assert b"HTTP/1.1 200" in client.send(body[5:]).rest()


def test_more_of_them_than_may_wait_are_not_even_read(connect: Callable[[], Client]) -> None:
    answers = connect().send(GET * 200).rest()
    assert answers.count(b"HTTP/1.1 200") == 1 + MOST_QUEUED
    assert answers.count(b"connection: close") == 1


def test_no_bodies_are_kept_behind_a_request_that_waits(
    server: Serving, connect: Callable[[], Client]
) -> None:
    table = server.guest().make("Ann", "Bob")["table"]
    body = b"Content-Length: 40000\r\n\r\n" + b"x" * 40_000
    client = connect().send(b"GET /api/tables/%s/events?wait=25 HTTP/1.1\r\n\r\n" % table.encode())
    begun = time.monotonic()
    assert client.send((POST + body) * 2).rest() == b""
    assert time.monotonic() - begun < 20, "it was cut off at once"


def test_whoever_reads_no_answers_is_not_read_either(
    server: Serving, connect: Callable[[], Client], caplog: pytest.LogCaptureFixture
) -> None:
    client = connect()
    with structlog.testing.capture_logs() as logged:
        with pytest.raises(OSError, match=r"reset|pipe"):
            client.socket.sendall(b"GET /api/study/deck HTTP/1.1\r\n\r\n" * 500_000)
        server.guest().get("/study/deck")  # comes after those that were being answered
    assert_no_errors(caplog, logged)


@pytest.mark.skipif(not hasattr(socket, "TCP_NOTSENT_LOWAT"), reason="this system takes what it likes")
def test_what_nobody_reads_waits_where_that_is_seen(tmp_path: Path) -> None:
    """The system would keep it after the connection has been closed, when it counts for nobody."""
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as server, Client(server) as client:
        client.send(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)
        client.socket.recv(1)
        end = time.monotonic() + 10
        unsent: list[int] = []
        while not any(unsent):
            assert time.monotonic() < end
            connections = tuple(server.server.server_state.connections)
            unsent = [each.transport.get_write_buffer_size() for each in connections]


class Unread(asyncio.Transport):
    """A connection for which so many bytes wait."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size

    def get_write_buffer_size(self) -> int:
        return self.size

    def abort(self) -> None:
        self.size = -1


class Read(asyncio.Transport):
    """A connection that is read, and its protocol, too."""

    def __init__(self, *, closing: bool = False, held: bool = True) -> None:
        super().__init__()
        self.reading = True
        self.is_closing = lambda: closing  # type: ignore[method-assign]
        self.may_be_held = lambda: held

    def get_protocol(self) -> Any:
        return self

    def is_reading(self) -> bool:
        return self.reading

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


def test_the_clients_of_an_address_leave_only_so_much_unread(server: Serving) -> None:
    bounds = Bounds(server.services)
    many = [Unread(part * MOST_UNSENT // 10) for part in (7, 0, 3, 5, 1)]
    other = Unread(MOST_UNSENT)
    for each in many:
        assert bounds.enter(each, ("192.0.2.1", 1))
    assert bounds.enter(other, ("192.0.2.2", 1))
    bounds.look((), 0)
    assert [each.size for each in many] == [-1, 0, *(part * MOST_UNSENT // 10 for part in (3, 5, 1))]
    assert other.size == MOST_UNSENT


def test_half_a_request_is_not_waited_for(impatient: Serving) -> None:
    with Client(impatient) as silent, Client(impatient) as head, Client(impatient) as body:
        head.send(GET[:-2])
        body.send(POST + b"Content-Length: 100\r\n\r\n[")
        assert head.refused() == (408, "too_slow")
        assert body.refused() == (408, "too_slow")
        assert silent.rest() == b""
    with Client(impatient) as second:
        second.send(GET)
        second.socket.recv(1)
        second.send(GET[:20])
        assert b"HTTP/1.1 408" in second.rest()
    with Client(impatient) as answered:
        answered.send(POST + b"Content-Length: 99999999\r\n\r\n")
        assert answered.rest().count(b"HTTP/1.1") == 1


def test_an_address_may_have_so_many_connections(tmp_path: Path) -> None:
    few = FAST | STRANGER | {"connections_an_address": 3, "header_seconds": 60}
    with (
        serving(f"sqlite:///{tmp_path}/tables.sqlite", **few) as server,
        Client(server).open("nowhere12345") as a_socket,
        Client(server),
        Client(server) as another,
    ):
        with Client(server) as one_too_many:
            assert one_too_many.refused() == (429, "too_many_sockets")
        another.send(GET)
        assert another.socket.recv(12) == b"HTTP/1.1 200"
        a_socket.socket.close()
        answer = b""
        while not answer.startswith(b"HTTP/1.1 200"):  # until the server has noticed
            with Client(server) as next_one:
                answer = next_one.send(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")).rest()


def test_of_many_connections_more_than_one_is_taken_in_at_a_time(server: Serving) -> None:
    """Else whoever makes many keeps others waiting, however few of them may stay."""
    connections = server.server.server_state.connections
    before, rounds = set(connections), Counter[str]()

    def new() -> int:
        return len(connections - before)

    def count() -> None:
        rounds["all"] += 1
        if new() < 100:
            server.loop.call_soon(count)

    with ExitStack() as clients:
        server.loop.call_soon_threadsafe(time.sleep, 0.5)
        for _ in range(100):
            clients.enter_context(Client(server))
        server.loop.call_soon_threadsafe(count)
        wait_until(lambda: new() == 100)
    assert rounds["all"] < 60


def test_whoever_comes_too_often_is_let_in_later_and_others_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Rate.CONNECTION, "speed", 1.0)  # of 500; of 20, one in 2.5 s
    few = FAST | STRANGER | {"connections_an_address": 20}
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", **few) as server:
        for _ in range(20):
            with Client(server) as before:
                before.send(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")).rest()
        with Client(server) as same, Client(server, "127.0.0.3") as other:
            same.send(GET)
            assert other.send(GET).socket.recv(12) == b"HTTP/1.1 200"
            assert server.server.doors[0].waiting("127.0.0.1") == 1
            assert same.socket.recv(12) == b"HTTP/1.1 200"


def test_an_address_that_takes_long_to_parse_is_held_and_no_other(server: Serving) -> None:
    async def try_it() -> None:
        bounds = Bounds(server.services)
        own, closing, a_socket, full, other = Read(), Read(closing=True), Read(held=False), Read(), Read()
        for each in (own, closing, a_socket, full):
            bounds.enter(each, ("192.0.2.1", 1))
        bounds.enter(other, ("192.0.2.2", 1))
        bounds.parsed(own, PARSING_AT_ONCE / 2)
        assert own.reading
        bounds.parsed(own, PARSING_AT_ONCE)
        bounds.parsed(full, PARSING_AT_ONCE)
        reading = [each.reading for each in (own, closing, a_socket, full, other)]
        assert reading == [False, True, True, False, True]
        full.may_be_held = lambda: False  # it waits for something else by now
        await asyncio.sleep(2 * HOLD)
        assert [own.reading, full.reading] == [True, False]
        bounds.leave(own)
        bounds.enter(own, ("192.0.2.1", 1))
        bounds.parsed(own, 0.01)
        assert not own.reading, "a new connection does not make good what others took"

    asyncio.run(try_it())


def test_no_list_of_what_a_socket_could_be_is_read(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library takes milliseconds for one as long as it may be; all connections may ask at once."""
    read: list[int] = []
    parse = BoundedSocket._open

    def seen(own: BoundedSocket, data: bytes) -> None:
        read.append(len(data))
        parse(own, data)

    monkeypatch.setattr(BoundedSocket, "_open", seen)
    names = "a," * 3_000 + "a"
    with Client(server) as client:
        client.open("nowhere12345", Connection=f"{names},Upgrade", Sec_WebSocket_Protocol=names)
    assert read[0] < 500


def test_a_trusted_proxy_may_have_as_many_as_it_likes(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", **(FAST | {"connections_an_address": 1})) as server:
        clients = [Client(server).send(GET) for _ in range(5)]
        assert [client.socket.recv(12) for client in clients] == [b"HTTP/1.1 200"] * 5
        for client in clients:
            client.socket.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
@pytest.mark.parametrize(
    ("limits", "granted", "known"),
    [
        ((1_024, 4_096), 4_096, 4_096),
        ((256, INFINITY), 10_240, 10_240),
        ((256, INFINITY), INFINITY, None),
        ((256, INFINITY), 256, 256),
    ],
    ids=["usual", "on a Mac", "no limit", "nothing granted"],
)
def test_what_the_system_refuses_does_not_count_as_allowed(
    monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], granted: int, known: int | None
) -> None:
    now = [limits]

    def set_limits(_what: int, wanted: tuple[int, int]) -> None:
        if granted != INFINITY and not 0 <= wanted[0] <= granted:
            raise ValueError("not allowed to raise maximum limit")
        now[0] = wanted

    monkeypatch.setattr("resource.getrlimit", lambda _what: now[0])
    monkeypatch.setattr("resource.setrlimit", set_limits)
    assert _allow_files() == known


@pytest.mark.parametrize(("files", "most"), [(None, 500), (20_000, 500), (256, 78), (64, FEWEST)])
def test_where_files_are_few_one_address_never_has_them_all(
    server: Serving, files: int | None, most: int
) -> None:
    bounds = Bounds(server.services, files)
    transports: Any = [object() for _ in range(600)]
    assert sum(bounds.enter(each, ("192.0.2.7", 1)) for each in transports) == most
    assert bounds.enter(transports[0], ("192.0.2.8", 1))
    for each in transports:
        bounds.leave(each)
    assert bounds.enter(transports[0], ("192.0.2.7", 1))


def test_where_files_are_few_several_addresses_do_not_have_them_all_either(server: Serving) -> None:
    bounds = Bounds(server.services, 1024)
    transports: Any = [object() for _ in range(600)]
    got = [
        sum(bounds.enter((address, each), (f"192.0.2.{address}", 1)) for each in transports)  # type: ignore[arg-type]
        for address in range(9)
    ]
    assert got == [462, 231, 116, 58, 29, 14, FEWEST, FEWEST, FEWEST]


def test_a_stop_waits_for_no_request_that_is_half_sent(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server = Serving(f"sqlite:///{tmp_path}/tables.sqlite")
    halves = [Client(server).send(GET[:-2]) for _ in range(20)]
    halves += [Client(server).send(POST + b"Content-Length: 100\r\n\r\n[") for _ in range(20)]
    with Client(server) as witness:
        witness.send(GET)
        witness.socket.recv(1)  # so all before it have been read
        server.stop()
    assert not [record for record in caplog.records if "exceeded" in record.getMessage()]
    for client in halves:
        client.socket.close()


FLOODS = {
    "pings": frame(Opcode.PING),
    "pongs": frame(Opcode.PONG),
    "continuations": frame(Opcode.CONT, last=False),
    "texts": frame(Opcode.TEXT, b'{"type":"ping"}'),
    "long texts": frame(Opcode.TEXT, b"[" * 4000),
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_frames_is_cut_off_before_they_are_looked_at(
    strict: Serving, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    received = Protocol.recv_frame
    parsed = []

    def counted(self: Protocol, one: Frame) -> None:
        if self.side == 0:
            parsed.append(one)
        received(self, one)

    monkeypatch.setattr(Protocol, "recv_frame", counted)
    table = strict.guest().make("Ann")["table"]
    with Client(strict).open(table) as client:
        client.send(frame(Opcode.TEXT, last=False) if kind == "continuations" else b"")
        client.send(FLOODS[kind] * (5_000 if len(FLOODS[kind]) < 100 else 500))
        assert client.code() in (1008, 1009)  # 1009 if so many pieces of one message came first
    assert len(parsed) <= 300


def test_whoever_was_told_to_go_is_not_heard_any_more(tmp_path: Path) -> None:
    """The application refuses twenty messages with a word, then the connection ends."""
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", rate_factor=0.1) as server:
        table = server.guest().make("Ann")["table"]
        with Client(server).open(table) as client:
            client.send(frame(Opcode.TEXT, b'{"type":"ping"}') * 60)
            heard = b""
            while not heard.endswith(b"\x88\x02" + (1008).to_bytes(2, "big")):
                more = client.socket.recv(65536)
                assert more
                heard += more
            client.send(frame(Opcode.PING, b"?"))
            assert b"?" not in client.rest()


def test_a_socket_that_was_just_cut_off_keeps_nobody_from_stopping_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Serving(f"sqlite:///{tmp_path}/tables.sqlite", rate_factor=1.0, **STRANGER)
    stopped = []
    stop = server.services.stop

    async def noted() -> None:
        stopped.append(True)
        await stop()

    monkeypatch.setattr(server.services, "stop", noted)
    with Client(server).open(server.guest().make("Ann")["table"]) as client:
        client.send(FLOODS["pings"] * 1_000)
        heard = b""
        while not heard.endswith(b"\x88\x02" + (1008).to_bytes(2, "big")):
            more = client.socket.recv(65536)
            assert more
            heard += more
        server.stop()  # within the second until the connection is reset
    assert stopped


def test_a_socket_whose_client_reads_nothing_is_waited_for_once_when_the_server_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("limes.server.services.PATIENCE", 0.2)
    monkeypatch.setattr("limes.server.web.connections.bounds.PATIENCE", 60)  # of answers to requests
    server = Serving(f"sqlite:///{tmp_path}/tables.sqlite")
    table = server.guest().make("Ann")["table"]
    with Client(server).open(table):
        live = server.services.tables.known(table)
        assert live
        wait_until(lambda: live.watchers)

        def say_much() -> None:
            for watcher in live.watchers:
                for _ in range(MOST_WAITING):
                    watcher.send("x" * MOST_LETTERS)

        server.loop.call_soon_threadsafe(say_much)
        [unread] = [each for each in tuple(server.server._connections) if isinstance(each, BoundedSocket)]
        wait_until(lambda: not unread.writable.is_set())
        server.stop()
    assert not [record for record in caplog.records if "exceeded" in record.getMessage()]


def test_a_message_in_endless_pieces_ends_the_socket(server: Serving) -> None:
    table = server.guest().make("Ann")["table"]
    pieces = frame(Opcode.TEXT, b"x", last=False) + frame(Opcode.CONT, last=False) * MOST_FRAGMENTS
    with Client(server).open(table) as client:
        assert client.send(pieces).code() == 1009


def test_no_small_frame_becomes_a_large_text(server: Serving) -> None:
    table = server.guest().make("Ann")["table"]
    with Client(server).open(table, Sec_WebSocket_Extensions="permessage-deflate") as client:
        assert b"deflate" not in client.answer.lower()
        text = frame(Opcode.TEXT, b"x")
        assert client.send(bytes([text[0] | 0x40]) + text[1:]).code() == 1002  # as if it were compressed


NO_SOCKETS = {
    "another site": ("", {"Origin": "https://elsewhere.example"}, b""),
    "no key": ("", {"Sec_WebSocket_Key": ""}, b""),
    "another version": ("", {"Sec_WebSocket_Version": "7"}, b""),
    "a long cookie": ("", {"Cookie": "x" * 9_000}, b""),
    "no table": ("nowhere12345", {}, frame(Opcode.CLOSE)),
    "no UTF-8": ("", {}, frame(Opcode.TEXT, b"\xff") * 2),
    "no UTF-8, and goes": ("", {}, frame(Opcode.TEXT, b"\xff") + frame(Opcode.CLOSE)),
    "noise": ("", {}, b"\xff" * 100),
    "speaks before it is answered": ("", {"X": "early"}, b""),
}


@pytest.mark.parametrize("gone", [False, True], ids=["listens", "is gone"])
@pytest.mark.parametrize("kind", NO_SOCKETS)
def test_a_socket_that_is_refused_is_no_error_in_the_log(
    server: Serving, caplog: pytest.LogCaptureFixture, kind: str, gone: bool
) -> None:
    table, headers, after = NO_SOCKETS[kind]
    table = table or server.guest().make("Ann")["table"]
    with structlog.testing.capture_logs() as logged, Client(server) as client:
        client.send(handshake(table, **headers))
        if kind == "speaks before it is answered":
            client.send(b"\xff" * 100)
        elif after:
            client.socket.recv(1)
            client.send(after)
        if not gone:
            client.rest()
        client.socket.close()
        server.guest().get("/tables")  # the server has seen all that before
    assert_no_errors(caplog, logged)


def test_nor_is_one_that_breaks_just_before_it_is_refused(
    server: Serving, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting: list[asyncio.Future[None]] = []

    async def see(*_asked: object) -> None:
        waiting.append(asyncio.get_running_loop().create_future())
        await waiting[-1]
        raise problems.day_hidden()

    def noise(protocol: BoundedSocket) -> None:
        waiting[-1].set_result(None)  # who waits goes on before the connection is lost
        handle_noise(protocol)

    handle_noise = BoundedSocket.handle_parser_exception
    monkeypatch.setattr(BoundedSocket, "handle_parser_exception", noise)
    monkeypatch.setattr(server.services.days, "check_visible", see)
    table = server.guest().make("Ann")["table"]
    with structlog.testing.capture_logs() as logged, Client(server).open(table) as client:
        while not waiting:
            time.sleep(0.01)
        client.send(b"\xff" * 100)
        client.rest()
        server.guest().get("/tables")  # the server has tried to refuse it before
    assert_no_errors(caplog, logged)


def test_nor_is_one_that_is_reset_while_it_waits_in_line(
    server: Serving, caplog: pytest.LogCaptureFixture
) -> None:
    table = server.guest().make("Ann")["table"]
    with structlog.testing.capture_logs() as logged:
        clients = [Client(server) for _ in range(60)]
        for client in clients:
            client.send(handshake(table))
        time.sleep(0.01)
        for client in clients:
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.socket.close()
        server.guest().get("/tables")  # the server has seen all that before
    assert_no_errors(caplog, logged)


class Clockwork(asyncio.SelectorEventLoop):
    """Its time passes by waiting alone."""

    waited = 0.0

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        self.waited += delay
        return super().call_later(0, callback, *args, context=context)


def test_many_requests_of_one_address_let_those_of_others_pass() -> None:
    most = 0

    async def begun() -> list[str]:
        fairness, order = Fairness(), list[str]()

        async def ask(address: str) -> None:
            nonlocal most
            running = await fairness.admit(address, "", lambda: False)
            assert running
            order.append(address)
            most = max(most, fairness._running[address])
            await asyncio.sleep(0.01)
            running.leave()
            running.leave()

        many = [asyncio.create_task(ask("many")) for _ in range(100)]
        leaving = asyncio.create_task(ask("many"))
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.gather(*many, ask("one"), leaving, return_exceptions=True)
        assert not fairness._running
        return order

    order = asyncio.run(begun())
    assert order.count("many") == 100
    assert order.index("one") <= 3 * AT_ONCE
    assert most <= MOST_RUNNING


def test_who_has_gone_when_the_turn_comes_is_passed_over() -> None:
    async def begun() -> list[bool]:
        fairness = Fairness()

        async def ask(gone: bool) -> bool:
            running = await fairness.admit("many", "", lambda: gone)
            if running:
                running.leave()
            return running is not None

        admitted = await asyncio.gather(ask(False), *map(ask, [True] * 1_000), ask(False))
        assert not fairness._running
        return admitted

    assert asyncio.run(begun()) == [True, *[False] * 1_000, True]


def test_an_address_that_never_ends_to_ask_is_slowed_down() -> None:
    async def ask(fairness: Fairness) -> None:
        running = await fairness.admit("many", "", lambda: False)
        assert running
        running.leave()

    async def ask_often(times: int) -> None:
        fairness = Fairness()
        await asyncio.gather(*[ask(fairness) for _ in range(times)])

    def waited(times: int) -> float:
        with asyncio.Runner(loop_factory=Clockwork) as runner:
            runner.run(ask_often(times))
            loop = runner.get_loop()
            assert isinstance(loop, Clockwork)
            return loop.waited

    assert waited(AT_FIRST) < 2 * AT_FIRST / AT_ONCE * PAUSE
    assert waited(AT_FIRST + 1_000) > 900 / AT_ONCE * LONG_PAUSE


def begun_before(neighbours: list[str], page: list[str]) -> int:
    """How many requests of neighbours begin before the last of a page's, by their cookies. All come from one
    address, and each neighbour asks again as soon as the last request has begun."""
    before = 0

    async def come() -> None:
        nonlocal before
        fairness = Fairness()

        async def ask(cookie: str) -> None:
            running = await fairness.admit("school", cookie, lambda: False)
            assert running
            running.leave()

        async def ask_for_ever(cookie: str) -> None:
            nonlocal before
            while True:
                await ask(cookie)
                before += 1

        flood = [asyncio.create_task(ask_for_ever(cookie)) for cookie in neighbours]
        await asyncio.sleep(0)
        await asyncio.gather(*map(ask, page))
        for each in flood:
            each.cancel()

    with asyncio.Runner(loop_factory=Clockwork) as runner:
        runner.run(come())
    return before


def test_at_one_address_nobody_waits_for_all_that_a_neighbour_sends() -> None:
    assert begun_before([""] * 500, ["own"]) <= 4 * AT_ONCE
    assert begun_before(["one"] * 500, ["own"]) <= 4 * AT_ONCE
    assert begun_before(["one"] * 500, [""]) <= 4 * AT_ONCE
    assert begun_before(["one"] * 500, ["own"] * 6) <= 12 * AT_ONCE


@pytest.mark.parametrize("page", [["own"], ["own"] * 6, [""] * 30])
def test_whoever_has_many_cookies_gains_little(page: list[str]) -> None:
    cookies = list(map(str, range(200)))
    assert begun_before(cookies, page) <= 2 * (len(cookies) + len(page))


def test_guests_of_an_address_are_told_apart_by_their_cookies(tmp_path: Path) -> None:
    asked = list[str]()

    async def admit(_address: str, cookies: str, _gone: Callable[[], bool]) -> None:
        asked.append(cookies)

    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}") as server:
        guard = Guard(AsyncMock(), server.services)
        guard._requests.admit = admit  # type: ignore[method-assign, assignment]
        for headers in ([(b"cookie", b"limes_guest=mine")], []):
            scope = {"type": "http", "path": "/", "headers": headers, "state": {}}
            asyncio.run(guard(scope, AsyncMock(), AsyncMock()))
    assert asked == ["limes_guest=mine", ""]


def test_who_plays_waits_neither_for_files_nor_for_those_who_wait(server: Serving) -> None:
    begun = Counter[str]()

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        begun[scope["path"]] += 1
        never = asyncio.get_running_loop().create_future()
        if scope["path"] == "/api/waits":
            await while_connected(Request(scope, lambda: never), never)
        elif scope["path"] != "/api/plays":
            await never

    async def ask(guard: Guard, path: str) -> None:
        scope = {"type": "http", "method": "GET", "path": path, "headers": []}
        await guard(scope | {"client": ("192.0.2.9", 1)}, AsyncMock(), AsyncMock())

    async def ask_all() -> None:
        guard = Guard(app, server.services)
        asked = list[asyncio.Task[None]]()

        async def ask_often(path: str, answered: int) -> None:
            asked.extend(asyncio.create_task(ask(guard, path)) for _ in range(2 * MOST_RUNNING))
            while begun[path] < answered:
                await asyncio.sleep(0.01)

        await ask_often("/assets/x.js", MOST_RUNNING)
        await ask_often("/api/waits", 2 * MOST_RUNNING)
        await asyncio.wait_for(ask(guard, "/api/plays"), 5)
        await ask_often("/api/works", MOST_RUNNING)
        await asyncio.sleep(0.1)
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)

    asyncio.run_coroutine_threadsafe(ask_all(), server.loop).result(20)
    assert begun["/assets/x.js"] == begun["/api/works"] == MOST_RUNNING


def test_who_is_slow_keeps_nobody_at_the_same_address_waiting(tmp_path: Path) -> None:
    """Neither by half-sent requests nor by answers that are not read."""
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", **STRANGER) as server, ExitStack() as slow:
        for head in (
            POST + b"Content-Length: 0050\r\n\r\nxyz",
            POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n",
            b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ):
            for _ in range(MOST_RUNNING):
                client = slow.enter_context(Client(server))
                client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                client.send(head)
        began = time.monotonic()
        assert server.guest().get("/tables")
        assert time.monotonic() - began < server.services.settings.body_seconds / 2


@given(st.lists(st.integers(0, 70_000), max_size=5), st.lists(st.integers(1, 5_000), min_size=1))
def test_frames_are_counted_however_they_are_cut_into_pieces(sizes: list[int], pieces: list[int]) -> None:
    sent = b"".join(frame(Opcode.BINARY, bytes(size)) for size in sizes)
    heads, counted, at = FrameHeads(), 0, 0
    while at < len(sent):
        for piece in pieces:
            counted += heads.begun(sent[at : at + piece], 10)
            at += piece
    assert counted == len(sizes)


def test_counting_ends_soon_after_the_limit() -> None:
    assert FrameHeads().begun(frame(Opcode.PING) * 1_000, 10) == 11
