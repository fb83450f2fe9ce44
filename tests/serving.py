"""A server in a thread of the test, on real sockets, and clients that speak to it."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from urllib.parse import urlencode

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from limes.server.process import make_server
from limes.server.protocol.tables import ServerMessage
from limes.server.settings import Settings

FAST: dict[str, Any] = {
    "port": 0,
    "rate_factor": 1000.0,
    "tables_a_guest": 10_000,
    "tables_an_address": 10_000,
    "tables_a_day": 10_000,
    "sockets_an_address": 10_000,
    "bot_seconds": 0.02,
    "bots_a_guest": 10_000,
    "bots_an_address": 10_000,
    "study_seconds": 0.1,
    "takeover_seconds": 0.3,
    "unwatched_seconds": 0.0,
}
Json = dict[str, Any]


class Serving:
    """A running server: its address, its parts, and how to stop it."""

    def __init__(self, database: str, **changed: Any) -> None:
        self.server = make_server(Settings(database=database, **(FAST | changed)))
        self.services = self.server._services
        self._guests: list[Guest] = []
        self._thread = threading.Thread(target=self.server.run, daemon=True)
        self._thread.start()
        end = time.monotonic() + 20
        while not self.server.doors:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < end
            time.sleep(0.01)
        self.loop = self.server.doors[0].loop
        self.port = self.server.doors[0].port
        self.url = self.url_at("127.0.0.1")

    def url_at(self, name: str) -> str:
        return f"http://{name}:{self.port}"

    def guest(self, token: str | None = None) -> "Guest":
        guest = Guest(self.url, token)
        self._guests.append(guest)
        return guest

    def welcome(self, guest: "Guest") -> "Guest":
        """The same guest, who comes from another server."""
        same = self.guest()
        same.http.cookies.update(guest.http.cookies)
        return same

    def stop(self) -> None:
        for guest in self._guests:
            guest.http.close()
        self.server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()


@contextmanager
def serving(database: str, **changed: Any) -> Iterator[Serving]:
    server = Serving(database, **changed)
    try:
        yield server
    finally:
        server.stop()


def frame(opcode: Opcode, data: bytes = b"", last: bool = True) -> bytes:
    """As a client sends it."""
    return Frame(opcode, data, last).serialize(mask=True)


def wait_until(true: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


class Guest:
    """A browser or a program: one cookie jar."""

    def __init__(self, url: str, token: str | None = None) -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.url = url
        self.http = httpx.Client(base_url=f"{url}/api", headers=headers, timeout=30)
        self._headers = headers

    def get(self, path: str) -> Any:
        return self._answer(self.http.get(path))

    def post(self, path: str, body: Json | None = None) -> Any:
        return self._answer(self.http.post(path, json=body if body is not None else {}))

    def make(self, *seats: str, **more: Any) -> Json:
        """A table; seats are names, `-` for an open one, `bot:greedy` for a bot."""
        made: Json = self.post("/tables", {"seats": [_seat(seat) for seat in seats], **more})
        return made

    def lay(self, table: str, seat: int, number: int, turn: str) -> int:
        acknowledged = self.post(f"/tables/{table}/seats/{seat}/turns", {"round": number, "turn": turn})
        return int(acknowledged["number"])

    def refused(self, method: str, path: str, body: Json | None = None) -> tuple[int, str]:
        response = self.http.request(method, path, json=body)
        assert response.status_code >= 400, response.text
        return response.status_code, response.json()["error"]["code"]

    def socket(self, table: str, after: int | None = None, lang: str | None = None, **more: Any) -> "Socket":
        address = self.url.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
        headers = dict(self._headers)
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        if cookies:
            headers["cookie"] = cookies
        headers |= more.pop("headers", {})
        asked = {"after": after, "lang": lang}
        address += f"?{urlencode({name: value for name, value in asked.items() if value is not None})}"
        return Socket(connect(address, additional_headers=headers, max_size=None, proxy=None, **more))

    @staticmethod
    def _answer(response: httpx.Response) -> Any:
        assert response.status_code < 400, (response.status_code, response.text)
        return response.json() if response.content else None


class Socket:
    """A client's end of a socket; every message is one that is described, `seen` keeps every byte."""

    def __init__(self, connecting: AbstractContextManager[ClientConnection]) -> None:
        self._connecting = connecting
        self.connection = connecting.__enter__()
        self.seen: list[str] = []
        self._lines: list[str] = []

    def __enter__(self) -> "Socket":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        self._connecting.__exit__(None, None, None)

    def receive(self, timeout: float = 10) -> Json:
        if not self._lines:
            text = self.connection.recv(timeout=timeout)
            assert isinstance(text, str)
            self.seen.append(text)
            self._lines += text.split("\n")
        message: Json = json.loads(self._lines.pop(0))
        ServerMessage.validate_python(message)
        return message

    def until(self, message_type: str, /, timeout: float = 10, **values: Any) -> Json:
        """The next message of this type, with these values; those before it are passed over."""
        end = time.monotonic() + timeout
        while True:
            message = self.receive(max(0.01, end - time.monotonic()))
            if message["type"] == message_type and all(
                message.get(name) == value for name, value in values.items()
            ):
                return message

    def closing_code(self) -> int | None:
        """Listen until the server closes; the code it gives."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def lay(self, seat: int, number: int, turn: str, name: str = "x") -> None:
        self.send(type="turn", id=name, seat=seat, round=number, turn=turn)


def _seat(text: str) -> Json:
    if text == "-":
        return {"kind": "open"}
    if text.startswith("bot:"):
        return {"kind": "bot", "bot": text.removeprefix("bot:")}
    return {"kind": "person", "name": text}


def first_turn(offer: Json) -> str:
    """A turn from an offer: the first placement, a worker on it while there are some."""
    at: str = offer["placements"][0]["at"]
    return f"{at}+nw" if offer["supply"] else at


def wait_for(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)
