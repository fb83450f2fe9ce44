"""The bots of this server beside those that every server has."""

from starlette.responses import Response

from limes.server.game import views
from limes.server.protocol.bots import OwnBots
from limes.server.web.answers import answer
from limes.server.web.routing import api_router
from limes.server.web.table_routes import InServices

ROUTER = api_router("/api")


@ROUTER.get("/bots", response_model=OwnBots)
async def own_bots(services: InServices) -> Response:
    """The bots that the operator has added; use these names for seats."""
    return answer(views.dumps({"bots": services.own_bots}))
