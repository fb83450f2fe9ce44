"""Requests whose client has gone: what they wait for is not worked on."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from starlette.requests import Request

from limes.server import problems
from limes.server.web.connections.fairness import GONE, RUNNING

T = TypeVar("T")


async def while_connected(request: Request, work: Awaitable[T]) -> T:
    """What the work finds, perhaps after a while: meanwhile others at the same address may begin. It is
    cancelled if the client goes before."""
    request.scope["state"][RUNNING].leave()
    working = asyncio.ensure_future(work)
    gone = asyncio.create_task(_disconnected(request))
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise problems.abandoned()
        return working.result()
    finally:
        working.cancel()
        gone.cancel()


async def in_turn_again(request: Request) -> None:
    """After something for which many may have waited."""
    state = request.scope["state"]
    if not await state[RUNNING].come_back(lambda: GONE in state):
        raise problems.abandoned()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
