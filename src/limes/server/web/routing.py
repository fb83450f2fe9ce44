"""What all routes of the API have in common: how a body is read, and what they refuse."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter, Depends
from fastapi.routing import APIRoute
from pydantic_core import from_json
from starlette.requests import Request
from starlette.responses import Response

from limes.server import problems
from limes.server.protocol import tables as messages

FAILURES: dict[int | str, dict[str, Any]] = {
    code: {"model": messages.Failure, "description": "What is wrong, with a code and a sentence"}
    for code in ("4XX", "5XX")
}
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class JsonRoute(APIRoute):
    """Reads a body with a reader that needs no room on Python's stack and refuses more than 200 levels: near
    the end of the stack, whatever else Python does meanwhile fails, such as the collector's notices."""

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def read_first(request: Request) -> Response:
            return await handle(_JsonRequest(request.scope, request.receive))

        return read_first


class _JsonRequest(Request):
    async def json(self) -> Any:
        if not hasattr(self, "_json"):
            try:
                self._json = from_json(await self.body())
            except ValueError as error:
                raise problems.malformed("body", str(error)) from None
        return self._json


async def known_query(request: Request) -> None:
    """A parameter that the route does not know is an error."""
    known = {field.alias for field in request.scope["route"].dependant.query_params}
    for name in request.query_params:
        if name not in known:
            raise problems.malformed(f"query.{name[:40]}", "unknown")


def api_router(
    prefix: str,
    *more: Any,
    route_class: type[JsonRoute] = JsonRoute,
    responses: dict[int | str, dict[str, Any]] = FAILURES,
) -> APIRouter:
    """For routes that name their failures; `more` is what they depend on."""
    return APIRouter(
        prefix=prefix,
        route_class=route_class,
        responses=responses,
        dependencies=[Depends(known_query), *more],
    )
