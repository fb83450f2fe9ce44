"""Where a card may go: the start, the touching rule and the floating frame."""

import pytest
from hypothesis import given
from model.turns import legal_cells
from saying import saying
from strategies import Position, positions

from limes.rules import START, Landscape, Turn, TurnError, Variants
from limes.rules.geometry import CELLS

BASIC = Variants()
DIAGONAL = Variants(diagonal=True)


def laid(cells: str, variants: Variants = BASIC) -> Landscape:
    """A landscape with the cards 1, 2, 3 ... on these cells."""
    landscape = Landscape(variants=variants)
    for number, cell in enumerate(cells.split(), start=1):
        landscape = landscape.play(number, Turn.parse(f"{cell}N"))
    return landscape


def open_around(cells: str, variants: Variants = BASIC) -> str:
    return " ".join(laid(cells, variants).places())


@given(positions())
def test_the_open_cells_are_those_of_the_model(position: Position) -> None:
    landscape = position.landscape
    expected = legal_cells(position.modelled, landscape.variants.diagonal)
    assert list(landscape.places()) == sorted(expected)


def test_the_first_card_lies_only_on_d4() -> None:
    assert Landscape().places() == (START,) == ("d4",)
    for cell in CELLS:
        if cell != START:
            with pytest.raises(TurnError, match=saying(f"the first card goes on d4, not on {cell}")):
                Landscape().play(1, Turn(cell, "N"))


def test_a_later_card_shares_an_edge_with_a_laid_one() -> None:
    assert open_around("d4") == "c4 d3 d5 e4"


def test_a_card_may_touch_by_a_corner_only_in_the_diagonal_variant() -> None:
    with pytest.raises(TurnError, match=saying("e5 touches a card only at a corner")):
        laid("d4 e5")
    assert open_around("d4", DIAGONAL) == "c3 c4 c5 d3 d5 e3 e4 e5"
    assert len(laid("d4 e5 f6 g7", DIAGONAL).cards) == 4


def test_even_in_the_diagonal_variant_a_card_must_touch() -> None:
    with pytest.raises(TurnError, match=saying("d6 touches no card")):
        laid("d4 d6", DIAGONAL)


@pytest.mark.parametrize(
    ("chain", "problem"),
    [
        ("d4 e4 f4 g4 c4", "the landscape would be 5 cards wide"),
        ("d4 c4 b4 a4 e4", "the landscape would be 5 cards wide"),
        ("d4 d5 d6 d7 d3", "the landscape would be 5 cards high"),
        ("d4 d3 d2 d1 d5", "the landscape would be 5 cards high"),
    ],
    ids=["east", "west", "north", "south"],
)
def test_the_frame_floats_in_every_direction_until_it_is_four_cards_wide(chain: str, problem: str) -> None:
    *within, _ = chain.split()
    laid(" ".join(within))
    with pytest.raises(TurnError, match=saying(f"{problem}")):
        laid(chain)


def test_the_frame_is_fixed_only_as_far_as_the_cards_fix_it() -> None:
    assert open_around("d4 e4 f4") == "c4 d3 d5 e3 e5 f3 f5 g4"
    assert open_around("d4 e4 f4 g4") == "d3 d5 e3 e5 f3 f5 g3 g5"


@pytest.mark.parametrize("corner", ["d4 c3 b2 a1 e5", "d4 e5 f6 g7 c3", "d4 c5 b6 a7 e3", "d4 e3 f2 g1 c5"])
def test_the_frame_holds_in_the_diagonal_variant_too(corner: str) -> None:
    with pytest.raises(TurnError, match=saying("the landscape would be 5 cards wide")):
        laid(corner, DIAGONAL)


def test_the_landscape_of_sixteen_cards_has_no_place_left() -> None:
    rows = ("d4 e4 f4 g4", "g5 f5 e5 d5", "d6 e6 f6 g6", "g7 f7 e7 d7")
    for variants in (Variants(), DIAGONAL):
        full = laid(" ".join(rows), variants)
        assert full.places() == ()
        assert list(full.turns(17)) == []


def test_a_cell_holds_one_card() -> None:
    with pytest.raises(TurnError, match=saying("there is already a card on d4")):
        laid("d4 d4")
