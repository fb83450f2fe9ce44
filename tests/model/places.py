"""The names of cells and zones, and which of them lie side by side."""

from collections.abc import Mapping

# Column and row, counted from 1 from the north-west.
Zone = tuple[int, int]
# The letter on each zone, upper case where a hut stands; empty places are left out.
Zones = Mapping[Zone, str]

FILES = "abcdefg"
RANKS = "1234567"
CELLS = [file + rank for file in FILES for rank in RANKS]
QUARTERS = ["nw", "ne", "sw", "se"]
DIRECTIONS = [(0, -1), (1, 0), (0, 1), (-1, 0)]


def zone_at(name: str) -> Zone:
    file, rank, north_south, west_east = list(name)
    column = 2 * FILES.index(file) + {"w": 1, "e": 2}[west_east]
    row = 2 * (7 - int(rank)) + {"n": 1, "s": 2}[north_south]
    return column, row


ZONE_NAMES = {zone_at(cell + quarter): cell + quarter for cell in CELLS for quarter in QUARTERS}


def zones_beside(zone: Zone) -> list[Zone]:
    column, row = zone
    return [(column + east, row + south) for east, south in DIRECTIONS]


def files_apart(cell: str, other: str) -> int:
    return abs(FILES.index(cell[0]) - FILES.index(other[0]))


def ranks_apart(cell: str, other: str) -> int:
    return abs(RANKS.index(cell[1]) - RANKS.index(other[1]))


def share_an_edge(cell: str, other: str) -> bool:
    return files_apart(cell, other) + ranks_apart(cell, other) == 1


def touch_by_a_corner(cell: str, other: str) -> bool:
    return files_apart(cell, other) == 1 and ranks_apart(cell, other) == 1
