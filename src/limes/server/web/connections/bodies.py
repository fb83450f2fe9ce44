"""Bodies of requests, which may come slowly."""

from collections import deque

from starlette.datastructures import Headers
from starlette.types import Message, Receive


def sends_more(headers: Headers, most: int) -> bool:
    """Whether a body follows that is not refused for its length alone."""
    length = headers.get("content-length", "").lstrip("0")
    short = length.isdecimal() and len(length) <= len(str(most))
    return "transfer-encoding" in headers or (short and int(length) <= most)


async def arrived(receive: Receive, most: int) -> tuple[Receive, int]:
    """The same once more, when the whole body is there, or more than may come; and how much of it is."""
    messages = deque[Message]()
    read, more = 0, True
    while more and read <= most:
        messages.append(await receive())
        read += len(messages[-1].get("body", b""))
        more = messages[-1].get("more_body", False)

    async def again() -> Message:
        return messages.popleft() if messages else await receive()

    return again, read
