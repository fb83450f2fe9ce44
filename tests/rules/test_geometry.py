"""The grid: names of cells and zones, and what lies beside what."""

from limes.rules import Cell, Zone
from limes.rules.geometry import (
    CELLS,
    QUARTERS,
    bit,
    bits,
    cell_at,
    cell_column_row,
    cell_of,
    corners,
    grown,
    is_cell,
    is_zone,
    neighbours,
    ray,
    zone_at,
    zone_column_row,
    zone_of,
    zones,
)

ZONES = [zone_of(cell, quarter) for cell in CELLS for quarter in QUARTERS]


def test_files_run_from_west_to_east_and_ranks_from_south_to_north() -> None:
    assert cell_column_row(Cell("a7")) == (0, 0)
    assert cell_column_row(Cell("g1")) == (6, 6)
    assert zone_column_row(Zone("a7nw")) == (0, 0)
    assert zone_column_row(Zone("d4ne")) == (7, 6)
    assert zone_column_row(Zone("g1se")) == (13, 13)


def test_every_cell_and_zone_is_found_again_by_its_place() -> None:
    assert len(CELLS) == 49
    assert [cell_at(*cell_column_row(cell)) for cell in CELLS] == list(CELLS)
    assert [zone_at(*zone_column_row(zone)) for zone in ZONES] == ZONES
    assert all(zones(bit(zone)) == (zone,) for zone in ZONES)


def test_names_off_the_grid_are_none() -> None:
    assert is_cell("a1")
    assert is_zone("g7se")
    assert not any(map(is_cell, ["", "d", "h1", "a8", "a0", "D4", "d4n", "d٤"]))
    assert not any(map(is_zone, ["", "d4", "d4NE", "d4en", "h4ne", "d4ne "]))


def test_a_zone_lies_on_its_cell() -> None:
    assert cell_of(Zone("d4ne")) == "d4"


def test_neighbours_share_an_edge_and_corners_do_not() -> None:
    assert set(neighbours(Cell("d4"))) == {"d5", "e4", "d3", "c4"}
    assert set(corners(Cell("d4"))) == {"c3", "c5", "e3", "e5"}
    assert set(neighbours(Cell("a7"))) == {"b7", "a6"}
    assert set(corners(Cell("g1"))) == {"f2"}


def test_a_zone_grows_by_the_four_zones_beside_it_and_never_around_the_edge() -> None:
    assert set(zones(grown(bit(Zone("d4ne"))))) == {"d4ne", "d5se", "e4nw", "d4se", "d4nw"}
    on_the_grid = sum(bit(zone) for zone in ZONES)
    for edge in ("a7nw", "g7ne", "a1sw", "g1se"):
        assert (grown(bit(Zone(edge))) & on_the_grid).bit_count() == 3


def test_a_ray_runs_to_the_edge_of_the_grid() -> None:
    tower = bit(Zone("b6ne"))
    assert zones(ray(tower, "N")) == ("b7ne", "b7se")
    assert zones(ray(tower, "W")) == ("a6nw", "a6ne", "b6nw")
    assert zones(ray(tower, "E"))[0] == "c6nw"
    assert zones(ray(tower, "S"))[-1] == "b1se"


def test_single_zones_come_in_reading_order() -> None:
    mask = bit(Zone("d4se")) | bit(Zone("d4nw")) | bit(Zone("e5sw"))
    assert zones(mask) == ("e5sw", "d4nw", "d4se")
    assert sum(bits(mask)) == mask
