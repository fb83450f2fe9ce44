"""A guest's own games over HTTP: figures, and everything in one download."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from fastapi import Response as Plain
from starlette.responses import Response, StreamingResponse

from limes.server.game import views
from limes.server.limits import Rate
from limes.server.lines import Urgency
from limes.server.people import Caller, answers_as_csv, as_csv, figures
from limes.server.problems import Problem
from limes.server.protocol.me import OwnFigures
from limes.server.services import Services
from limes.server.store import results_of
from limes.server.tables import records_of
from limes.server.web.answers import answer
from limes.server.web.routing import api_router
from limes.server.web.table_routes import ByCaller, InServices, limited

ROUTER = api_router("/api/me")
AT_ONCE = 3  # games: one with twelve seats takes 10 ms, and everybody waits for those that are under way
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}


@ROUTER.get("", response_model=OwnFigures, dependencies=[limited(Rate.END)])
async def see_figures(services: InServices, caller: ByCaller) -> Response:
    """All finished games of the caller, added up."""
    return answer(views.dumps(await services.tables.read(figures, services.log, caller.guest)))


@ROUTER.get("/games.csv", response_class=Plain, responses=CSV, dependencies=[limited(Rate.END)])
async def download_table(services: InServices, caller: ByCaller) -> Response:
    """One line for each finished game."""
    text = await services.tables.read(as_csv, services.log, caller.guest)
    return Response(text, media_type="text/csv", headers=_attached("limes-games.csv"))


@ROUTER.get("/puzzles.csv", response_class=Plain, responses=CSV, dependencies=[limited(Rate.END)])
async def download_answers(services: InServices, caller: ByCaller) -> Response:
    """One line for each puzzle that the caller has answered."""
    text = await services.tables.read(answers_as_csv, services.log, caller.guest)
    return Response(text, media_type="text/csv", headers=_attached("limes-puzzles.csv"))


@ROUTER.get(
    "/games.txt",
    response_class=Plain,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    dependencies=[limited(Rate.REVIEW)],
)
async def download_records(services: InServices, caller: ByCaller) -> Response:
    """The records of all finished games, the newest first."""
    results = await services.tables.read(results_of, services.log, caller.guest)
    ids = [each.table_id for each in results]
    first = await _some(services, caller, ids[:AT_ONCE])  # before the answer begins, it can be refused
    records = _all(first, services, caller, ids[AT_ONCE:])
    return StreamingResponse(records, media_type="text/plain", headers=_attached("limes-games.txt"))


async def _all(first: str, services: Services, caller: Caller, table_ids: list[str]) -> AsyncIterator[str]:
    """Some at a time; where the line of the address is full, that is waited for."""
    yield first
    for start in range(0, len(table_ids), AT_ONCE):
        yield await _in_time(services, caller, table_ids[start : start + AT_ONCE])


async def _in_time(services: Services, caller: Caller, table_ids: list[str]) -> str:
    while True:
        try:
            return await _some(services, caller, table_ids)
        except Problem as full:
            if full.seconds is None:
                raise
            await asyncio.sleep(full.seconds)


async def _some(services: Services, caller: Caller, table_ids: list[str]) -> str:
    """After what others want to know of tables."""
    written = partial(records_of, services.log, table_ids)
    return await services.at_table(caller, written, Urgency.REVIEWING)


def _attached(name: str) -> dict[str, str]:
    """Kept as a file."""
    return {"content-disposition": f'attachment; filename="{name}"'}
