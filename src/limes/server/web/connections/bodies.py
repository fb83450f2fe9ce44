"""Bodies of requests, which may come slowly."""

from starlette.datastructures import Headers
from starlette.types import Message, Receive


def sends_more(headers: Headers, most: int) -> bool:
    """Whether a body follows that is not refused for its length alone."""
    length = headers.get("content-length", "").lstrip("0")
    short = length.isdecimal() and len(length) <= len(str(most))
    return "transfer-encoding" in headers or (short and int(length) <= most)


async def arrived(receive: Receive, most: int) -> tuple[Receive, int]:
    """The same once more, when the whole body is there, or more than may come; and how much of it is.

    Where it comes byte by byte, a message for each would take 200 times as much room.
    """
    body = bytearray()
    message: Message = {"type": "http.request", "more_body": True}
    while message.get("more_body", False) and len(body) <= most:
        message = await receive()
        body += message.get("body", b"")
    if message["type"] == "http.request":
        message["body"] = bytes(body)
    messages = [message]

    async def again() -> Message:
        return messages.pop() if messages else await receive()

    return again, len(body)
