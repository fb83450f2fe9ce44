"""What a client without rules asks about landscapes, records and decks that belong to no table."""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from limes.locale.words import Words
from limes.rules import (
    STANDARD,
    WORKERS,
    Deck,
    Game,
    Landscape,
    LimesError,
    Message,
    Picture,
    Turn,
    parse_record,
)
from limes.rules.board import EMPTY_LETTER
from limes.rules.deck import DeckDraft
from limes.rules.scorable import Scorable, parse_table
from limes.server import problems
from limes.server.limits import Rate
from limes.server.problems import Problem
from limes.server.protocol import study as say
from limes.server.protocol.tables import DeckView
from limes.server.study import checked, drawing, end, scoring
from limes.server.tables import CorePosition
from limes.server.web.abandoned import while_connected
from limes.server.web.answers import answer
from limes.server.web.guard import address_of
from limes.server.web.language import language_for
from limes.server.web.table_routes import (
    FAILURES,
    Accepted,
    InServices,
    caller_of,
    known_query,
    services_of,
)

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class CountedFirst(APIRoute):
    """A study that is one too many is refused before its body is read, which costs more than to say no."""

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def counted(request: Request) -> Response:
            services, caller = await services_of(request), await caller_of(request)
            services.limits.check(Rate.STUDY, address_of(request.scope), caller.guest)
            services.check_studies(caller)
            return await handle(request)

        return counted


STUDY = APIRouter(
    prefix="/api/study", responses=FAILURES, dependencies=[Depends(known_query)], route_class=CountedFirst
)


@STUDY.post("/score", response_model=say.Scored)
async def score(
    asked: Annotated[say.ToScore, Body()], request: Request, accepted: Accepted = None
) -> Response:
    """The points of a landscape, a picture or a painted landscape, with all reasons."""
    return await _studied(request, "bad_landscape", lambda: _scored(asked, accepted).model_dump_json())


@STUDY.post("/record", response_model=say.Replay)
async def record(
    asked: say.ToReplay, request: Request, services: InServices, accepted: Accepted = None
) -> Response:
    """A game record, round by round and seat by seat, with its end."""
    most = services.settings.seats_a_table
    return await _studied(request, "bad_record", lambda: _replayed(asked, most, accepted).model_dump_json())


@STUDY.get("/deck", response_model=say.DeckChecked)
async def standard_deck(request: Request, accepted: Accepted = None) -> Response:
    """The standard deck."""
    return await _studied(
        request,
        "bad_deck",
        lambda: checked(STANDARD.name, STANDARD.faces, language_for(accepted).gettext).model_dump_json(),
    )


@STUDY.post("/deck", response_model=say.DeckChecked)
async def deck(
    asked: Annotated[say.ToCheck, Body()], request: Request, accepted: Accepted = None
) -> Response:
    """Check a deck file, or the cards copied so far, card by card."""
    return await _studied(request, "bad_deck", lambda: _deck_checked(asked, accepted).model_dump_json())


@STUDY.post("/offer", response_model=say.Offered)
async def offer(asked: say.ToOffer, request: Request) -> Response:
    """All legal turns with a card in a landscape, in the form that a table offers them to a seat."""
    return await _studied(request, "bad_landscape", lambda: _offered(asked))


def read_record(text: str, most: int, beside: Deck | None = None) -> Game:
    """The game of a record; its players are counted before their turns are replayed, which takes a while."""
    for line in text.split("\n"):
        if line.strip().startswith("Players:") and line.count("|") >= most:
            raise LimesError("a game record with more than {most} players is not shown here", most=most)
    return parse_record(text, beside)


async def _studied(request: Request, code: str, work: Callable[[], str]) -> Response:
    services, caller = await services_of(request), await caller_of(request)
    try:
        return answer(await while_connected(request, services.study(caller, work)))
    except Problem:
        raise
    except LimesError as error:
        raise problems.refused(error, code) from None


def _scored(asked: say.ScoreText | say.ScoreGrid, accepted: str | None) -> say.Scored:
    language = language_for(accepted)
    table = _table(asked)
    standing = len(table.workers)
    note = Message(
        "note: there are {count} workers here, but a player has only {most}", count=standing, most=WORKERS
    )
    return say.Scored(
        form="picture" if isinstance(table, Picture) else "landscape",
        note=note.text(language.gettext) if standing > WORKERS else None,
        landscape=drawing(table),
        scoring=scoring(table, Words(language)),
    )


def _table(asked: say.ScoreText | say.ScoreGrid) -> Scorable:
    if isinstance(asked, say.ScoreText):
        return parse_table(asked.text, asked.rules_deck(), asked.rules_variants())
    rows = [[letter or EMPTY_LETTER for letter in row] for row in asked.zones]
    workers: dict[tuple[int, int], int] = {}
    for column, row, *count in asked.workers:
        workers[column, row] = workers.get((column, row), 0) + (count[0] if count else 1)
    return Picture.painted(rows, workers)


def _replayed(asked: say.ToReplay, most: int, accepted: str | None) -> say.Replay:
    beside = asked.deck.rules_deck() if asked.deck else None
    game = read_record(asked.text, most, beside)
    return say.Replay(
        game=game.id,
        date=game.date,
        deck=DeckView(name=game.deck.name, cards=list(game.deck.faces)),
        variants=str(game.variants).split(),
        players=list(game.players),
        rounds=_rounds(game),
        end=end(game, Words(language_for(accepted))),
    )


def _rounds(game: Game) -> list[say.ReplayRound]:
    return [
        say.ReplayRound(
            round=number,
            card=round_.card,
            face=game.deck.face(round_.card),
            seats=[
                say.ReplaySeat(turn=None if turn is None else str(turn), landscape=drawing(landscape))
                for turn, landscape in zip(round_.turns, landscapes, strict=True)
            ],
        )
        for number, (round_, landscapes) in enumerate(
            zip(game.rounds, game.history()[1:], strict=True), start=1
        )
    ]


def _deck_checked(asked: say.DeckText | say.DeckCards, accepted: str | None) -> say.DeckChecked:
    translate = language_for(accepted).gettext
    if isinstance(asked, say.DeckCards):
        return checked(asked.name, asked.cards, translate)
    draft = DeckDraft.parse(asked.text)
    return checked(draft.name, draft.faces, translate)


def _offered(asked: say.ToOffer) -> str:
    landscape = Landscape.parse(asked.landscape, asked.rules_deck(), asked.rules_variants())
    for laid in asked.turns:
        try:
            landscape = landscape.play(laid.card, Turn.parse(laid.turn))
        except LimesError as error:
            raise LimesError("card {number}: {problem}", number=laid.card, problem=error.message) from None
    landscape.check_card(asked.card)
    drawn, offered = drawing(landscape).model_dump_json(), CorePosition.of(landscape).offer(asked.card)
    return f'{{"landscape":{drawn},"offer":{offered}}}'
