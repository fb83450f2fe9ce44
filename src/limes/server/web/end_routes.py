"""What is left of a game: its end with all reasons, and its record."""

from fastapi import Response as Plain
from starlette.requests import Request
from starlette.responses import Response

from limes.locale import language_for
from limes.locale.words import Words
from limes.rules import write_record
from limes.server.game import views
from limes.server.limits import Rate
from limes.server.protocol.study import TableEnd
from limes.server.study import table_end
from limes.server.web.abandoned import while_connected
from limes.server.web.answers import answer
from limes.server.web.routing import api_router
from limes.server.web.table_routes import Accepted, ByCaller, InServices, TableName, limited, looked_at

ROUTER = api_router("/api")


@ROUTER.get("/tables/{table}/end", response_model=TableEnd, dependencies=[limited(Rate.END)])
async def see_end(
    table: TableName,
    request: Request,
    services: InServices,
    caller: ByCaller,
    accepted: Accepted = None,
) -> Response:
    """The end of a game: ranking, ties, every worker's points with the reasons, and what was secret."""
    live = await looked_at(services, caller, table)
    await services.making.require_finished(live)
    game, stored = live.table.game(), live.table.stored
    words = Words(language_for(accepted))
    text = services.at_table(caller, lambda: views.dumps(table_end(game, stored, words)))
    return answer(await while_connected(request, text))


@ROUTER.get(
    "/tables/{table}/record",
    response_class=Plain,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def see_record(table: TableName, services: InServices, caller: ByCaller) -> Response:
    """The game record of the complete rounds."""
    live = await looked_at(services, caller, table)
    return Response(write_record(live.table.game()), media_type="text/plain")
