"""A game that plays in a cell: no script, nothing from elsewhere, one step visible at a time."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from limes.draw import NIGHT, game_html, study_html
from limes.rules import Game, Study, parse_annotated, parse_record, parse_study

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


ANNOTATED = """Players: Anna | Bo

{A <b>quick</b> game}
1. 12 d4W+nw "Water" {first\\nor not?} d4N+ne (d4N d5E (8 c4N {\\u{d800}\\u{1b}}) c4N 3 d6N) (3 d4N)
2. 1 c4S+sw d5E+sw
3. 18 d5W (d3N) -
"""
STUDY = "Study:\nStart: 17@d4N\n\n2. 3 d5E (d3N)\n3. 8 e5S {so}\n"


def labels(page: str) -> list[str]:
    return re.findall(r'<label for="[^"]+">([^<]+)</label>', page)


def test_variations_are_steps_beside_the_main_line() -> None:
    page = game_html(parse_annotated(ANNOTATED))
    assert labels(page) == ["0", "1", "1a", "2a", "2b", "3a", "4a", "1c", "2", "3", "3d", "▶ Play"]
    assert re.findall(r'id="[^"]+-(\d+)" checked', page) == ["9"], "the end of the main line"
    assert "<b>Round 2, card 8, variation b</b> · Bo c4N" in page
    bo = page.split("<figure>")[2]
    assert re.findall(r'<g class="(step[^"]*)"', bo) == [
        *("step s0", "step s1", "step aside s2", "step aside s3", "step aside s4", "step aside s5"),
        *("step aside s6", "step aside s7", "step s8", "step s9 s10"),
    ], "what another seat tries changes nothing here"
    delays = re.findall(r"\.s(\d+){animation-delay:(\w+)}", page)
    assert delays == [("0", "0s"), ("1", "1s"), ("8", "2s"), ("9", "3s")]
    assert ".aside{animation:none}" in page


def test_what_is_said_is_shown_as_text() -> None:
    page = game_html(parse_annotated(ANNOTATED))
    page.encode()
    assert "<p><bdi>A &lt;b&gt;quick&lt;/b&gt; game</bdi></p>" in page
    assert "<p>Anna: <b><bdi>Water</bdi></b> <bdi>first\nor not?</bdi></p>" in page
    assert "<p>Bo: <bdi>\ufffd\ufffd</bdi></p>" in page
    assert "<p>" not in game_html(recorded("two"))


def test_a_study_is_a_game_of_one_landscape() -> None:
    page = study_html(parse_study(STUDY), labels={"study": "Studie"})
    assert labels(page) == ["1", "2", "2a", "3", "▶ Play"]
    assert "The landscape at the start" in page
    assert "Studie: " in page
    assert "<p><bdi>so</bdi></p>" in page
    assert "Before the first card" in study_html(Study())


def test_there_are_letters_for_many_variations() -> None:
    tries = " ".join(f"({card} d4N)" for card in range(1, 24))
    page = study_html(parse_study(f"Study:\n1. 24 d4N {tries} (1 d4E) (2 d4E) (3 d4E) (4 d4E)"))
    assert labels(page)[-3:-1] == ["1z", "1aa"]


def test_a_notebook_shows_studies_and_annotated_games_by_themselves() -> None:
    annotated, study = parse_annotated(ANNOTATED), parse_study(STUDY)
    assert annotated._repr_html_() == game_html(annotated)
    assert study._repr_html_() == study_html(study)
