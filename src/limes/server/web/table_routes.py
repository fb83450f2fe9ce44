"""The actions over plain HTTP and JSON, described by OpenAPI."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Header, Path, Query
from fastapi import Response as Plain
from starlette.requests import Request
from starlette.responses import Response

from limes.bots import make_bot
from limes.rules import LimesError
from limes.server import problems
from limes.server.game import Seat, Setup, Table, check_names, views
from limes.server.limits import Rate
from limes.server.people import Caller
from limes.server.protocol import requests
from limes.server.protocol import tables as messages
from limes.server.services import Services
from limes.server.tables import Live, MadeTable, compared_with, position, valued_with
from limes.server.web.abandoned import in_turn_again, while_connected
from limes.server.web.answers import answer
from limes.server.web.guard import address_of
from limes.server.web.routing import api_router

LISTED = 100
LONGEST_WAIT = 25.0
MOST_EVENTS = 500  # of an answer, which is written while everybody else waits

TABLE_ID = "^[a-z0-9]{10,40}$"
TableName = Annotated[str, Path(alias="table", pattern=TABLE_ID)]
SeatNumber = Annotated[int, Path(alias="seat", ge=0, le=63)]


async def services_of(request: Request) -> Services:  # async: FastAPI would run it in a thread otherwise
    services: Services = request.app.state.services
    return services


async def caller_of(request: Request) -> Caller:
    caller: Caller = request.scope["state"]["caller"]
    return caller


ROUTER = api_router("/api")
Accepted = Annotated[str | None, Header(alias="accept-language", include_in_schema=False)]
InServices = Annotated[Services, Depends(services_of)]
ByCaller = Annotated[Caller, Depends(caller_of)]


def limited(rate: Rate) -> Any:
    """A route that is counted beside all requests."""

    async def check(request: Request, services: InServices, caller: ByCaller) -> None:
        services.limits.check(rate, address_of(request.scope), caller.guest, caller.new)

    return Depends(check)


@ROUTER.post("/tables", status_code=201, response_model=messages.Made, dependencies=[limited(Rate.NEW_TABLE)])
async def make_table(new: requests.NewTable, services: InServices, caller: ByCaller) -> Response:
    """Set up a table. The game begins when no seat is open."""
    if len(new.seats) > services.settings.seats_a_table:
        raise problems.too_many_seats(services.settings.seats_a_table)
    if new.seconds and sum(seat.kind == "person" for seat in new.seats) > 1:
        raise problems.shared_clock()
    return made(await services.making.create(caller, _setup(new)))


@ROUTER.get("/address", response_model=messages.ServerAddress)
async def address(services: InServices) -> Response:
    """Where others can reach this server, for links made on its own machine."""
    return answer(views.dumps({"address": services.settings.address or None}))


@ROUTER.get("/tables", response_model=messages.ListedTables)
async def own_tables(services: InServices, caller: ByCaller) -> Response:
    """The caller's tables, newest first."""
    steps = services.listing.tables_of(caller.guest, LISTED)
    listed = None
    while listed is None:
        listed = await services.read_in_turn(caller, partial(next, steps))
    by_cookie = replace(caller, token_hash=None)  # any token would be another device, and noted as such
    for row in listed:
        if row["yours"] and row["turns_left"] and not row["closed"]:
            services.presence.note(row["table"], by_cookie)
    return answer(views.dumps({"tables": listed}))


async def visible(services: Services, caller: Caller, table_id: str) -> Live:
    """A table that the caller may look at."""
    live = await services.tables.live(table_id)
    await services.days.check_visible(caller, live.table)
    return live


async def looked_at(services: Services, caller: Caller, table_id: str) -> Live:
    """The same; whoever holds a seat there counts as present."""
    live = await visible(services, caller, table_id)
    await services.seats.look(caller, table_id)
    return live


