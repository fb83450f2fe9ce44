"""One client against all at tables of its own: crowds that watch turns come and go, hundreds of tables."""

import base64
import http.client
import json
import os
import selectors
import socket
import threading
import time
from contextlib import suppress
from typing import Any

from attacks import ATTACKER, SECONDS, Target, attack, frame

TEXT = 1
SEATS = 12
CROWD = 180
ROUNDS = 16
ASKING = 20  # at the same time
GUESTS = 6  # who may make twenty tables each at once
LETTERS = "ABCDEFGHJKLM"  # no I, which looks like an l
TWELVE = {"seats": [{"kind": "person", "name": f"Mallory {letter}"} for letter in LETTERS]}


def own_table(target: Target, **more: object) -> tuple[str, list[str]]:
    """A table with the attacker in every seat, and the seats' tokens."""
    _status, body = target.ask("POST", "/api/tables", {**TWELVE, **more})
    made = json.loads(body)
    return made["table"], [made["tokens"][str(seat)] for seat in range(SEATS)]


def player(target: Target, table: str, token: str = "") -> socket.socket:
    """A socket at the table, with the seat of the token."""
    connection = target.connect()
    key = base64.b64encode(os.urandom(16)).decode()
    connection.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{target.port}\r\n"
        f"Authorization: Bearer {token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    if connection.recv(12) != b"HTTP/1.1 101":
        connection.close()
        raise ConnectionRefusedError
    return connection


class Swallowing(threading.Thread):
    """Reads whatever comes on many connections and throws it away."""

    def __init__(self, connections: list[socket.socket]) -> None:
        super().__init__(daemon=True)
        self._selector = selectors.DefaultSelector()
        self.wanted = True
        for each in connections:
            each.setblocking(False)
            self._selector.register(each, selectors.EVENT_READ)
        self.start()

    def run(self) -> None:
        while self.wanted:
            for key, _events in self._selector.select(0.1):
                connection: Any = key.fileobj
                with suppress(BlockingIOError):
                    if not _read(connection):
                        self._selector.unregister(connection)


def _read(connection: socket.socket) -> bytes:
    try:
        return connection.recv(2**18)
    except ConnectionError:
        return b""


def back_and_forth(players: list[socket.socket], seconds: float, pause: float) -> None:
    """Each but the last lays and takes back, as fast as messages are heard."""
    end, attempt = time.monotonic() + seconds, 1
    while time.monotonic() < end:
        for kind, more in (("turn", {"turn": "d4N"}), ("undo", {})):
            for seat, each in enumerate(players[:-1]):
                message = {"type": kind, "id": "x", "seat": seat, "round": 1, "attempt": attempt} | more
                with suppress(OSError):
                    each.send(frame(TEXT, json.dumps(message).encode()))
            time.sleep(pause)
        attempt += 1


@attack("a crowd at a table at which turns are laid and taken back")
def crowd(target: Target) -> str | None:
    table, tokens = own_table(target)
    sockets = [player(target, table, token) for token in tokens]
    with suppress(OSError):
        sockets.extend(player(target, table) for _ in range(CROWD))
    swallowing = Swallowing(sockets)
    back_and_forth(sockets[:SEATS], SECONDS, 0.05)
    swallowing.wanted = False
    swallowing.join()
    for each in sockets:
        each.close()
    return None


class Asking:
    """Requests one after the other on one connection from the attacker's address."""

    def __init__(self, target: Target) -> None:
        self._connection = http.client.HTTPConnection(
            "127.0.0.1", target.port, timeout=60, source_address=(ATTACKER, 0)
        )

    def ask(self, method: str, path: str, body: object = None, token: str = "") -> Any:
        headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self._connection.getresponse()
        found = json.loads(answer.read())
        return found if answer.status < 400 else None

    def one_alone(self, **more: object) -> tuple[str, str] | None:
        """A table for one and its token, if there may be another one now."""
        made = self.ask("POST", "/api/tables", {"seats": [{"kind": "person", "name": "Mallory"}], **more})
        return (made["table"], made["tokens"]["0"]) if made else None


@attack("a review asked for again and again by somebody with hundreds of tables")
def many_tables(target: Target) -> str | None:
    asking = Asking(target)
    table, token = asking.one_alone() or ("", "")
    for number in range(1, ROUNDS + 1):
        offer = asking.ask("GET", f"/api/tables/{table}/seats/0", token=token)["offer"]
        turn = {"round": number, "turn": offer["placements"][0]["at"]}
        asking.ask("POST", f"/api/tables/{table}/seats/0/turns", turn, token)
    deck = {"name": "many", "cards": ["rFwf", "fTwr", "wwff", "TtFr"] * 16}
    while made := asking.one_alone(deck=deck):
        asking.ask("GET", f"/api/tables/{made[0]}", token=made[1])  # the seat is at this address now
    path = f"/api/tables/{table}/coach?seat=0&wait="
    while "turns" not in (asking.ask("GET", f"{path}25") or {}):
        time.sleep(0.1)
    end = time.monotonic() + SECONDS

    def ask() -> None:
        own = Asking(target)
        while time.monotonic() < end:
            if own.ask("GET", f"{path}0") is None:
                time.sleep(0.05)

    threads = [threading.Thread(target=ask) for _ in range(ASKING)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return None


@attack("lists of tables of twelve, asked for with another token each time")
def other_tokens(target: Target) -> str | None:
    guests = [Listed(target) for _ in range(GUESTS)]
    for guest in guests:
        while guest.ask("POST", TWELVE):
            pass
    end = time.monotonic() + SECONDS

    def ask(guest: Listed) -> None:
        own = Listed(target, guest.cookie)
        while time.monotonic() < end:
            own.ask("GET")

    threads = [threading.Thread(target=ask, args=(guest,)) for guest in guests * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return None


class Listed:
    """A guest with a list of tables, who names another token with each request."""

    def __init__(self, target: Target, cookie: str = "") -> None:
        self.cookie = cookie
        self._connection = http.client.HTTPConnection(
            "127.0.0.1", target.port, timeout=60, source_address=(ATTACKER, 0)
        )

    def ask(self, method: str, body: object = None) -> bool:
        """Whether it was allowed."""
        headers = {"authorization": f"Bearer {os.urandom(8).hex()}", "content-type": "application/json"}
        if self.cookie:
            headers["cookie"] = self.cookie
        self._connection.request(method, "/api/tables", None if body is None else json.dumps(body), headers)
        answer = self._connection.getresponse()
        answer.read()
        if given := answer.getheader("set-cookie"):
            self.cookie = given.partition(";")[0]
        return answer.status < 400
