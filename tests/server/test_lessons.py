"""The puzzles at the end of each lesson: of its theme, from easy to hard, always the same."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from serving import Serving

from limes.puzzles import load_puzzles
from limes.server.protocol.study import LessonPuzzles
from limes.server.study.lessons import COURSES, chosen, positions

POSITIONS = 3
LESSONS = Path(__file__).parents[2] / "web/src/teach/lessons.ts"


def test_the_server_knows_the_lessons_of_the_client() -> None:
    assert re.findall(r'\{ id: "(\w+)"', LESSONS.read_text(encoding="utf-8")) == list(COURSES)


@pytest.mark.parametrize("lesson", COURSES)
def test_a_lesson_has_three_puzzles_of_its_theme_each_harder_than_the_last(lesson: str) -> None:
    course = COURSES[lesson]
    found = positions()[lesson]
    assert len(found) == POSITIONS
    assert all(map(course.has, found))
    assert all(easy.found_by > hard.found_by for easy, hard in pairwise(found)), "fewer levels find it"
    levels = {each.found_by for each in load_puzzles() if course.has(each)}
    assert (found[0].found_by, found[-1].found_by) == (max(levels), min(levels))
    assert chosen(course, load_puzzles()) == chosen(course, reversed(load_puzzles()))


def test_no_puzzle_stands_in_two_lessons() -> None:
    every = [each.id for found in positions().values() for each in found]
    assert len(set(every)) == len(every) == POSITIONS * len(COURSES)


def test_a_lesson_that_does_not_exist_has_no_puzzles(server: Serving) -> None:
    guest = server.guest()
    found = LessonPuzzles.model_validate(guest.get("/study/lessons/lakes")).puzzles
    assert [each.id for each in found] == [each.id for each in positions()["lakes"]]
    assert all(re.fullmatch(r"([.fwtrFTR]\d?|-)+", each.picture) for each in found)
    assert guest.http.get("/study/lessons/nothing").status_code == 404
