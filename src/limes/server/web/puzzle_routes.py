"""Puzzles over HTTP: nothing of a solution is sent before the first answer."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, TypeVar

from fastapi import Path, Query
from starlette.requests import Request
from starlette.responses import Response

from limes.locale import language_for
from limes.puzzles import Puzzle, Theme, load_puzzles
from limes.puzzles.answering import loss_of
from limes.rules import Turn
from limes.server.game import views
from limes.server.limits import Rate
from limes.server.protocol import puzzles as messages
from limes.server.study import puzzling
from limes.server.tables import CorePosition
from limes.server.web.abandoned import while_connected
from limes.server.web.answers import answer
from limes.server.web.routing import api_router
from limes.server.web.study_routes import CountedFirst
from limes.server.web.table_routes import Accepted, ByCaller, InServices, caller_of, limited, services_of

T = TypeVar("T")
OVERVIEW = api_router("/api/puzzles", limited(Rate.END))
ROUTER = api_router("/api/puzzles", route_class=CountedFirst)
PUZZLE_ID = "^[0-9a-f]{6}$"
PuzzleName = Annotated[str, Path(alias="puzzle", pattern=PUZZLE_ID)]


@OVERVIEW.get("", response_model=messages.PuzzlesPage)
async def see_puzzles(services: InServices, caller: ByCaller) -> Response:
    """The themes, the puzzle of the day, and the caller's figures."""
    answers = await services.puzzles.answers(caller)
    page = puzzling.figures(answers)
    page |= {"puzzles": len(load_puzzles()), "today": puzzling.today(services.days.today(), answers)}
    return answer(views.dumps(page))


@OVERVIEW.get("/today", response_model=messages.PuzzleOfTheDay)
async def see_today(services: InServices, caller: ByCaller) -> Response:
    """The puzzle of the day, the same for everybody."""
    answers = await services.puzzles.answers(caller)
    return answer(views.dumps(puzzling.today(services.days.today(), answers)))


@ROUTER.get("/next", response_model=messages.PuzzleQuestion)
async def next_puzzle(
    request: Request,
    theme: Theme | None = None,
    but: Annotated[str, Query(pattern=f"{PUZZLE_ID}|^$")] = "",
) -> Response:
    """A puzzle at the caller's strength that they have not answered; not the one named by `but`."""
    services, caller = await services_of(request), await caller_of(request)
    picked = await services.puzzles.pick(caller, theme, but)
    return await _question(request, picked)


@ROUTER.get("/{puzzle}", response_model=messages.PuzzleQuestion)
async def see_puzzle(puzzle: PuzzleName, request: Request) -> Response:
    """A puzzle: a landscape, and a card with all that may be done with it."""
    return await _question(request, puzzling.puzzle_named(puzzle))


@ROUTER.post("/{puzzle}/answer", response_model=messages.PuzzleSolution, dependencies=[limited(Rate.ANSWER)])
async def answer_puzzle(
    puzzle: PuzzleName, given: messages.PuzzleTurn, request: Request, accepted: Accepted = None
) -> Response:
    """Answer a puzzle. The first answer counts; each is told the solution."""
    services, caller = await services_of(request), await caller_of(request)
    asked, turn, solved = await _study(request, lambda: _read(puzzle, given.turn))
    kept, counted = await services.puzzles.answer(caller, asked, turn, solved)
    streak = puzzling.streak(await services.puzzles.answers(caller))
    reply = await _study(request, lambda: puzzling.solution(asked, turn, language_for(accepted)))
    reply |= {"counted": counted, "rating": kept.rating, "change": kept.change, "streak": streak}
    reply["everybody"] = dict(zip(("tried", "solved"), await services.puzzles.everybody(asked), strict=True))
    return answer(views.dumps(reply))


@ROUTER.post("/{puzzle}/why", response_model=messages.TurnWeighed)
async def weigh_turn(
    puzzle: PuzzleName, given: messages.PuzzleTurn, request: Request, accepted: Accepted = None
) -> Response:
    """What any turn loses beside the best one, and why, once the caller has answered."""
    services, caller = await services_of(request), await caller_of(request)
    asked, turn, _solved = await _study(request, lambda: _read(puzzle, given.turn))
    await services.puzzles.require_answer(caller, asked)

    def weighed() -> views.Json:
        lost = loss_of(asked, turn)
        why = puzzling.difference(asked, turn, lost, language_for(accepted)) if lost else []
        return {"turn": given.turn, "solved": not lost, "lost": lost / 10, "why": why}

    return answer(views.dumps(await _study(request, weighed)))


async def _question(request: Request, puzzle: Puzzle) -> Response:
    services, caller = await services_of(request), await caller_of(request)
    answered = await services.puzzles.answered(caller, puzzle)
    rating = await services.puzzles.rating(puzzle)
    asked = partial(puzzling.question, puzzle, CorePosition.of, answered, rating)
    return answer(await _study(request, asked))


async def _study(request: Request, work: Callable[[], T]) -> T:
    """In its turn in the thread of the studies."""
    services, caller = await services_of(request), await caller_of(request)
    return await while_connected(request, services.study(caller, work))


def _read(puzzle_id: str, text: str) -> tuple[Puzzle, Turn, bool]:
    """The puzzle, a turn in it, and whether that is the best."""
    puzzle = puzzling.puzzle_named(puzzle_id)
    turn = puzzling.read_turn(puzzle, text)
    return puzzle, turn, puzzle.solved_by(turn)
