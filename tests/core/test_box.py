"""What is counted of a card for those who value the cards to come, and the order of cards by their faces."""

import random

import pytest
from bots.playing import odd_deck

from limes.core.box import counts, place_by_face
from limes.core.notation import facings
from limes.rules import STANDARD


def counted(face: str) -> list[int]:
    """By words: grounds, huts by ground, water beside a hut, and pairs of grounds along the four sides."""
    small = face.lower()
    sides = [(face[a] + face[b]) for a, b in ((0, 1), (1, 3), (3, 2), (2, 0))]
    pairs = ["".join(sorted(side.lower())) for side in sides]
    return [
        *(small.count(land) for land in "fwtr"),
        *(face.count(hut) for hut in "FTR"),
        sum("w" in side and not side.islower() for side in sides),
        *(pairs.count(pair) for pair in ("ff", "ww", "tt", "rr", "fw", "ft", "tw", "rt")),
    ]


@pytest.mark.parametrize("seed", range(10))
def test_counts_are_those_of_the_face_however_it_lies(seed: int) -> None:
    for face in odd_deck(random.Random(seed)).faces:
        assert all(counts(lying) == counted(face) for lying in facings(face))


def test_the_standard_deck_is_in_the_order_of_its_faces() -> None:
    places = [place_by_face(face) for face in STANDARD.faces]
    assert places == sorted(places)
