"""A game that plays in a cell: no script, nothing from elsewhere, one step visible at a time."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from limes.draw import NIGHT, game_html
from limes.rules import Game, parse_record

RECORDS = sorted((Path(__file__).parents[1] / "games").glob("*.limes"))


def recorded(name: str) -> Game:
    return parse_record(next(path for path in RECORDS if path.stem == name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["two", "not-begun", "stopped", "own-deck"])
def test_a_game_stands_on_its_own(name: str) -> None:
    page = game_html(recorded(name), palette=NIGHT)
    assert not re.search(r"<script|<link|@import|\bon\w+=|javascript:", page)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)
    known = re.findall(r'\bid="([^"]+)"', page)
    assert len(known) == len(set(known))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', page)) <= set(known)
    for picture in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(picture)


def test_every_round_is_a_step_and_the_last_one_is_shown() -> None:
    game = recorded("two")
    page = game_html(game)
    chosen = re.findall(r'<input type="radio" name="[^"]+" id="[^"]+-(\w+)"( checked)?>', page)
    assert [step for step, _checked in chosen] == [*map(str, range(17)), "play"]
    assert [step for step, checked in chosen if checked] == ["16"]
    assert "<b>Round 1, card 16</b> · Red d4E+nw, Black d4S+sw" in page
    assert '<span class="step s16">Red: 46</span>' in page
    assert page.count('<g class="step s5">') == 2


def test_names_and_words_are_text_and_not_markup() -> None:
    game = Game(("<b>Ada</b>",)).turn_up(17).play(0, "d4N+ne")
    page = game_html(game, labels={"play": "Abspielen", "round": "Runde {round}, Karte {card}"})
    assert "<b>Ada" not in page
    assert "&lt;b&gt;Ada&lt;/b&gt;: 2" in page
    assert "▶ Abspielen" in page
    assert "Runde 1, Karte 17" in page


def test_two_games_on_a_page_do_not_share_names() -> None:
    one, other = (set(re.findall(r'\bid="([^"]+)"', game_html(recorded(name)))) for name in ("two", "solo"))
    assert not one & other


def test_a_notebook_shows_a_game_by_itself() -> None:
    game = recorded("solo")
    assert game._repr_html_() == game_html(game)
