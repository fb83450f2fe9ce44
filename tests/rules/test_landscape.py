"""Landscapes as values and as text."""

import dataclasses
from typing import cast

import model
import pytest
from hypothesis import given
from saying import saying
from strategies import landscapes, variants

from limes.rules import (
    Cell,
    Deck,
    Facing,
    LaidCard,
    Landscape,
    Move,
    NotationError,
    Place,
    Quarter,
    Turn,
    TurnError,
    Variants,
    Zone,
)
from limes.rules.geometry import START


@given(landscapes)
def test_a_landscape_that_is_printed_is_read_again(landscape: Landscape) -> None:
    again = Landscape.parse(str(landscape), landscape.deck, landscape.variants)
    assert again == landscape
    assert again.board == landscape.board
    assert str(again) == str(landscape)


@given(landscapes)
def test_a_landscape_prints_like_that_of_the_model(landscape: Landscape) -> None:
    modelled = model.parse_landscape(str(landscape), landscape.deck.faces)
    assert str(landscape) == model.write_landscape(modelled)


@given(landscapes)
def test_every_zone_shows_the_letter_that_the_model_sees(landscape: Landscape) -> None:
    modelled = model.parse_landscape(str(landscape), landscape.deck.faces)
    named = {model.places.ZONE_NAMES[place]: letter for place, letter in modelled.zones.items()}
    assert {str(zone): landscape.board.letter(zone) for zone in landscape.board.zones} == named


@pytest.mark.parametrize(
    "text", ["17@d4N 3@d5E 8@e5S | d4ne d5sw d5sw", "17@d4N", "|", "17@d4N 3@d5E | d4nw"]
)
def test_a_landscape_is_its_cards_a_bar_and_its_workers(text: str) -> None:
    assert str(Landscape.parse(text)) == text
    assert repr(Landscape.parse(text)) == f"Landscape.parse({text!r})"


@pytest.mark.parametrize(
    "text",
    [
        "17@d4N 3@d5E|d5sw d4ne d5sw",
        "  17@d4N\t3@d5E | d5sw\n d5sw d4ne\n",
        "17@d4N 3@d5E\n|\nd4ne d5sw d5sw",
    ],
)
def test_blanks_and_the_order_of_the_workers_do_not_matter(text: str) -> None:
    assert str(Landscape.parse(text)) == "17@d4N 3@d5E | d4ne d5sw d5sw"


def test_the_bar_may_be_left_out_where_no_worker_stands() -> None:
    assert Landscape.parse("17@d4N |") == Landscape.parse("17@d4N")


@given(variants)
def test_the_empty_landscape_is_a_bar(chosen: Variants) -> None:
    assert str(Landscape(variants=chosen)) == "|"
    assert Landscape.parse("|", variants=chosen) == Landscape(variants=chosen)


def test_a_landscape_is_laid_under_the_variants_given() -> None:
    text = "17@d4N 3@e5E"
    assert str(Landscape.parse(text, variants=Variants(diagonal=True))) == text
    with pytest.raises(NotationError, match=saying("column 8: e5 touches a card only at a corner")):
        Landscape.parse(text)


def test_a_landscape_must_be_laid_in_the_order_given() -> None:
    Landscape.parse("1@d4N 2@d5N 3@d6N")
    with pytest.raises(NotationError, match=saying("column 7: d6 touches no card")):
        Landscape.parse("1@d4N 3@d6N 2@d5N")


@pytest.mark.parametrize(("facing", "face"), [("N", "rFwt"), ("E", "wrtF"), ("S", "twFr"), ("W", "Ftrw")])
def test_a_card_is_turned_clockwise_until_its_top_faces_that_way(facing: Facing, face: str) -> None:
    deck = Deck("turning", ("rFwt",) * 16)
    landscape = Landscape.parse(f"1@d4{facing}", deck)
    lying = [landscape.board.letter(Zone(f"d4{quarter}")) for quarter in ("nw", "ne", "sw", "se")]
    assert "".join(lying) == face


