"""One client against all with sockets: floods of frames, frames out of place, and ears that are shut."""

import random
import socket
import time
from contextlib import suppress

from attacks import SECONDS, Target, attack, frame, push

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
UNKNOWN = 3
OPCODES = (CONT, TEXT, TEXT, TEXT, BINARY, CLOSE, CLOSE, PING, PONG, UNKNOWN)
CONTENTS = (b"", b'{"type":"ping"}', b"\xff\xfe", b"\xc3", b"\xa9", b"\x03\xe8", b"\x03\xe7\xff", b"x" * 126)
TOGETHER = 6  # frames in one segment


def flood(target: Target, data: bytes, first: bytes = b"") -> str | None:
    table = target.table()

    def spectate() -> socket.socket:
        connection = target.spectate(table)
        connection.sendall(first)
        return connection

    push(spectate, data)
    return None


@attack("empty pings")
def pings(target: Target) -> str | None:
    return flood(target, frame(PING) * 10_000)


@attack("empty pongs")
def pongs(target: Target) -> str | None:
    return flood(target, frame(PONG) * 10_000)


@attack("empty continuations")
def continuations(target: Target) -> str | None:
    return flood(target, frame(CONT, last=False) * 10_000, frame(TEXT, last=False))


@attack("texts on a socket")
def texts(target: Target) -> str | None:
    return flood(target, frame(TEXT, b'{"type":"ping"}') * 5_000)


@attack("long texts on a socket")
def long_texts(target: Target) -> str | None:
    return flood(target, frame(TEXT, b"[" * 4096) * 20)


@attack("200 sockets that flood at the same time")
def many_floods(target: Target) -> str | None:
    table = target.table()
    open_sockets: list[socket.socket] = []
    with suppress(OSError):
        open_sockets.extend(target.spectate(table) for _ in range(200))
    for data in (
        frame(PING) * 100,
        frame(PING) * 100,
        frame(TEXT, b'{"type":"ping"}') * 200,
        frame(PONG) * 9_000,
    ):
        for each in open_sockets:
            with suppress(OSError):
                each.setblocking(False)
                each.send(data)
        time.sleep(1)
    for each in open_sockets:
        each.close()
    return None


@attack("frames of any kind that come together")
def any_frames(target: Target) -> str | None:
    """Each is read before the first is answered, so one may follow on what another has ended."""
    table = target.table()
    chance = random.Random(1)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        frames = [
            frame(chance.choice(OPCODES), chance.choice(CONTENTS), chance.random() < 0.7)
            for _ in range(chance.randint(1, TOGETHER))
        ]
        with suppress(OSError), target.spectate(table) as connection:
            connection.sendall(b"".join(frames))
            connection.settimeout(0.02)
            while connection.recv(65536):
                pass
    return None


@attack("a spectator who never reads, and sends pings")
def deaf(target: Target) -> str | None:
    table = target.table()
    end = time.monotonic() + SECONDS
    connections = [target.spectate(table, 4096) for _ in range(50)]
    while time.monotonic() < end:
        for connection in connections:
            with suppress(OSError):
                connection.settimeout(0)
                connection.send(frame(PING, b"x" * 125))
        time.sleep(0.02)
    for connection in connections:
        connection.close()
    return None
