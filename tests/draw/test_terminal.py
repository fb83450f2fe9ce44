"""Drawings in the terminal: straight edges, plain characters where asked, and the same facts as the board."""

import pytest
from hypothesis import given
from rich.text import Text
from strategies import landscapes, pictures

from limes.draw import NIGHT
from limes.draw.terminal import card_text, deck_text, landscape_text
from limes.rules import STANDARD, Landscape, Picture
from limes.rules.geometry import FACINGS

LANDSCAPE = Landscape.parse("17@d4N 3@d5E 8@e5S | d4ne d5sw d5sw")
CROWDED = Picture.parse("F1 w2 t1 R9\nf  w  T3 r1\n.  f1 r7 t")


def check_edges(drawn: Text) -> None:
    lines = drawn.split()
    assert len({line.cell_len for line in lines}) == 1
    assert all(line.cell_len == len(line.plain) for line in lines)


@given(landscapes)
def test_any_landscape_has_straight_edges(landscape: Landscape) -> None:
    drawn = landscape_text(landscape, score=landscape.score(), places=landscape.places())
    check_edges(drawn)
    for cell in landscape.places():
        assert cell in drawn.plain


@given(pictures)
def test_any_typed_picture_has_straight_edges(picture: Picture) -> None:
    check_edges(landscape_text(picture, score=picture.score(), palette=NIGHT))


@pytest.mark.parametrize("table", [LANDSCAPE, CROWDED, Landscape()])
def test_plain_terminals_get_plain_characters(table: Landscape | Picture) -> None:
    drawn = landscape_text(table, unicode=False, score=table.score())
    check_edges(drawn)
    assert drawn.plain.isascii()
    assert deck_text(STANDARD, unicode=False).plain.isascii()


def test_a_full_landscape_fits_a_terminal_of_80_columns() -> None:
    cells = [file + rank for file in "defg" for rank in "4567"]
    full = Landscape.parse(" ".join(f"{number}@{cell}N" for number, cell in enumerate(cells, start=1)))
    drawn = landscape_text(full)
    assert drawn.split()[0].cell_len <= 80
    assert len(drawn.split()) <= 36


def test_terrains_differ_without_colour() -> None:
    seen = {card_text(letter * 4).plain for letter in "fwtr"}
    assert len(seen) == 4


def test_a_card_turns() -> None:
    assert len({card_text("rFwt", facing=facing).plain for facing in FACINGS}) == 4
    assert "17" in card_text("rFwt", number=17).plain


def test_a_draft_has_a_frame_of_its_own() -> None:
    assert "╔" in landscape_text(LANDSCAPE, draft_cell=LANDSCAPE.cards[-1].cell).plain


def test_seats_differ_by_colour_and_by_mark() -> None:
    drawn = [landscape_text(LANDSCAPE, seat=seat) for seat in range(6)]
    assert len({text.plain for text in drawn}) == 6
    assert len({str(text.spans) for text in drawn}) == 6