def test_what_is_built_by_hand_is_checked_as_well() -> None:
    start = LaidCard(17, START, "N")
    built = Landscape(cards=(start,), workers=(Zone("d4sw"), Zone("d4ne")))
    assert built == Landscape.parse("17@d4N | d4ne d4sw")
    assert built.board == Landscape.parse("17@d4N").board
    with pytest.raises(TurnError, match=saying("card 17 is already on d4")):
        Landscape(cards=(start, start))
    with pytest.raises(TurnError, match=saying("there is no card on e4, so there is no worker on e4nw")):
        Landscape(cards=(start,), workers=(Zone("e4nw"),))
    with pytest.raises(TurnError, match=saying("there is no card on d4, so there is no worker on d4nw")):
        Landscape(workers=(Zone("d4nw"),))


def test_nobody_can_hand_in_a_board_that_is_not_that_of_the_cards() -> None:
    one, other = Landscape.parse("17@d4N"), Landscape.parse("3@d4N | d4ne")
    with pytest.raises(TypeError):
        Landscape(one.deck, one.variants, one.cards, one.workers, other.board)  # type: ignore[call-arg]
    with pytest.raises((TypeError, ValueError)):
        dataclasses.replace(one, board=other.board)
    assert dataclasses.replace(one, workers=(Zone("d4ne"),)) == Landscape.parse("17@d4N | d4ne")
    assert not hasattr(one, "after")


def test_what_names_no_cell_no_facing_and_no_zone_is_refused_in_a_sentence() -> None:
    start = LaidCard(17, START, "N")
    landscape = Landscape(cards=(start,), workers=(Zone("d4ne"),))
    zone = "is not a zone; a zone is a cell and a quarter, such as d4ne"
    with pytest.raises(TurnError, match=saying("'h9' is not a cell; cells are a1 to g7")):
        Landscape(cards=(start, LaidCard(3, Cell("h9"), "N")))
    with pytest.raises(TurnError, match=saying("'X' is not a facing; a card faces N, E, S or W")):
        Landscape(cards=(LaidCard(17, START, cast(Facing, "X")),))
    with pytest.raises(TurnError, match=saying(f"'d4n' {zone}")):
        Landscape(cards=(start,), workers=(Zone("d4n"),))
    with pytest.raises(TurnError, match=saying(f"'d5up' {zone}")):
        landscape.play(3, Turn(Cell("d5"), "N", Place(cast(Quarter, "up"))))
    with pytest.raises(TurnError, match=saying(f"'h9ne' {zone}")):
        landscape.play(3, Turn(Cell("d5"), "N", Move(Zone("d4ne"), Zone("h9ne"))))


@given(landscapes)
def test_a_landscape_shows_its_deck_and_its_variants_and_can_be_typed_in_again(landscape: Landscape) -> None:
    again = eval(repr(landscape))
    assert again == landscape
    assert again.board == landscape.board


def test_what_is_usual_is_not_shown() -> None:
    ponds = Deck("ponds", ("rFwt",) * 16)
    ferryman = Variants(ferryman=True)
    shown = "Variants(diagonal=False, ferryman=True)"
    assert repr(Landscape.parse("1@d4N")) == "Landscape.parse('1@d4N')"
    assert repr(Landscape.parse("1@d4N", variants=ferryman)) == f"Landscape.parse('1@d4N', variants={shown})"
    assert repr(Landscape.parse("1@d4N", ponds)) == f"Landscape.parse('1@d4N', deck={ponds!r})"


def test_the_supply_is_what_is_left_of_seven_workers() -> None:
    assert Landscape().supply == 7
    assert Landscape.parse("17@d4N | d4ne d4ne d4sw").supply == 4


def test_variants_are_written_as_in_a_record() -> None:
    assert [str(Variants(d, f)) for d in (False, True) for f in (False, True)] == [
        "",
        "ferryman",
        "diagonal",
        "diagonal ferryman",
    ]


def test_a_landscape_draws_itself_in_a_notebook() -> None:
    assert Landscape.parse("17@d4N | d4ne")._repr_svg_().lstrip().startswith("<svg")
