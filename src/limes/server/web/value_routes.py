"""The coach beside the study board: values of a position, line by line, for as long as somebody reads."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Body
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from limes.locale import language_for
from limes.rules import ROUNDS, Landscape, LimesError, Turn
from limes.server import problems
from limes.server.coaching import Question, Stream
from limes.server.game import dumps
from limes.server.game.views import Json
from limes.server.lines import Place
from limes.server.protocol import coach as messages
from limes.server.tables import compared_with, position
from limes.server.web.abandoned import while_connected
from limes.server.web.routing import FAILURES, api_router
from limes.server.web.study_routes import CountedFirst
from limes.server.web.table_routes import Accepted, ByCaller, InServices

LINES = "application/x-ndjson"
# Of the form that every other request has, though this one answers with lines.
JSON_FAILURES: dict[int | str, dict[str, Any]] = {
    code: {
        "description": failure["description"],
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}},
    }
    for code, failure in FAILURES.items()
}
ROUTER = api_router("/api/study", route_class=CountedFirst, responses=JSON_FAILURES)


class DescribedLine(JSONResponse):
    """What the description says of an answer: the form of a line."""

    media_type = LINES


class Lines(StreamingResponse):
    """Snapshots, each on a line of its own that is sent as soon as it is there, also through a proxy."""

    media_type = LINES

    def __init__(self, stream: Stream, first: Json, others: AsyncIterator[Json]) -> None:
        super().__init__(_written(first, others), headers={"x-accel-buffering": "no"})
        self._stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._stream.end()


@ROUTER.post("/values", response_model=messages.PositionValues, response_class=DescribedLine)
async def value(
    asked: Annotated[messages.ToValue, Body()],
    request: Request,
    services: InServices,
    caller: ByCaller,
    accepted: Accepted = None,
) -> Response:
    """What the turns with a card are worth: one line after the other, each a whole answer and better than the
    one before, until `more` is false. It ends when the client goes, or begins another."""
    question = await while_connected(request, services.study(caller, lambda: _question(asked)))
    landscape, card = question.position
    laid = [each.number for each in landscape.cards]
    await services.live_positions.check(caller, compared_with(landscape.deck, laid, card))
    await services.puzzles.require_answers(caller, position(landscape.deck, laid, card))
    if services.stopping:
        raise problems.stopping()
    place = Place(caller.network, caller.guest)
    stream = services.streams.begin(place, question, language_for(accepted))
    try:
        snapshots = stream.snapshots()
        first = await while_connected(request, anext(snapshots, None))
        if first is None:  # the same guest has begun another, unless the server ends
            raise problems.stopping() if services.stopping else problems.abandoned()
    except BaseException:
        stream.end()
        raise
    return Lines(stream, first, snapshots)


async def _written(first: Json, others: AsyncIterator[Json]) -> AsyncIterator[str]:
    yield dumps(first) + "\n"
    async for snapshot in others:
        yield dumps(snapshot) + "\n"


def _question(asked: messages.ToValue) -> Question:
    try:
        landscape = Landscape.parse(asked.landscape, asked.rules_deck(), asked.rules_variants())
        landscape.check_card(asked.card)
        if landscape.full:
            raise LimesError("all {cards} cards of this landscape have been laid", cards=ROUNDS)
    except LimesError as error:
        raise problems.refused(error, "bad_landscape") from None
    return Question(landscape, asked.card, _turns(asked, landscape), asked.playouts)


def _turns(asked: messages.ToValue, landscape: Landscape) -> tuple[Turn, ...]:
    turns = []
    for text in asked.turns:
        try:
            turns.append(Turn.parse(text))
            landscape.play(asked.card, turns[-1])
        except LimesError as error:
            raise problems.refused(error) from None
    return tuple(turns)
