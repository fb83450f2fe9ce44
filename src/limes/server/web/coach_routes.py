"""The coach over HTTP: reviews of finished games, and hints where nobody else is played against."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Annotated, Any, NamedTuple

from fastapi import Query
from starlette.requests import Request
from starlette.responses import Response

from limes.coach import Effort, Review, Reviewing, hint
from limes.coach.report import as_json, hint_as_json
from limes.locale import language_for
from limes.rules import Deck, Game, LimesError
from limes.server import problems
from limes.server.game import Table, views
from limes.server.limits import Rate
from limes.server.lines import Place, Urgency
from limes.server.people import Caller
from limes.server.problems import Problem
from limes.server.protocol import coach as coach_messages
from limes.server.services import Services
from limes.server.store import keep_review
from limes.server.study import read_record
from limes.server.tables import position, valued_in_review, valued_with
from limes.server.web.abandoned import while_connected
from limes.server.web.answers import answer
from limes.server.web.guard import address_of
from limes.server.web.routing import api_router
from limes.server.web.table_routes import (
    LONGEST_WAIT,
    ByCaller,
    InServices,
    SeatNumber,
    TableName,
    caller_of,
    limited,
    looked_at,
    services_of,
)

ROUTER = api_router("/api")
AGAIN = "1"  # seconds after which a client may ask for progress again
PROGRESS: dict[int | str, dict[str, Any]] = {
    202: {"model": coach_messages.CoachProgress, "description": "The review is in the making; ask again"}
}


class Asked(NamedTuple):
    """A review that somebody wants: of a seat's game at a table, or of one that was sent."""

    key: str
    urgency: Urgency
    game: Callable[[], Game]
    seat: int
    keep: Callable[[Review], Awaitable[None]]
    table: Table | None = None


Wait = Annotated[float, Query(ge=0, le=LONGEST_WAIT)]


@ROUTER.get("/tables/{table}/coach", response_model=coach_messages.CoachReview, responses=PROGRESS)
async def review_table(  # noqa: PLR0917
    table: TableName,
    request: Request,
    services: InServices,
    caller: ByCaller,
    seat: Annotated[int, Query(ge=0, le=63)],
    wait: Wait = 0,
) -> Response:
    """The review of a seat's game once it is over; with `wait`, waits at most this many seconds for it."""
    live = await looked_at(services, caller, table)
    live.table.seat(seat)
    if not live.table.finished:
        raise problems.not_finished()
    game = live.table.game()

    async def keep(made: Review) -> None:
        with suppress(Problem):  # the log is out of reach; whoever waits gets the review
            await services.tables.read(keep_review, services.log, table, seat, made.luck, made.lost)

    key = f"{table} {live.table.stored.created} {seat}"  # an attempt that was deleted may be made again
    asked = Asked(key, Urgency.REVIEWING, lambda: game, seat, keep, live.table)
    return await _review(request, asked, wait)


@ROUTER.post("/study/coach", response_model=coach_messages.CoachReview, responses=PROGRESS)
async def review_record(
    study: coach_messages.NewStudy, request: Request, services: InServices, wait: Wait = 0
) -> Response:
    """The review of a finished game, sent as a game record; send it again to learn its progress."""
    most = services.settings.seats_a_table
    key = sha256(f"{study.seat} {study.record}".encode()).hexdigest()
    asked = Asked(key, Urgency.STUDYING, lambda: _studied(study, most), study.seat, _keep_nothing)
    return await _review(request, asked, wait)


@ROUTER.get(
    "/tables/{table}/seats/{seat}/hint",
    response_model=coach_messages.CoachHint,
    dependencies=[limited(Rate.HINT)],
)
async def give_hint(
    table: TableName, seat: SeatNumber, request: Request, services: InServices, caller: ByCaller
) -> Response:
    """The best turns with the current card, for people who play alone or against bots only."""
    live = await services.seats.require_seat(caller, table, seat)
    if not live.table.begun:  # the log may know more of who sits there
        await services.tables.up_to_date(live)
    card = _card_for_hint(live.table, seat)
    landscape = live.table.landscapes[seat]
    laid = [each.number for each in landscape.cards]
    valued = valued_with(landscape.deck, laid, card)
    await services.live_positions.check(caller, valued, live.table.by_chance)
    if live.table.chosen:
        await services.puzzles.require_answers(caller, position(landscape.deck, laid, card))
    thought = services.thinking.weigh(Place(caller.network, table), partial(hint, landscape, card))
    best = await while_connected(request, thought)
    speech = language_for(request.headers.get("accept-language"))
    return answer(views.dumps(hint_as_json(best, speech)))


def _card_for_hint(table: Table, seat: int) -> int:
    """The card that the seat is to lay; `Problem` where no hint is given."""
    if any(other.kind != "bot" for number, other in enumerate(table.seats) if number != seat):
        raise problems.no_hint()
    if table.kept_seats and table.kept_seats != [seat]:
        raise problems.no_hint()  # somebody may come back
    if table.over:
        raise problems.game_over()
    if table.stored.day is not None:
        raise problems.no_hint_today()
    if seat in table.laid:
        raise problems.already_laid(table.round)
    if table.card is None:
        raise problems.not_begun()
    return table.card


def _studied(study: coach_messages.NewStudy, most: int) -> Game:
    try:
        game = read_record(study.record, most)
    except LimesError as error:
        raise problems.refused(error, "bad_record") from None
    if not game.finished:
        raise problems.not_finished()
    if study.seat >= len(game.players):
        raise problems.no_seat(study.seat)
    return game


async def _keep_nothing(_made: Review) -> None:
    """A record that was sent belongs to nobody."""


def _reviewing(asked: Asked, effort: Effort) -> Reviewing:
    return Reviewing(asked.game(), asked.seat, effort)


async def _review(request: Request, asked: Asked, wait: float) -> Response:
    services, caller = await services_of(request), await caller_of(request)
    address = address_of(request.scope)
    services.limits.check(Rate.STUDY, address, caller.guest, caller.new)
    if services.stopping:
        raise problems.stopping()
    place = Place(caller.network, asked.key, asked.urgency)
    if not services.reviews.known(asked.key):
        services.limits.check(Rate.REVIEW, address, caller.guest, caller.new)
        if asked.table is not None:  # what a review finds is kept for the figures of who played
            game = asked.game()
            await _check_told(services, caller, asked, game.deck, [each.card for each in game.rounds])
        effort = Effort(seconds=services.settings.review_seconds)
        reviewing = partial(_reviewing, asked, effort)
        await while_connected(request, services.reviews.begin(place, asked.key, reviewing, asked.keep))
    review = await while_connected(request, services.reviews.wait(place, asked.key, wait))
    if isinstance(review, Review):
        cards = [turn.card for turn in review.turns]
        await _check_told(services, caller, asked, review.turns[0].played.landscape.deck, cards)
        speech = language_for(request.headers.get("accept-language"))
        return answer(views.dumps(as_json(review, speech)))
    response = answer(views.dumps({"part": round(review, 3)}), 202)
    response.headers["retry-after"] = AGAIN
    return response


async def _check_told(
    services: Services, caller: Caller, asked: Asked, deck: Deck, cards: Sequence[int]
) -> None:
    """`Problem` if a review would value a position that the caller plays against people, or a puzzle that
    they have not answered."""
    by_chance = asked.table is not None and asked.table.by_chance
    await services.live_positions.check(caller, valued_in_review(deck, cards), by_chance)
    if asked.table is None or asked.table.chosen:
        for before, card in enumerate(cards):
            await services.puzzles.require_answers(caller, position(deck, cards[:before], card))
