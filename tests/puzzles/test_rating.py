"""Ratings of people and puzzles on one scale."""

from dataclasses import replace

from limes.puzzles import parse_puzzle
from limes.puzzles.puzzle import EXAMPLE
from limes.puzzles.rating import Rating, first_rating, rated

PUZZLE = parse_puzzle(EXAMPLE)


def test_a_puzzle_that_few_levels_find_begins_higher() -> None:
    ratings = [first_rating(replace(PUZZLE, found_by=levels)) for levels in range(6)]
    assert [rating.mean for rating in ratings] == sorted((rating.mean for rating in ratings), reverse=True)
    assert ratings[3].shown == 1500 == Rating().shown


def test_solving_raises_the_person_and_lowers_the_puzzle() -> None:
    person, puzzle = Rating(), first_rating(PUZZLE)
    better, easier = rated(person, puzzle, solved=True)
    assert better.mean > person.mean
    assert easier.mean < puzzle.mean
    worse, harder = rated(person, puzzle, solved=False)
    assert worse.mean < person.mean
    assert harder.mean > puzzle.mean
    assert better.error < person.error, "each try makes it more certain"


def test_a_first_answer_says_little_and_many_say_much() -> None:
    """One answer moves nobody far; ten that were right tell a strong person from a weak one."""
    puzzle = first_rating(replace(PUZZLE, found_by=3))
    for solved in (True, False):
        after, _puzzle = rated(Rating(), puzzle, solved=solved)
        assert 30 < abs(after.shown - Rating().shown) < 100
    strong = Rating()
    for _ in range(10):
        strong, _puzzle = rated(strong, puzzle, solved=True)
    assert strong.shown - Rating().shown > 250
