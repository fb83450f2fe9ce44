"""What an attack is, and all of them by name; modules that hold attacks register them here.

An attack is a function with a name. It is given the server under attack, works for some seconds from
`ATTACKER`, and returns what it found wrong, or nothing. What it does to memory and to a healthy client at
another address is measured by `server_attack`.
"""

import base64
import http.client
import json
import os
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass

from server_processes import Serve

ATTACKER = "127.0.0.2"
SECONDS = 6.0  # that an attack goes on
PATIENCE = 10.0  # seconds until a read or a write is given up


@dataclass(frozen=True)
class Target:
    """The server under attack, as the attacker sees it."""

    server: Serve
    port: int

    def connect(self, receives: int | None = None) -> socket.socket:
        """A connection from the attacker's address, which may hold few received bytes."""
        connection = socket.socket()
        if receives:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        connection.settimeout(PATIENCE)
        connection.bind((ATTACKER, 0))
        connection.connect(("127.0.0.1", self.port))
        return connection

    def ask(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=(ATTACKER, 0)
        )
        try:
            headers = {"content-type": "application/json"} if body is not None else {}
            if token:
                headers["authorization"] = f"Bearer {token}"
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def table(self) -> str:
        """A new table that waits for somebody."""
        _status, body = self.ask(
            "POST", "/api/tables", {"seats": [{"kind": "open"}, {"kind": "person", "name": "Mallory"}]}
        )
        table: str = json.loads(body)["table"]
        return table

    def spectate(
        self, table: str, receives: int | None = None, over: socket.socket | None = None
    ) -> socket.socket:
        """A socket at the table, open and without a seat, over a connection used before or a new one;
        what it was greeted with may be unread."""
        connection = over or self.connect(receives)
        key = base64.b64encode(os.urandom(16)).decode()
        connection.sendall(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        answer = connection.recv(12)
        if answer != b"HTTP/1.1 101":
            connection.close()
            raise ConnectionRefusedError(answer)
        return connection


Attack = Callable[[Target], str | None]
ATTACKS: dict[str, Attack] = {}


def attack(name: str) -> Callable[[Attack], Attack]:
    """Register an attack under the name by which it is asked for and reported."""

    def registered(function: Attack) -> Attack:
        assert name not in ATTACKS, name
        ATTACKS[name] = function
        return function

    return registered


def push(connect: Callable[[], socket.socket], data: bytes) -> int:
    """Send this again and again, on a new connection whenever one is cut; the bytes sent."""
    end, sent = time.monotonic() + SECONDS, 0
    while time.monotonic() < end:
        try:
            with connect() as connection:
                connection.settimeout(1)
                while time.monotonic() < end:
                    sent += connection.send(data)
        except OSError:
            time.sleep(0.01)
    return sent


def frame(opcode: int, data: bytes = b"", last: bool = True) -> bytes:
    """A frame of a client, masked with zeros."""
    assert len(data) < 65536
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([opcode | (0x80 if last else 0)]) + length + b"\0\0\0\0" + data
