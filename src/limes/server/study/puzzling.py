"""Puzzles for a client: a question without its answer, the answer, and somebody's figures.

Nothing that `question` gives follows from the best turn, the others or the themes.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from limes.coach.reasons import Side, main_reasons
from limes.coach.sentence import Speech, say
from limes.puzzles import Puzzle, Theme, find_puzzle, load_puzzles, of_the_day
from limes.puzzles.themes import themes_beside
from limes.rules import ROUNDS, LimesError, Turn
from limes.server import problems
from limes.server.game.summary import picture_of
from limes.server.game.views import Json, dumps
from limes.server.study.answering import PositionOf, offered

HISTORY = 40  # answers that are shown one by one
LONGEST_CURVE = 100


class Answered(NamedTuple):
    """Somebody's first answer to a puzzle; without ratings where there are none."""

    puzzle: str
    at: float
    turn: str
    solved: bool
    rating: int | None = None
    change: int | None = None


def puzzle_named(puzzle_id: str) -> Puzzle:
    """`Problem` if there is none."""
    try:
        return find_puzzle(puzzle_id)
    except LimesError as error:
        raise problems.refused(error, "no_puzzle") from None


def question(puzzle: Puzzle, position_of: PositionOf, answered: Answered | None, rating: int | None) -> str:
    """What somebody is asked, as JSON, with all that may be done with the card."""
    head = {
        "puzzle": puzzle.id,
        "round": puzzle.round,
        "rounds": ROUNDS,
        "variants": str(puzzle.variants).split(),
        "rating": rating,
        "solved": answered.solved if answered else None,
    }
    return f"{dumps(head)[:-1]},{offered(puzzle.landscape, (), puzzle.card, position_of)[1:]}"


def read_turn(puzzle: Puzzle, text: str) -> Turn:
    """A turn that may be laid; `Problem` names the rule that it breaks."""
    try:
        turn = Turn.parse(text)
        puzzle.landscape.play(puzzle.card, turn)
    except LimesError as error:
        raise problems.refused(error) from None
    return turn


def solution(puzzle: Puzzle, turn: Turn, speech: Speech) -> Json:
    """The best turn with those beside it, what a turn loses where that is known, and the difference in words.

    The best turn is held against the one that was answered or, if that is it, against the one that is likely.
    What was answered is shown as it was, not as another turn that comes to the same.
    """
    mine = puzzle.future(turn)
    solved = mine == puzzle.future(puzzle.best)
    others = sorted(puzzle.others, key=lambda each: each.loss)
    same = next((each for each in others if puzzle.future(each.turn) == mine), None)
    best, other = (turn, puzzle.likely) if solved else (puzzle.best, turn)
    lost = 0 if solved else same.loss if same else None
    return {
        "puzzle": puzzle.id,
        "solved": solved,
        "turn": str(turn),
        "lost": None if lost is None else lost / 10,
        "best": str(best),
        "value": puzzle.value / 10,
        "exact": puzzle.exact,
        "others": [
            {
                "turn": str(turn if each is same else each.turn),
                "lost": each.loss / 10,
                "likely": each.turn == puzzle.likely,
                "yours": each is same,
            }
            for each in others
        ],
        "against": str(other),
        "why": _differences(puzzle, other, best, puzzle.loss_of(other) or puzzle.margin, speech),
        "themes": list(themes_beside(puzzle, other)),
    }


def difference(puzzle: Puzzle, turn: Turn, lost: int, speech: Speech) -> list[Json]:
    """Why a turn is worse than the best one; `lost` are tenths of a point."""
    return _differences(puzzle, turn, puzzle.best, lost, speech)


def _differences(puzzle: Puzzle, turn: Turn, best: Turn, lost: int, speech: Speech) -> list[Json]:
    before = puzzle.landscape
    after, better = before.play(puzzle.card, turn), before.play(puzzle.card, best)
    return [
        {
            "text": say(reason.sentence, speech),
            "of": "best" if reason.side is Side.BETTER else "turn",
            "zone": reason.zone,
            "room": list(reason.room),
        }
        for reason in main_reasons(before, after, better, lost / 10)
    ]


def today(day: str, answers: Sequence[Answered]) -> Json:
    """The puzzle of a day as one line shows it: a small picture, and how it went."""
    shown = _shown(day)
    solved = {each.puzzle: each.solved for each in answers}
    return {"day": day, **shown, "solved": solved.get(shown["puzzle"]), "all_solved": sum(solved.values())}


@lru_cache(maxsize=2)
def _shown(day: str) -> Json:
    puzzle = of_the_day(day)
    return {
        "puzzle": puzzle.id,
        "picture": picture_of(puzzle.landscape),
        "card": puzzle.card,
        "face": puzzle.landscape.deck.face(puzzle.card),
    }


def figures(answers: Sequence[Answered]) -> Json:
    """Somebody's answers, the newest first, added up."""
    now, longest = _streaks(answers)
    ratings = [each.rating for each in answers if each.rating is not None]
    return {
        "tried": len(answers),
        "solved": sum(each.solved for each in answers),
        "streak": now,
        "longest": longest,
        "rating": ratings[0] if ratings else None,
        "best_rating": max(ratings, default=None),
        "curve": ratings[:LONGEST_CURVE][::-1],
        "themes": _themes(answers),
        "history": [each._asdict() for each in answers[:HISTORY]],
    }


def streak(answers: Sequence[Answered]) -> int:
    """How many of the newest were solved one after the other."""
    return _streaks(answers)[0]


def _themes(answers: Sequence[Answered]) -> list[Json]:
    """An answer to a puzzle that this release no longer has counts for no theme."""
    solved = {each.puzzle: each.solved for each in answers}
    figures: dict[Theme, Counter[str]] = {theme: Counter() for theme in Theme}
    for puzzle in load_puzzles():
        for theme in puzzle.themes:
            tried, right = int(puzzle.id in solved), int(solved.get(puzzle.id, False))
            figures[theme].update(puzzles=1, tried=tried, solved=right)
    names = ("puzzles", "tried", "solved")
    return [
        {"theme": theme, **{name: counted[name] for name in names}}
        for theme, counted in figures.items()
        if counted["puzzles"]
    ]


def _streaks(answers: Sequence[Answered]) -> tuple[int, int]:
    """How many were solved one after the other: up to now, and at most."""
    runs = [0]
    for each in reversed(answers):
        if each.solved:
            runs[-1] += 1
        else:
            runs.append(0)
    return runs[-1], max(runs)
