"""Pictures as SVG: well-formed, whole, safe beside each other, and saying what the score says."""

import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from strategies import landscapes, pictures

from limes.draw import DAY, NIGHT, card_svg, deck_svg, game_html, landscape_svg, scoring_svg
from limes.rules import STANDARD, Game, Landscape, LimesError, Picture, Profession, Zone, parse_record
from limes.rules.geometry import FACINGS

SVG = "{http://www.w3.org/2000/svg}"
LANDSCAPE = Landscape.parse("17@d4N 3@d5E 8@e5S | d4ne d5sw d5sw")
CROWDED = Picture.parse("F1 w2 t1 R1\nf  w  T3 r1\n.  f1 r7 t")


def ids(picture: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', picture)


def texts(picture: str) -> list[str]:
    return ["".join(each.itertext()) for each in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def check(picture: str) -> None:
    """A picture stands on its own: well-formed, every reference inside it, every colour told."""
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    known = ids(picture)
    assert len(known) == len(set(known))
    assert set(re.findall(r'href="#([^"]+)"', picture)) <= set(known)
    assert set(re.findall(r"url\(#([^)]+)\)", picture)) <= set(known)
    assert "var(" not in picture


@given(landscapes)
def test_any_landscape_can_be_drawn(landscape: Landscape) -> None:
    check(landscape_svg(landscape, score=landscape.score(), places=landscape.places()))
    check(scoring_svg(landscape))


@given(pictures)
def test_any_typed_picture_can_be_drawn(picture: Picture) -> None:
    check(landscape_svg(picture, score=picture.score(), palette=NIGHT))
    check(scoring_svg(picture, palette=NIGHT))


@pytest.mark.parametrize("table", [LANDSCAPE, CROWDED])
def test_every_worker_can_be_lit_up(table: Landscape | Picture) -> None:
    for worker in table.workers:
        check(landscape_svg(table, score=table.score(), focus=worker))
        check(landscape_svg(table, focus=worker))


def test_nobody_can_be_lit_up_where_nobody_stands() -> None:
    with pytest.raises(LimesError, match="there is no worker on d4sw"):
        landscape_svg(LANDSCAPE, focus=Zone("d4sw"))


def test_seats_differ_by_colour_and_by_mark() -> None:
    drawn = [landscape_svg(LANDSCAPE, seat=seat) for seat in range(6)]
    without_ids = {re.sub(r'(id="|#)[^")]+', "", picture) for picture in drawn}
    assert len(without_ids) == 6
    for picture in drawn:
        check(picture)
    check(landscape_svg(LANDSCAPE, seat=6))


def test_two_pictures_on_one_page_do_not_share_ids() -> None:
    first, second = landscape_svg(LANDSCAPE), landscape_svg(CROWDED)
    assert not set(ids(first)) & set(ids(second))


def test_points_stand_in_the_picture() -> None:
    score = CROWDED.score()
    said = texts(scoring_svg(CROWDED, title="Ada & <Ben>"))
    assert said[-1] == str(score.total)
    assert "Ada & <Ben>" in said
    for worker in score.workers:
        assert worker.profession.capitalize() in said
    assert "13" not in texts(landscape_svg(CROWDED))


def test_a_picture_speaks_the_words_it_is_given() -> None:
    words = {Profession.FARMER.value: "Bauer", "total": "Summe"}
    assert {"Bauer", "Summe"} <= set(texts(scoring_svg(CROWDED, labels=words)))


def test_a_card_is_drawn_in_every_facing() -> None:
    drawn = {card_svg("rFwt", facing=facing, number=5) for facing in FACINGS}
    assert len({re.sub(r'(id="|#)[^")]+', "", picture) for picture in drawn}) == 4
    for picture in drawn:
        check(picture)
        assert "5" in texts(picture)


@pytest.mark.parametrize("palette", [DAY, NIGHT])
def test_a_deck_shows_every_card_with_its_number(palette: object) -> None:
    picture = deck_svg(STANDARD, palette=DAY if palette is DAY else NIGHT)
    check(picture)
    assert {str(number) for number in STANDARD.numbers} <= set(texts(picture))


def test_a_draft_and_the_places_for_it_are_marked() -> None:
    bare = landscape_svg(LANDSCAPE, coordinates=False)
    check(bare)
    offered = landscape_svg(LANDSCAPE, places=LANDSCAPE.places(), coordinates=False)
    assert offered.count("stroke-dasharray") == len(LANDSCAPE.places()) + bare.count("stroke-dasharray")
    draft = landscape_svg(LANDSCAPE, draft_cell=LANDSCAPE.cards[-1].cell, coordinates=False)
    accent = f'stroke="{DAY["accent"]}"'
    assert draft.count(accent) == bare.count(accent) + 1


@pytest.mark.parametrize("letter", "fFwtTrR")
def test_every_worker_of_a_crowd_is_seen(letter: str) -> None:
    lonely, crowd = (landscape_svg(Picture.parse(f"{letter}{workers}")) for workers in (1, 9))
    assert crowd.count("<use") == lonely.count("<use") + 8 * (lonely.count("<use") - _bare_uses(letter))


def _bare_uses(letter: str) -> int:
    return landscape_svg(Picture.parse(letter)).count("<use")


def test_a_full_landscape_stays_small() -> None:
    record = next(
        game for game in _stored_games(lambda game: game.finished) if len(game.landscapes[0].workers) == 7
    )
    assert len(landscape_svg(record.landscapes[0], score=record.scores()[0])) < 100_000


def test_notebooks_draw_landscapes_and_pictures() -> None:
    check(LANDSCAPE._repr_svg_())
    check(CROWDED._repr_svg_())


def test_symbols_are_files_that_stand_on_their_own() -> None:
    symbols = [
        file for file in files("limes.draw").joinpath("symbols").iterdir() if file.name.endswith(".svg")
    ]
    assert len(symbols) > 20
    for file in symbols:
        root = ElementTree.fromstring(file.read_text(encoding="utf-8"))
        assert root.tag == f"{SVG}svg"
        assert "viewBox" in root.attrib


def _stored_games(wanted: Callable[[Game], bool]) -> list[Game]:
    folder = Path(__file__).parent.parent / "games"
    games = [parse_record(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.limes"))]
    return [game for game in games if wanted(game)]


@pytest.mark.parametrize(
    ("draw", "given", "options", "said"),
    [
        (landscape_svg, "17@d4N |", {}, "a landscape or a picture can be drawn, not '17@d4N |'; Landscape.p"),
        (scoring_svg, None, {}, "a landscape or a picture can be drawn, not None; "),
        (landscape_svg, LANDSCAPE, {"palette": "night"}, "a palette is DAY or NIGHT of limes.draw, not 'nig"),
        (landscape_svg, LANDSCAPE, {"seat": "red"}, "a seat is a number from 0, not 'red'"),
        (landscape_svg, LANDSCAPE, {"places": ["z9"]}, "'z9' is not the name of a cell, such as d5"),
        (card_svg, 17, {}, "a card is drawn from its face, such as 'rFwf' or STANDARD.face(17), not 17"),
        (card_svg, "rFw", {}, "a card has four zones, such as rFwf, not 'rFw'"),
        (card_svg, "rFwf", {"facing": "north"}, "a card faces N, E, S, W, not 'north'"),
        (deck_svg, "standard", {}, "a deck can be drawn, not 'standard'; Deck.parse reads text"),
        (game_html, "Players: Ann", {}, "a game can be shown, not 'Players: Ann'; parse_record reads text"),
        (game_html, Game(("Ann",)), {"palette": "day"}, "a palette is DAY or NIGHT of limes.draw, not 'day'"),
    ],
)
def test_what_cannot_be_drawn_is_told_with_what_can(
    draw: Callable[..., str], given: object, options: dict[str, object], said: str
) -> None:
    with pytest.raises((TypeError, LimesError), match=re.escape(said)):
        draw(given, **options)