@ROUTER.get("/tables/{table}", response_model=messages.OwnTable)
async def see_table(table: TableName, services: InServices, caller: ByCaller) -> Response:
    """The table as everybody may see it, and the caller's own seats with what they may do."""
    live = await visible(services, caller, table)
    left = await services.tables.kept_for(live, caller.guest)
    held = await services.seats.held(caller, table)  # last: a link may end while the rest is read
    return answer(own_table(services, live.table, caller, held, left))


@ROUTER.get("/tables/{table}/events", response_model=messages.Events)
async def see_events(  # noqa: PLR0917
    table: TableName,
    request: Request,
    services: InServices,
    caller: ByCaller,
    after: Annotated[int, Query(ge=0, le=10**6)] = 0,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
) -> Response:
    """The first events after a number; with `wait`, waits at most this many seconds for one."""
    live = await looked_at(services, caller, table)
    if live.table.last < after:
        await services.tables.up_to_date(live)
    if live.table.last <= after and wait and not services.stopping:
        await while_connected(request, _change(live, wait))
        await in_turn_again(request)
        await services.days.check_visible(caller, live.table)
    return answer(_events_after(live, after))


@ROUTER.post(
    "/tables/{table}/seats/{seat}",
    status_code=201,
    response_model=messages.Token,
    dependencies=[limited(Rate.JOIN)],
)
async def take_seat(
    table: TableName, seat: SeatNumber, join: requests.JoinSeat, services: InServices, caller: ByCaller
) -> Response:
    """Take an open seat, with the invitation of the table's link."""
    token = await services.seats.join(caller, table, seat, join.name, join.invitation)
    return answer(views.dumps({"token": token}), 201)


@ROUTER.get("/tables/{table}/seats/{seat}", response_model=messages.OwnSeat)
async def see_seat(table: TableName, seat: SeatNumber, services: InServices, caller: ByCaller) -> Response:
    """The caller's seat: what it may do with the card, or the turn laid and the offer that it answered."""
    live = await services.seats.require_seat(caller, table, seat)
    return answer(views.own_seat(live.table, seat))


@ROUTER.post(
    "/tables/{table}/seats/{seat}/turns",
    response_model=messages.Acknowledged,
    dependencies=[limited(Rate.TURN)],
)
async def lay_card(
    table: TableName, seat: SeatNumber, turn: requests.NewTurn, services: InServices, caller: ByCaller
) -> Response:
    """Play a turn. It is stored before this is answered, and sending it again is harmless."""
    live, holder = await services.seats.holder(caller, table, seat)
    if services.stopping:
        raise problems.stopping()
    number = await services.turns.lay(live, holder, seat, turn.round, turn.turn, turn.attempt)
    return answer(views.dumps({"number": number}))


@ROUTER.post(
    "/tables/{table}/seats/{seat}/undo",
    response_model=messages.Acknowledged,
    dependencies=[limited(Rate.UNDO)],
)
async def take_back(
    table: TableName, seat: SeatNumber, undo: requests.Undo, services: InServices, caller: ByCaller
) -> Response:
    """Undo a turn while the round waits for somebody else. Sending it again is harmless."""
    live, holder = await services.seats.holder(caller, table, seat)
    if services.stopping:
        raise problems.stopping()
    number = await services.turns.undo(live, holder, seat, undo.round, undo.attempt)
    return answer(views.dumps({"number": number}))


@ROUTER.post(
    "/tables/{table}/leave", status_code=204, response_class=Plain, dependencies=[limited(Rate.JOIN)]
)
async def leave_table(table: TableName, services: InServices, caller: ByCaller) -> Response:
    """Give up a game alone or against bots; in a game with other people, a bot takes over."""
    await services.seats.leave(caller, table)
    return Response(status_code=204)


@ROUTER.post("/tables/{table}/return", response_model=messages.SeatNumbers, dependencies=[limited(Rate.JOIN)])
async def come_back(table: TableName, services: InServices, caller: ByCaller) -> Response:
    """Return to seats that the caller left, or lost while away."""
    return answer(views.dumps({"seats": await services.seats.come_back(caller, table)}))


