"""The puzzles that a lesson on playing well ends with, chosen from all there are."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from limes.puzzles import Puzzle, Theme, load_puzzles
from limes.rules import ROUNDS
from limes.server import problems
from limes.server.game.summary import picture_of
from limes.server.game.views import Json


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
    """Of the levels of difficulty that a course has: one of the easiest, of the middle, and of the hardest.

    Each is about the lesson alone where there is such a one, and the one with the widest margin of these, so
    that the answer is plain to see. They are the same whenever the puzzles are the same.
    """
    of_course = sorted(filter(course.has, puzzles), key=lambda puzzle: puzzle.id)
    levels = sorted({puzzle.found_by for puzzle in of_course}, reverse=True)
    easy_to_hard = dict.fromkeys((levels[0], levels[len(levels) // 2], levels[-1]))
    return [
        min(
            (puzzle for puzzle in of_course if puzzle.found_by == level),
            key=lambda puzzle: (len(puzzle.themes) > 1, -puzzle.margin),
        )
        for level in easy_to_hard
    ]


@cache
def positions() -> dict[str, list[Puzzle]]:
    """The puzzles of all lessons; nobody meets one twice."""
    left = list(load_puzzles())
    by_lesson = {}
    for lesson, course in COURSES.items():
        by_lesson[lesson] = chosen(course, left)
        left = [puzzle for puzzle in left if puzzle not in by_lesson[lesson]]
    return by_lesson


def lesson_puzzles(lesson: str) -> Json:
    if lesson not in COURSES:
        raise problems.no_page()
    return {
        "puzzles": [
            {"id": each.id, "round": each.round, "picture": picture_of(each.landscape)}
            for each in positions()[lesson]
        ]
    }
