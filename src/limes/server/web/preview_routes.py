"""The pictures of previews. They are the same for everybody, and no cookie comes with them."""

from collections.abc import Awaitable
from typing import Any

from fastapi import APIRouter
from fastapi import Response as Plain
from starlette.requests import Request
from starlette.responses import Response

from limes.server.limits import Rate
from limes.server.previews import Picture
from limes.server.web.abandoned import while_connected
from limes.server.web.day_routes import Day
from limes.server.web.puzzle_routes import PuzzleName
from limes.server.web.routing import FAILURES
from limes.server.web.table_routes import ByCaller, InServices, TableName, limited

A_DAY = "public, max-age=86400"
ANSWERS: dict[int | str, dict[str, Any]] = FAILURES | {
    200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}},
    304: {"description": "The client has it"},
}
ROUTER = APIRouter(
    prefix="/preview",
    responses=ANSWERS,
    default_response_class=Plain,
    dependencies=[limited(Rate.PICTURE)],
)


@ROUTER.get("/limes.png")
async def picture_of_the_game(request: Request, services: InServices, caller: ByCaller) -> Response:
    """For links to anything that has no picture of its own."""
    return await _answered(request, services.previews.picture_of_the_game(caller))


@ROUTER.get("/t/{table}.png")
async def picture_of_table(
    table: TableName, request: Request, services: InServices, caller: ByCaller
) -> Response:
    """The landscapes of a game that is over, with their points."""
    return await _answered(request, services.previews.picture_of_table(caller, table))


@ROUTER.get("/day/{day}.png")
async def picture_of_day(day: Day, request: Request, services: InServices, caller: ByCaller) -> Response:
    """The cards of a day that is over."""
    return await _answered(request, services.previews.picture_of_day(caller, day))


@ROUTER.get("/puzzle/{puzzle}.png")
async def picture_of_puzzle(
    puzzle: PuzzleName, request: Request, services: InServices, caller: ByCaller
) -> Response:
    """A puzzle's landscape, and the card that is to be laid."""
    return await _answered(request, services.previews.picture_of_puzzle(caller, puzzle))


async def _answered(request: Request, drawing: Awaitable[Picture]) -> Response:
    picture = await while_connected(request, drawing)
    headers = {"cache-control": A_DAY, "etag": picture.tag}
    if picture.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(picture.data, headers=headers, media_type="image/png")
