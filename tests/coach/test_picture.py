"""A review as a picture: the figures of the review, in a picture that stands on its own."""

import gettext
import re
from xml.etree import ElementTree

import pytest
from coach.games import QUICK, random_game

from limes.coach import Review, review, review_svg
from limes.draw import NIGHT
from limes.locale import FOLDER


@pytest.fixture(scope="module")
def reviewed() -> Review:
    return review(random_game(3, rounds=5), 0, QUICK)


def test_the_picture_says_what_the_review_says(reviewed: Review) -> None:
    picture = review_svg(reviewed)
    said = [
        "".join(each.itertext())
        for each in ElementTree.fromstring(picture).iter()
        if each.tag.endswith("text")
    ]
    assert f"{reviewed.start / 10:.1f}" in said
    assert f"{reviewed.luck / 10:+.1f}" in said
    assert f"{-reviewed.lost / 10:+.1f}" in said
    assert f"{reviewed.end / 10:.1f}" in said
    assert "expected now" in said
    heads = [each for each in said if each.startswith("Round ")]
    assert len(heads) == len(reviewed.costly())
    known = re.findall(r'\bid="([^"]+)"', picture)
    assert len(known) == len(set(known))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', picture)) <= set(known)


def test_it_speaks_other_languages_and_is_dark_at_night(reviewed: Review) -> None:
    german = gettext.translation("limes", FOLDER, languages=["de"])
    picture = review_svg(reviewed, palette=NIGHT, speech=german)
    assert german.gettext("luck with the cards") in picture
    assert NIGHT["paper"] in picture


def test_a_review_without_turns_is_a_sum_alone() -> None:
    empty = review(random_game(3, rounds=0), 0, QUICK)
    assert "Round" not in re.sub("after each round", "", review_svg(empty))
    assert empty._repr_svg_() == review_svg(empty)
