"""The pictures of links: of the size that messengers expect, and without a letter that needs a font."""

import re
from collections.abc import Callable

import pytest

from limes.draw import NIGHT
from limes.draw.preview import MOST, cards_preview, game_preview, limes_preview, puzzle_preview
from limes.rules import STANDARD, Landscape

LANDSCAPE = Landscape.parse("17@d4N 3@d5E | d4ne")
DRAWINGS: list[Callable[[], str]] = [
    limes_preview,
    lambda: game_preview([(0, LANDSCAPE)]),
    lambda: game_preview([(seat, LANDSCAPE) for seat in range(3)]),
    lambda: puzzle_preview(LANDSCAPE, STANDARD.face(8)),
    lambda: cards_preview(STANDARD.faces[:16], NIGHT),
]


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_a_preview_has_its_size_and_no_text(drawing: Callable[[], str]) -> None:
    svg = drawing()
    assert 'width="1200" height="630"' in svg
    assert "<text" not in svg
    uses, ids = set(re.findall(r'href="#([^"]+)"', svg)), re.findall(r' id="([^"]+)"', svg)
    assert uses <= set(ids)
    assert all(f"url(#{each})" in svg or each in uses for each in ids)


def test_no_more_landscapes_than_can_be_seen() -> None:
    seats = [(seat, LANDSCAPE) for seat in range(6)]
    assert game_preview(seats) == game_preview(seats[:MOST])
