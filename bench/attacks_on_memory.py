"""One client against all with what the server keeps in memory: that must go as soon as it is answered.

The server looks for cycles when its memory grows; that there are none is seen by `tests/server/test_garbage`.
"""

import asyncio
import itertools
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from attacks import ATTACKER, Target, attack, frame

CONNECTIONS = 480
UNDER_WAY = 9  # requests of a connection
AT_LENGTH = 40.0  # seconds: the collector by itself comes by every 20 s if it has something to do
HEADER = b"X: " + b"h" * 15_900
AT_ONCE = 40  # clients that send large bodies, or texts
BODY = b"b" * 65_000
FORGED = (
    b"POST /api/none HTTP/1.1\r\nHost: localhost\r\nCookie: limes_guest=a.b.c\r\n"
    b"%b\r\nContent-Length: %d\r\n\r\n%b" % (HEADER[:14_000], len(BODY), BODY)
)
CONT, TEXT = 0, 1
BROKEN = frame(TEXT, b"t" * 4_000) * 59 + frame(CONT)  # which continues nothing


@attack("large headers on all connections")
def large_headers(target: Target) -> str | None:
    """As many requests as are allowed are under way, and one more is sent for each answer."""
    asyncio.run(_keep_asking(target.port))
    return None


@attack("large bodies with a forged cookie")
def forged_cookies(target: Target) -> str | None:
    def send_them(end: float) -> None:
        with target.connect() as connection:
            while time.monotonic() < end:
                connection.sendall(FORGED)
                connection.recv(65_536)

    return _all_the_time(send_them)


@attack("sockets that end with a frame out of place")
def broken_frames(target: Target) -> str | None:
    """What came before it in the same piece has been parsed by then. A connection over which much has come
    takes large pieces."""
    table = target.table()

    def send_them(end: float) -> None:
        with target.connect() as connection:
            for _ in range(2):
                connection.sendall(FORGED)
                while not (answer := connection.recv(65_536)).endswith(b"}}"):
                    if not answer:
                        raise ConnectionResetError
            target.spectate(table, over=connection)
            connection.sendall(BROKEN)
            while time.monotonic() < end and connection.recv(65_536):
                pass

    return _all_the_time(send_them)


def _all_the_time(work: Callable[[float], None]) -> str | None:
    """By many clients at once; one that is cut off comes again."""
    end = time.monotonic() + AT_LENGTH

    def again_and_again(_client: int) -> int:
        done = 0
        while time.monotonic() < end:
            try:
                work(end)
                done += 1
            except OSError:
                time.sleep(0.1)
        return done

    with ThreadPoolExecutor(AT_ONCE) as clients:
        done = sum(clients.map(again_and_again, range(AT_ONCE)))
    return None if done else "nobody came through"


async def _keep_asking(port: int) -> None:
    end = time.monotonic() + AT_LENGTH
    await asyncio.gather(*(_on_one(port, number, end) for number in range(CONNECTIONS)))


async def _on_one(port: int, number: int, end: float) -> None:
    path = b"/assets/none.js" if number % 5 else b"/healthz"
    request = b"GET %b HTTP/1.1\r\nHost: localhost\r\n%b\r\n\r\n" % (path, HEADER)
    await asyncio.sleep(number / 100)
    while time.monotonic() < end:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))
            try:
                await _pipelined(reader, writer, request, end)
            finally:
                writer.close()
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.2)


async def _pipelined(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes, end: float
) -> None:
    for sent in itertools.count():
        if time.monotonic() > end or writer.transport.is_closing():
            return
        writer.write(request)
        if sent < UNDER_WAY:
            await asyncio.sleep(0.01)  # each must have been read before the next one comes
            continue
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        await reader.readexactly(int(head.partition(b"content-length:")[2].split(b"\r\n")[0]))
        if b"connection: close" in head:
            return