@ROUTER.post(
    "/tables/{table}/seats/{seat}/bot",
    status_code=204,
    response_class=Plain,
    dependencies=[limited(Rate.JOIN)],
)
async def hand_over(
    table: TableName, seat: SeatNumber, bot: requests.HandOver, services: InServices, caller: ByCaller
) -> Response:
    """The owner hands a seat to a bot: an open one, their own, or an abandoned one."""

    async def check(now: Table) -> None:
        """If it may be a copy of another game: the cards may have been chosen, and the caller's are the only
        people, or there is one alone, who may be the caller with another cookie."""
        people = {number for number, seat in enumerate(now.seats) if seat.kind == "person"}
        if now.card is None or now.by_chance:
            return
        if len(people) > 1 and not people.issubset(await services.seats.held(caller, table)):
            return
        cards = (now.setup.deck, [each.card for each in now.rounds], now.card)
        await services.live_positions.check(caller, valued_with(*cards), but=table)
        await services.live_positions.check_onward(caller, compared_with(*cards), but=table)
        await services.puzzles.require_answers(caller, position(*cards))

    await services.seats.hand_over(caller, table, seat, bot.bot, check)
    return Response(status_code=204)


@ROUTER.post(
    "/tables/{table}/rematch",
    status_code=201,
    response_model=messages.TableId,
    dependencies=[limited(Rate.NEW_TABLE)],
)
async def play_again(table: TableName, services: InServices, caller: ByCaller) -> Response:
    """A new table for the same people; everybody who requests it gets the same one."""
    return answer(views.dumps({"table": await services.making.rematch(caller, table)}), 201)


def made(opened: MadeTable) -> Response:
    return answer(
        views.dumps(
            {
                "table": opened.table,
                "tokens": {str(seat): token for seat, token in opened.tokens.items()},
                "invitation": opened.invitation,
            }
        ),
        201,
    )


def own_table(services: Services, table: Table, caller: Caller, held: list[int], left: list[int]) -> str:
    shown = views.public(table)
    shown["left"] = left
    owner = table.stored.owner == caller.guest
    shown["invitation"] = services.signatures.invitation(table.id, table.turned_out) if owner else None
    yours = ",".join(views.own_seat(table, seat) for seat in held)
    return f'{views.dumps(shown)[:-1]},"yours":[{yours}]}}'


def _events_after(live: Live, after: int) -> str:
    """Hundreds may wait for the end of a game, which takes a while to tell: it is written once for all."""
    table, asked = live.table, (live.table.last, after)
    if live.last_answer and live.last_answer[0] == asked and table.stored.day is None:
        return live.last_answer[1]
    events = table.events[after : after + MOST_EVENTS]
    shown = [views.event(table, event) for event in events]
    text = views.dumps({"events": shown, "last": events[-1].number if events else table.last})
    if len(events) == 1:
        live.last_answer = asked, text
    return text


async def _change(live: Live, seconds: float) -> None:
    live.pins += 1
    try:
        await asyncio.wait_for(live.changed.wait(), seconds)
    except TimeoutError:
        pass
    finally:
        live.pins -= 1


def _setup(new: requests.NewTable) -> Setup:
    try:
        setup = Setup(
            seats=tuple(Seat(**seat.model_dump()) for seat in new.seats),
            deck=new.rules_deck(),
            variants=new.rules_variants(),
            seconds=new.seconds,
            stand_in=new.stand_in,
        )
        for bot in setup.bot_names:
            make_bot(bot)
        people, bots = (
            [seat.name for seat in setup.seats if seat.kind == kind] for kind in ("person", "bot")
        )
        check_names(people, bots)
        return setup
    except LimesError as error:
        raise problems.refused(error, "bad_table") from None
