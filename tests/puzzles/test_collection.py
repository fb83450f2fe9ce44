"""The puzzles that come with the package: what the file promises, and samples of it computed again."""

from collections import Counter
from hashlib import sha256
from importlib.resources import files

import pytest

from limes.coach.calibration import CALIBRATION
from limes.coach.effort import Effort
from limes.coach.estimate import Estimate
from limes.coach.weighing import weigh
from limes.puzzles import Puzzle, Theme, find_puzzle, load_puzzles
from limes.puzzles.contest import Position
from limes.puzzles.mining import puzzle_at
from limes.puzzles.solving import SOLVERS
from limes.puzzles.themes import themes_of
from limes.rules import ROUNDS, LimesError, Move, Place

PUZZLES = load_puzzles()
LEAST = 5  # tenths of a point


def sample(number: int, puzzles: list[Puzzle]) -> list[Puzzle]:
    """Some of them, always the same and spread over all."""
    return sorted(puzzles, key=lambda puzzle: sha256(puzzle.id.encode()).digest())[:number]


def test_there_are_enough_of_every_theme_in_a_small_file() -> None:
    assert len(PUZZLES) >= 1000
    themes = Counter(theme for puzzle in PUZZLES for theme in puzzle.themes)
    assert {theme: number for theme in Theme if (number := themes[theme]) < 40} == {}
    assert len((files("limes.puzzles") / "puzzles.txt").read_bytes()) <= 200_000


def test_no_puzzle_comes_twice() -> None:
    assert len({puzzle.id for puzzle in PUZZLES}) == len(PUZZLES)
    assert all(find_puzzle(puzzle.id) is puzzle for puzzle in PUZZLES)
    with pytest.raises(LimesError, match="there is no puzzle 'nothing'"):
        find_puzzle("nothing")


def test_each_has_one_best_turn_that_some_level_misses() -> None:
    for puzzle in PUZZLES:
        puzzle.check()
        assert puzzle.margin >= LEAST, puzzle.id
        assert 0 <= puzzle.found_by < len(SOLVERS), puzzle.id
        assert 1 <= len(puzzle.others) <= 3, puzzle.id
        assert len(
            {puzzle.future(turn) for turn in (puzzle.best, *(o.turn for o in puzzle.others))}
        ) == 1 + len(puzzle.others), puzzle.id
        assert puzzle.themes, puzzle.id


def test_all_difficulties_and_late_and_early_rounds_occur() -> None:
    assert {puzzle.found_by for puzzle in PUZZLES} == set(range(len(SOLVERS)))
    assert {puzzle.round for puzzle in PUZZLES} >= set(range(6, 17))


def test_themes_mean_what_they_say() -> None:
    for puzzle in PUZZLES:
        best, likely = puzzle.best.action, puzzle.likely.action
        held = {
            Theme.MOVE: isinstance(best, Move) and isinstance(likely, Place),
            Theme.SAVE_WORKER: best is None and isinstance(likely, Place) and puzzle.round < ROUNDS,
            Theme.FERRYMAN: puzzle.variants.ferryman and isinstance(best, Move),
            Theme.DIAGONAL: puzzle.variants.diagonal,
            Theme.LAST_CARD: puzzle.round == ROUNDS,
        }
        assert all(held.get(theme, True) for theme in puzzle.themes), puzzle.id
        assert (Theme.LAST_CARD in puzzle.themes) is (puzzle.round == ROUNDS), puzzle.id


def test_themes_are_found_again() -> None:
    for puzzle in sample(200, list(PUZZLES)):
        assert themes_of(puzzle.landscape, puzzle.card, puzzle.best, puzzle.likely) == puzzle.themes, (
            puzzle.id
        )


def test_exact_margins_hold_when_every_turn_is_weighed() -> None:
    """By the coach's own way of weighing, which looks at all turns."""
    for puzzle in sample(16, [puzzle for puzzle in PUZZLES if puzzle.exact]):
        weighed = weigh(Estimate(), puzzle.landscape, puzzle.card, seconds=60, effort=Effort(rivals=24))
        best, second = sorted(weighed, key=lambda each: -each.value)[:2]
        assert puzzle.future(best.turn) == puzzle.future(puzzle.best), puzzle.id
        assert round(10 * (best.value - second.value)) >= puzzle.margin, puzzle.id
        assert round(10 * best.value) == puzzle.value, puzzle.id


def test_estimated_margins_hold_with_other_orders_of_cards() -> None:
    early = [puzzle for puzzle in PUZZLES if not puzzle.exact]
    for puzzle in sample(4, early):
        turns = [puzzle.best, *(other.turn for other in puzzle.others)]
        best, *others = Position(puzzle.landscape, puzzle.card).contest(turns, 200, 6, seed=2027)
        for other, stored in zip(others, puzzle.others, strict=True):
            loss = best.value - CALIBRATION.kept(best.value, other.value, puzzle.round)
            assert abs(loss - stored.loss / 10) < 5 * other.error + 0.1, puzzle.id


def test_a_puzzle_is_found_again_where_it_was_found() -> None:
    last = [puzzle for puzzle in PUZZLES if puzzle.round == 16]
    for puzzle in sample(20, last):
        assert str(puzzle_at(puzzle.landscape, puzzle.card)) == str(puzzle)
