"""The deal of the day over HTTP."""

from typing import Annotated

from fastapi import Path
from starlette.responses import Response

from limes.server.game import views
from limes.server.limits import Rate
from limes.server.protocol import days as messages
from limes.server.protocol.tables import TableId
from limes.server.web.answers import answer
from limes.server.web.routing import api_router
from limes.server.web.table_routes import ByCaller, InServices, limited

ROUTER = api_router("/api/days")
Day = Annotated[str, Path(pattern=messages.DAY)]


@ROUTER.get("", response_model=messages.ComingDays)
async def see_coming(services: InServices) -> Response:
    """Today, and what is promised of the order of the cards for the week ahead."""
    return answer(views.dumps(await services.day_pages.coming()))


@ROUTER.get("/mine", response_model=messages.DayCalendar)
async def see_calendar(services: InServices, caller: ByCaller) -> Response:
    """The days that the caller has finished."""
    return answer(views.dumps(await services.day_pages.calendar(caller)))


@ROUTER.get("/today", response_model=messages.DayPage)
async def see_today(services: InServices, caller: ByCaller) -> Response:
    """The day that it is by the server's clock."""
    return answer(views.dumps(await services.day_pages.day(caller, services.days.today())))


@ROUTER.post("/attempt", status_code=201, response_model=TableId, dependencies=[limited(Rate.NEW_TABLE)])
async def begin_attempt(new: messages.NewAttemptToday, services: InServices, caller: ByCaller) -> Response:
    """The caller's one attempt at today's deal, begun or gone on with; refused if another day is named."""
    return answer(views.dumps({"table": await services.days.begin(caller, new.name, new.day)}), 201)


@ROUTER.get("/{day}", response_model=messages.DayPage)
async def see_day(day: Day, services: InServices, caller: ByCaller) -> Response:
    """A day: the caller's attempt and, once that is over, everybody's."""
    return answer(views.dumps(await services.day_pages.day(caller, day)))


@ROUTER.get("/{day}/periods", response_model=messages.Periods)
async def see_periods(day: Day, services: InServices, caller: ByCaller) -> Response:
    """The week and the month of a day."""
    return answer(views.dumps(await services.day_pages.periods(caller, day)))


@ROUTER.post("/{day}/again", status_code=201, response_model=TableId, dependencies=[limited(Rate.NEW_TABLE)])
async def play_old_day(
    day: Day, new: messages.NewAttempt, services: InServices, caller: ByCaller
) -> Response:
    """A game with the cards of a day that is over, apart from its board."""
    return answer(views.dumps({"table": await services.days.again(caller, day, new.name)}), 201)
