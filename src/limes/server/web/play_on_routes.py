"""Playing on from a position of a finished game, alone: the coach showed what would have been better."""

from typing import Annotated

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from limes.rules import ROUNDS, LimesError
from limes.server import problems
from limes.server.limits import Rate
from limes.server.problems import Problem
from limes.server.protocol.requests import Name, Strict
from limes.server.protocol.tables import Made
from limes.server.protocol.texts import FileText
from limes.server.study import read_record
from limes.server.tables import position, valued_with
from limes.server.web.abandoned import while_connected
from limes.server.web.routing import api_router
from limes.server.web.table_routes import ByCaller, InServices, limited, made

ROUTER = api_router("/api")


class PlayOn(Strict):
    """A game record, the seat whose game it is, and the round whose card is laid again."""

    record: FileText
    seat: Annotated[int, Field(ge=0, le=63)] = 0
    round: Annotated[int, Field(ge=1, le=ROUNDS)]
    name: Name


@ROUTER.post("/study/play", status_code=201, response_model=Made, dependencies=[limited(Rate.NEW_TABLE)])
async def play_on(asked: PlayOn, request: Request, services: InServices, caller: ByCaller) -> Response:
    """A new table for one that begins with this card; the cards after it are dealt anew."""
    try:
        most = services.settings.seats_a_table
        parsed = services.study(caller, lambda: read_record(asked.record, most))
        game = await while_connected(request, parsed)
    except Problem:
        raise
    except LimesError as error:
        raise problems.refused(error, "bad_record") from None
    if asked.seat >= len(game.players):
        raise problems.no_seat(asked.seat)
    if not game.finished:
        raise problems.not_finished()
    cards = [each.card for each in game.rounds[: asked.round]]
    await services.live_positions.check(caller, valued_with(game.deck, cards[:-1], cards[-1]))
    await services.puzzles.require_answers(caller, position(game.deck, cards[:-1], cards[-1]))
    return made(await services.making.play_on(caller, game, asked.seat, asked.round, asked.name))
