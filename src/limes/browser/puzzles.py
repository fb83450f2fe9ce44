"""Puzzles without a server: the same questions and answers, but no ratings, and nothing weighed anew."""

import time
from datetime import UTC, datetime
from gettext import NullTranslations
from typing import Any

from limes.browser.storing import Action, KeepAnswer, ReadAnswers
from limes.plain import PlainPosition
from limes.puzzles import Puzzle, Theme, load_puzzles, parse_theme, pick
from limes.server import problems
from limes.server.game.views import Json, dumps
from limes.server.study import puzzling
from limes.server.study.puzzling import Answered

MIDDLE = 3.0  # of the six levels of bots that may find a puzzle
STEP = 0.5  # by which puzzles become harder with each one solved, or easier


def ask(method: str, path: str, body: Any, language: NullTranslations) -> Action[str]:
    """What a page asks under `/puzzles`."""
    address, _mark, query = path.partition("?")
    _empty, _puzzles, *names = address.split("/")
    answers: list[Answered] = yield ReadAnswers()
    match method, names:
        case "GET", []:
            page = puzzling.figures(answers)
            page |= {"puzzles": len(load_puzzles()), "today": puzzling.today(_day(), answers)}
            return dumps(page)
        case "GET", ["today"]:
            return dumps(puzzling.today(_day(), answers))
        case "GET", ["next"]:
            asked = dict(part.split("=", 1) for part in query.split("&") if part)
            theme = parse_theme(asked["theme"]) if "theme" in asked else None
            return _question(_next(answers, theme, asked.get("but", "")), answers)
        case "GET", [puzzle]:
            return _question(puzzling.puzzle_named(puzzle), answers)
        case "POST", [puzzle, "answer"]:
            return dumps((yield from _answered(puzzle, body["turn"], answers, language)))
        case "POST", [puzzle, "why"]:
            return dumps(_why(puzzle, body["turn"], answers, language))
    raise problems.no_page()


def _question(puzzle: Puzzle, answers: list[Answered]) -> str:
    return puzzling.question(puzzle, PlainPosition, _known(puzzle.id, answers), None)


def _answered(puzzle_id: str, text: str, answers: list[Answered], language: NullTranslations) -> Action[Json]:
    puzzle = puzzling.puzzle_named(puzzle_id)
    turn = puzzling.read_turn(puzzle, text)
    new = Answered(puzzle_id, time.time(), str(turn), puzzle.solved_by(turn))
    counted = yield KeepAnswer(new)
    streak = puzzling.streak([new, *answers] if counted else answers)
    told = puzzling.solution(puzzle, turn, language)
    unknown = dict.fromkeys(("rating", "change", "everybody"))
    return told | unknown | {"counted": counted, "streak": streak}


def _why(puzzle_id: str, text: str, answers: list[Answered], language: NullTranslations) -> Json:
    puzzle = puzzling.puzzle_named(puzzle_id)
    turn = puzzling.read_turn(puzzle, text)
    if _known(puzzle_id, answers) is None:
        raise problems.answer_first(puzzle_id)
    lost = puzzle.loss_of(turn)
    why = [] if lost == 0 else puzzling.difference(puzzle, turn, lost or puzzle.margin, language)
    return {"turn": text, "solved": lost == 0, "lost": None if lost is None else lost / 10, "why": why}


def _next(answers: list[Answered], theme: Theme | None, but: str) -> Puzzle:
    """One that was not answered, about as hard as those that were solved; once there is none, one missed."""
    level = MIDDLE
    for each in reversed(answers):
        level = min(2 * MIDDLE, max(0.0, level - STEP if each.solved else level + STEP))

    def away(puzzle: Puzzle) -> float:
        return abs(puzzle.found_by - level)

    tried = {each.puzzle for each in answers}
    solved = {each.puzzle for each in answers if each.solved}
    return pick(theme, away, tried, solved, but)


def _known(puzzle: str, answers: list[Answered]) -> Answered | None:
    return next((each for each in answers if each.puzzle == puzzle), None)


def _day() -> str:
    return datetime.now(UTC).date().isoformat()
