"""Territories: how zones join, and which territories border each other."""

import model
from hypothesis import given
from strategies import landscapes, picture_texts, pictures

from limes.rules import Board, Cell, Landscape, Picture, Terrain, Zone
from limes.rules.board import EMPTY_BOARD
from limes.rules.geometry import bit, zone_at


def territories_of(picture: str) -> list[str]:
    """The territories of a picture as `terrain size`, in reading order."""
    return [f"{t.terrain} {len(t.zones)}" for t in Picture.parse(picture).board.territories]


def named(board: Board) -> set[tuple[str, frozenset[str]]]:
    return {(str(t.terrain), frozenset(map(str, t.zones))) for t in board.territories}


@given(landscapes)
def test_the_territories_of_a_landscape_are_those_of_the_model(landscape: Landscape) -> None:
    modelled = model.parse_landscape(str(landscape), landscape.deck.faces)
    assert named(landscape.board) == model.territories(modelled.zones)
    assert len(named(landscape.board)) == len(landscape.board.territories)


@given(picture_texts())
def test_the_territories_of_a_picture_are_those_of_the_model(text: str) -> None:
    board = Picture.parse(text).board
    zones = {}
    for row, line in enumerate(text.splitlines(), start=1):
        for column, zone in enumerate(line.split(), start=1):
            if zone != ".":
                zones[column, row] = zone[0]
    assert named(board) == model.territories(zones)


@given(landscapes)
def test_territories_stand_in_reading_order_and_cover_every_zone_once(landscape: Landscape) -> None:
    board = landscape.board
    firsts = [bit(territory.zones[0]) for territory in board.territories]
    assert firsts == sorted(firsts)
    assert sum(territory.mask for territory in board.territories) == board.laid
    assert len(board.zones) == 4 * len(landscape.cards)


@given(landscapes | pictures)
def test_it_does_not_matter_in_which_order_the_zones_were_laid(table: Landscape | Picture) -> None:
    board = table.board
    at_once = EMPTY_BOARD.with_zones({bit(zone): board.letter(zone) for zone in reversed(board.zones)})
    assert at_once == board


@given(landscapes)
def test_bordering_is_mutual_and_never_with_itself(landscape: Landscape) -> None:
    board = landscape.board
    for territory in board.territories:
        around = board.bordering(territory)
        assert territory not in around
        assert len(set(around)) == len(around)
        assert all(territory in board.bordering(other) for other in around)


def test_zones_of_one_terrain_join_by_edges_and_not_by_corners() -> None:
    assert territories_of("f f\nw f") == ["field 3", "water 1"]
    assert territories_of("f w\nw f") == ["field 1", "water 1", "water 1", "field 1"]


def test_huts_do_not_divide_a_territory() -> None:
    assert territories_of("f F f T t") == ["field 3", "forest 2"]


def test_two_adjacent_towers_are_two_territories() -> None:
    assert territories_of("r r\nR r") == ["rock 1", "rock 1", "rock 1", "rock 1"]


def test_territories_join_across_cards() -> None:
    board = EMPTY_BOARD.with_card(Cell("d4"), "ffff").with_card(Cell("e4"), "fwfw")
    assert [len(t.zones) for t in board.territories] == [6, 2]


def test_one_card_can_join_four_territories_into_one() -> None:
    cross = Picture.parse("w f w\nf . f\nw f w").board
    assert sum(t.terrain is Terrain.FIELD for t in cross.territories) == 4
    joined = cross.with_zones({bit(zone_at(1, 1)): "F"})
    assert [len(t.zones) for t in joined.territories if t.terrain is Terrain.FIELD] == [5]
    assert len(cross.territories) == 8, "the board before is what it was"


def test_a_board_names_its_zones_by_letter() -> None:
    board = EMPTY_BOARD.with_card(Cell("d4"), "rFwT")
    names = ("d4nw", "d4ne", "d4sw", "d4se", "d5sw")
    assert [board.letter(Zone(name)) for name in names] == ["r", "F", "w", "T", "."]
