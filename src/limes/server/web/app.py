"""The application: routes, errors, health and figures."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute

from limes.rules import LimesError
from limes.server import problems
from limes.server.letting_go import let_go
from limes.server.problems import Problem
from limes.server.services import Services
from limes.server.web import bot_routes as bots
from limes.server.web import coach_routes as coaching
from limes.server.web import day_routes as days
from limes.server.web import device_routes as devices
from limes.server.web import end_routes as ending
from limes.server.web import me_routes as mine
from limes.server.web import play_on_routes as playing_on
from limes.server.web import preview_routes as previews
from limes.server.web import puzzle_routes as puzzles
from limes.server.web import value_routes as values
from limes.server.web.answers import answer, failure
from limes.server.web.client_files import FOLDER, Client
from limes.server.web.guard import Guard
from limes.server.web.study_routes import STUDY
from limes.server.web.table_routes import ROUTER
from limes.server.web.table_socket import table_socket
from limes.version import VERSION

ROUTERS = (
    ROUTER,
    devices.ROUTER,
    ending.ROUTER,
    STUDY,
    values.ROUTER,
    coaching.ROUTER,
    playing_on.ROUTER,
    bots.ROUTER,
    days.ROUTER,
    mine.ROUTER,
    puzzles.OVERVIEW,
    puzzles.ROUTER,
    previews.ROUTER,
)


def make_app(services: Services) -> FastAPI:
    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await services.start()
        yield
        await services.stop()

    app = FastAPI(
        title="Limes",
        version=VERSION,
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    app.state.services = services
    for router in ROUTERS:
        app.include_router(router)
    app.router.routes.append(WebSocketRoute("/api/tables/{table}/socket", table_socket))
    app.state.client = Client(FOLDER)
    app.router.routes.extend(app.state.client.routes())
    app.add_route("/api/openapi.json", _description(app), include_in_schema=False)
    app.add_route("/healthz", _health, include_in_schema=False)
    app.add_route("/metrics", _metrics, include_in_schema=False)
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(LimesError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_middleware(Guard, services=services)
    return app


def _description(app: FastAPI) -> Callable[[Request], Awaitable[Response]]:
    """Made once, in a thread: that takes a while, and to write it anew for each request a millisecond."""
    described: asyncio.Future[str] | None = None

    async def description(_request: Request) -> Response:
        nonlocal described
        if described is None:
            described = asyncio.ensure_future(asyncio.to_thread(lambda: json.dumps(app.openapi())))
        return answer(await asyncio.shield(described))

    return description


async def _health(request: Request) -> Response:
    """Whether this process can serve: it is not stopping, it stores turns, and the log answers."""
    services: Services = request.app.state.services
    if services.stopping:
        raise problems.stopping()
    if not services.writer.running:
        raise problems.unexpected()
    services.log.health.check()
    await services.tables.read(services.log.answers)
    return answer('{"status":"ok"}')


async def _metrics(request: Request) -> Response:
    services: Services = request.app.state.services
    services.metrics.tables.set(len(services.tables.in_memory()))
    return Response(generate_latest(services.metrics.registry), media_type=CONTENT_TYPE_LATEST)


# Handlers are coroutines, or each refusal would wait for a thread: many of those hold up everything else.
def _said(request: Request, problem: Problem) -> Response:
    return failure(request.app.state.services, problem, request.headers.get("accept-language"))


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    let_go(error)
    return _said(request, error)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, LimesError)
    let_go(error)
    return _said(request, problems.refused(error, "refused"))


async def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    let_go(error)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return _said(request, problems.malformed(place, first["msg"]))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    cause = error.__cause__
    let_go(error)
    if isinstance(cause, Problem):  # raised by the guard while the body was read
        return _said(request, cause)
    if error.status_code == 404:
        client: Client = request.app.state.client
        return client.missing(request) or _said(request, problems.no_page())
    if error.status_code == 405:
        response = _said(request, problems.wrong_method())
        response.headers.update(error.headers or {})
        return response
    return _said(request, problems.malformed("body", str(error.detail)))
