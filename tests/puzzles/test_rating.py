"""Ratings of people and puzzles on one scale."""

from dataclasses import replace

from limes.puzzles import parse_puzzle
from limes.puzzles.puzzle import EXAMPLE
from limes.puzzles.rating import Rating, chance, first_rating, rated

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


def test_a_stronger_person_is_likelier_to_solve() -> None:
    puzzle = first_rating(PUZZLE)
    assert chance(Rating(15, 2), puzzle) < 0.5 < chance(Rating(40, 2), puzzle)
