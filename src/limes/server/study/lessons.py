"""The puzzles that a lesson on playing well ends with, chosen from all there are."""

from collections.abc import Iterable
from typing import NamedTuple

from limes.puzzles import Puzzle, Theme, load_puzzles
from limes.rules import ROUNDS
from limes.server import problems
from limes.server.game.summary import picture_of
from limes.server.game.views import Json

PUZZLES = 3


class Course(NamedTuple):
    """What a lesson's puzzles are about; a lesson on a part of the game names rounds instead of themes."""

    themes: frozenset[Theme] = frozenset(Theme)
    rounds: range = range(1, ROUNDS + 1)

    def has(self, puzzle: Puzzle) -> bool:
        plain = not any(puzzle.variants)
        return plain and puzzle.round in self.rounds and not self.themes.isdisjoint(puzzle.themes)


COURSES = {
    "forests": Course(frozenset({Theme.OPEN_FOREST, Theme.CLOSE_FOREST})),
    "lakes": Course(frozenset({Theme.HUT})),
    "towers": Course(frozenset({Theme.SIGHT})),
    "moves": Course(frozenset({Theme.MOVE})),
    "counting": Course(rounds=range(ROUNDS - 2, ROUNDS)),
    "frame": Course(rounds=range(1, ROUNDS // 2 + 3)),
    "tempo": Course(frozenset({Theme.SAVE_WORKER})),
    "last": Course(frozenset({Theme.LAST_CARD})),
}


def chosen(course: Course, puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """An easy one, a middling one and a hard one; the same whenever the puzzles are the same."""
    easiest_first = sorted(filter(course.has, puzzles), key=lambda each: (-each.found_by, each.id))
    many = len(easiest_first)
    if many <= PUZZLES:
        return easiest_first
    return [easiest_first[many * (2 * part + 1) // (2 * PUZZLES)] for part in range(PUZZLES)]


def lesson_puzzles(lesson: str) -> Json:
    if lesson not in COURSES:
        raise problems.no_page()
    found = chosen(COURSES[lesson], load_puzzles())
    return {
        "puzzles": [
            {"id": each.id, "round": each.round, "picture": picture_of(each.landscape)} for each in found
        ]
    }
