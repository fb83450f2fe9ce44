"""Puzzles as values and as lines of text."""

from dataclasses import replace

import pytest

from limes.puzzles import Other, Puzzle, Theme, parse_puzzle, parse_theme
from limes.puzzles.puzzle import EXAMPLE
from limes.rules import Landscape, LimesError, Turn, TurnError, Variants

PUZZLE = parse_puzzle("- 8 e5S 73 2 e5S+ne=7,d3N=12 hut,move 17@d4N 3@d5E | d4ne")


def test_a_line_is_a_puzzle_and_a_puzzle_a_line() -> None:
    assert PUZZLE.landscape == Landscape.parse("17@d4N 3@d5E | d4ne")
    assert (PUZZLE.card, PUZZLE.best, PUZZLE.value, PUZZLE.found_by) == (8, Turn.parse("e5S"), 73, 2)
    assert PUZZLE.others == (Other(Turn.parse("e5S+ne"), 7), Other(Turn.parse("d3N"), 12))
    assert PUZZLE.themes == (Theme.HUT, Theme.MOVE)
    assert (PUZZLE.round, PUZZLE.margin, str(PUZZLE.likely), PUZZLE.exact) == (3, 7, "e5S+ne", False)
    PUZZLE.check()
    assert parse_puzzle(str(PUZZLE)) == PUZZLE
    assert str(PUZZLE) == EXAMPLE


def test_variants_stand_in_the_line() -> None:
    for variants in (Variants(diagonal=True), Variants(ferryman=True), Variants(True, True)):
        puzzle = replace(PUZZLE, variants=variants)
        assert parse_puzzle(str(puzzle)) == puzzle
        assert puzzle.id != PUZZLE.id, "the same cards with other rules are another puzzle"


def test_the_id_follows_from_the_position_alone() -> None:
    other = replace(PUZZLE, best=Turn.parse("d3N"), value=1, found_by=5, themes=(Theme.SIGHT,))
    assert other.id == PUZZLE.id
    assert replace(PUZZLE, card=9).id != PUZZLE.id
    assert len(PUZZLE.id) == 6


def test_turns_with_the_same_future_are_the_same_answer() -> None:
    landscape = Landscape().play(17, "d4N+ne")
    for card in (1, 2, 3):
        best = next(scored.turn for scored in landscape.turns(card) if scored.turn.action is None)
        puzzle = Puzzle(
            str(landscape),
            landscape.variants,
            card,
            best,
            50,
            0,
            (Other(Turn.parse("d5N+sw"), 5),),
            (Theme.HUT,),
        )
        assert puzzle.solved_by(best)
        assert puzzle.loss_of(best) == 0
        assert puzzle.loss_of(Turn.parse("d5N+sw")) == 5
        assert not puzzle.solved_by(Turn.parse("d5N+sw"))
    with pytest.raises(TurnError):
        PUZZLE.solved_by(Turn.parse("a1N"))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "a puzzle is a line such as"),
        (EXAMPLE.replace(" 73 ", " "), "a puzzle is a line such as"),
        (EXAMPLE.replace("=7", ""), "a puzzle is a line such as"),
        (EXAMPLE.replace("- 8", "x 8"), "a puzzle is a line such as"),
        (EXAMPLE.replace("hut", "lake"), "there is no theme 'lake'; there are close-forest, "),
        (EXAMPLE.replace("e5S ", "e5 "), "facing"),
        (EXAMPLE.replace("d3N", "a1N"), "a1"),
        (EXAMPLE.replace("- 8", "- 17"), "card 17 is already on d4"),
        (EXAMPLE.replace("17@d4N", "77@d4N"), "77"),
    ],
)
def test_what_is_no_puzzle_is_told_in_one_sentence(line: str, problem: str) -> None:
    with pytest.raises(LimesError, match=problem) as told:
        parse_puzzle(line).check()
    assert "\n" not in str(told.value)


def test_every_theme_has_a_label() -> None:
    assert len({str(parse_theme(theme).label) for theme in Theme}) == len(Theme)
