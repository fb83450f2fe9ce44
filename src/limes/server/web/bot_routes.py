"""The bots of this server beside those that every server has."""

from fastapi import APIRouter, Depends
from starlette.responses import Response

from limes.server.game import views
from limes.server.protocol.bots import OwnBots
from limes.server.web.answers import answer
from limes.server.web.table_routes import FAILURES, InServices, known_query

ROUTER = APIRouter(prefix="/api", responses=FAILURES, dependencies=[Depends(known_query)])


@ROUTER.get("/bots", response_model=OwnBots)
async def own_bots(services: InServices) -> Response:
    """The bots that the operator has added; use these names for seats."""
    return answer(views.dumps({"bots": services.own_bots}))
