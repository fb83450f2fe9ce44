"""What a client without rules asks about landscapes, records and decks that belong to no table."""

from collections.abc import Callable
from typing import Annotated

from fastapi import Body, Path
from starlette.requests import Request
from starlette.responses import Response

from limes.locale import language_for
from limes.rules import STANDARD, Landscape, LimesError, parse_study
from limes.rules.deck import DeckDraft
from limes.rules.scorable import parse_table
from limes.server import problems
from limes.server.game import dumps
from limes.server.limits import Rate
from limes.server.problems import Problem
from limes.server.protocol import study as say
from limes.server.study import (
    checked,
    lesson_puzzles,
    main_line,
    offered,
    painted,
    read_record,
    replayed,
    scored,
)
from limes.server.tables import CorePosition
from limes.server.web.abandoned import while_connected
from limes.server.web.answers import answer
from limes.server.web.guard import address_of
from limes.server.web.routing import Handler, JsonRoute, api_router
from limes.server.web.table_routes import Accepted, InServices, caller_of, services_of


class CountedFirst(JsonRoute):
    """A study that is one too many is refused before its body is read, which costs more than to say no."""

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def counted(request: Request) -> Response:
            services, caller = await services_of(request), await caller_of(request)
            services.limits.check(Rate.STUDY, address_of(request.scope), caller.guest, caller.new)
            services.check_studies(caller)
            return await handle(request)

        return counted


STUDY = api_router("/api/study", route_class=CountedFirst)


@STUDY.post("/score", response_model=say.Scored)
async def score(
    asked: Annotated[say.ToScore, Body()], request: Request, accepted: Accepted = None
) -> Response:
    """The points of a landscape, a picture or a painted landscape, with all reasons."""
    return await _studied(request, "bad_landscape", lambda: _scored(asked, accepted))


@STUDY.post("/record", response_model=say.Replay)
async def record(
    asked: say.ToReplay, request: Request, services: InServices, accepted: Accepted = None
) -> Response:
    """A game record, round by round and seat by seat, with its end."""
    most = services.settings.seats_a_table
    return await _studied(request, "bad_record", lambda: _replayed(asked, most, accepted))


@STUDY.post("/line", response_model=say.MainLine)
async def line(asked: say.ToFollow, request: Request) -> Response:
    """The main line of a study, step by step, and with which turns its variations begin."""
    return await _studied(request, "bad_study", lambda: dumps(main_line(parse_study(asked.text))))


@STUDY.get("/deck", response_model=say.DeckChecked)
async def standard_deck(request: Request, accepted: Accepted = None) -> Response:
    """The standard deck."""
    return await _studied(
        request,
        "bad_deck",
        lambda: dumps(checked(STANDARD.name, STANDARD.faces, language_for(accepted).gettext)),
    )


@STUDY.post("/deck", response_model=say.DeckChecked)
async def deck(
    asked: Annotated[say.ToCheck, Body()], request: Request, accepted: Accepted = None
) -> Response:
    """Check a deck file, or the cards copied so far, card by card."""
    return await _studied(request, "bad_deck", lambda: _deck_checked(asked, accepted))


@STUDY.post("/offer", response_model=say.Offered)
async def offer(asked: say.ToOffer, request: Request) -> Response:
    """All legal turns with a card in a landscape, in the form that a table offers them to a seat."""
    return await _studied(request, "bad_landscape", lambda: _offered(asked))


@STUDY.get("/lessons/{lesson}", response_model=say.LessonPuzzles)
async def lesson(lesson: Annotated[str, Path(pattern=r"^[a-z]{1,20}$")], request: Request) -> Response:
    """The puzzles of a lesson on playing well, from easy to hard."""
    return await _studied(request, "bad_lesson", lambda: dumps(lesson_puzzles(lesson)))


async def _studied(request: Request, code: str, work: Callable[[], str]) -> Response:
    services, caller = await services_of(request), await caller_of(request)
    try:
        return answer(await while_connected(request, services.study(caller, work)))
    except Problem:
        raise
    except LimesError as error:
        raise problems.refused(error, code) from None


def _scored(asked: say.ScoreText | say.ScoreGrid, accepted: str | None) -> str:
    if isinstance(asked, say.ScoreText):
        table = parse_table(asked.text, asked.rules_deck(), asked.rules_variants())
    else:
        table = painted(asked.zones, asked.workers)
    return dumps(scored(table, language_for(accepted)))


def _replayed(asked: say.ToReplay, most: int, accepted: str | None) -> str:
    beside = asked.deck.rules_deck() if asked.deck else None
    return dumps(replayed(read_record(asked.text, most, beside), language_for(accepted)))


def _deck_checked(asked: say.DeckText | say.DeckCards, accepted: str | None) -> str:
    translate = language_for(accepted).gettext
    if isinstance(asked, say.DeckCards):
        return dumps(checked(asked.name, asked.cards, translate))
    draft = DeckDraft.parse(asked.text)
    return dumps(checked(draft.name, draft.faces, translate))


def _offered(asked: say.ToOffer) -> str:
    landscape = Landscape.parse(asked.landscape, asked.rules_deck(), asked.rules_variants())
    laid = [(each.card, each.turn) for each in asked.turns]
    return offered(landscape, laid, asked.card, CorePosition.of)
