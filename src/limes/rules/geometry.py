"""The grid that landscapes lie on: cells a1 to g7 of four zones each, and sets of zones as bit masks.

Zones and cells are named by their notation ("d4ne", "d4"). A set of zones is an `int` with one bit a zone:
14 rows of 14 zones from the north-west, each row 16 bits wide, so that no shift wraps into the next row.
"""

from collections.abc import Iterator
from typing import Literal, NewType

Cell = NewType("Cell", str)
Zone = NewType("Zone", str)
Mask = int
Facing = Literal["N", "E", "S", "W"]
Quarter = Literal["nw", "ne", "sw", "se"]

FACINGS: tuple[Facing, ...] = ("N", "E", "S", "W")
QUARTERS: tuple[Quarter, ...] = ("nw", "ne", "sw", "se")
FRAME = 4  # a landscape is at most this many cards wide and high
REACH = 2 * FRAME - 1  # cells a side around the start card that such a landscape can cover
ZONES_A_SIDE = 2 * REACH
ROW = 16

FILES = "abcdefg"
RANKS = "1234567"
START = Cell("d4")
CELLS: tuple[Cell, ...] = tuple(Cell(file + rank) for file in FILES for rank in RANKS)


def cell_column_row(cell: Cell) -> tuple[int, int]:
    """Column from the west and row from the north, both from 0."""
    return _CELL_COLUMN_ROW[cell]


def cell_at(column: int, row: int) -> Cell:
    return Cell(FILES[column] + RANKS[REACH - 1 - row])


def zone_column_row(zone: Zone) -> tuple[int, int]:
    """Column from the west and row from the north, both from 0, on the grid of 14 x 14 zones."""
    index = _INDEX[zone]
    return index % ROW, index // ROW


def zone_at(column: int, row: int) -> Zone:
    return _NAME[row * ROW + column]


def zone_of(cell: Cell, quarter: Quarter) -> Zone:
    return Zone(cell + quarter)


def cell_of(zone: Zone) -> Cell:
    return Cell(zone[:2])


def is_cell(text: str) -> bool:
    return text in _CELL_COLUMN_ROW


def is_zone(text: str) -> bool:
    return text in _INDEX


def bit(zone: Zone) -> Mask:
    return _BIT[zone]


def bits(mask: Mask) -> Iterator[Mask]:
    """The single zones of a mask, in reading order."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def zones(mask: Mask) -> tuple[Zone, ...]:
    """The names of the zones of a mask, in reading order."""
    return tuple(_NAME[single.bit_length() - 1] for single in bits(mask))


def grown(mask: Mask) -> Mask:
    """The zones of a mask and all that share an edge with one of them (bits off the grid included)."""
    return mask | mask << 1 | mask >> 1 | mask << ROW | mask >> ROW


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The cells that share an edge with this one."""
    return _NEIGHBOURS[cell]


def corners(cell: Cell) -> tuple[Cell, ...]:
    """The cells that touch this one by a corner only."""
    return _CORNERS[cell]


def ray(start: Mask, direction: Facing) -> Mask:
    """All zones of the grid from a zone to the edge in one direction, the zone itself not included."""
    index = start.bit_length() - 1
    line = _FIRST_ROW << index // ROW * ROW if direction in "EW" else _FIRST_COLUMN << index % ROW
    before = line & (start - 1)
    return before if direction in "NW" else line ^ before ^ start


def _quarter_offset(quarter: Quarter) -> tuple[int, int]:
    return int(quarter[1] == "e"), int(quarter[0] == "s")


def _around(cell: Cell, steps: tuple[tuple[int, int], ...]) -> tuple[Cell, ...]:
    column, row = _CELL_COLUMN_ROW[cell]
    found = ((column + east, row + south) for east, south in steps)
    return tuple(cell_at(c, r) for c, r in found if 0 <= c < REACH and 0 <= r < REACH)


_CELL_COLUMN_ROW = {cell: (FILES.index(cell[0]), REACH - 1 - RANKS.index(cell[1])) for cell in CELLS}
_INDEX: dict[Zone, int] = {}
for _cell, (_column, _row) in _CELL_COLUMN_ROW.items():
    for _quarter in QUARTERS:
        _east, _south = _quarter_offset(_quarter)
        _INDEX[zone_of(_cell, _quarter)] = (2 * _row + _south) * ROW + 2 * _column + _east
_NAME = {index: zone for zone, index in _INDEX.items()}
_BIT = {zone: 1 << index for zone, index in _INDEX.items()}
_NEIGHBOURS = {cell: _around(cell, ((0, -1), (1, 0), (0, 1), (-1, 0))) for cell in CELLS}
_CORNERS = {cell: _around(cell, ((1, -1), (1, 1), (-1, 1), (-1, -1))) for cell in CELLS}
_FIRST_ROW = (1 << ZONES_A_SIDE) - 1
_FIRST_COLUMN = sum(1 << row * ROW for row in range(ZONES_A_SIDE))
