"""The core's numbers for faces, cells and zones, and their names in the notation."""

from limes.rules.deck import turned
from limes.rules.geometry import (
    FACINGS,
    QUARTERS,
    REACH,
    Quarter,
    Zone,
    cell_at,
    cell_column_row,
    zone_at,
    zone_column_row,
)
from limes.rules.landscape import LaidCard
from limes.rules.turn import Turn

TERRAINS = "fwtr"
START_ZONE = 6  # column and row of d4nw on the grid

_PLACE_TEXT = tuple(
    f"{cell_at(column, row)}{facing}" for row in range(REACH) for column in range(REACH) for facing in FACINGS
)


def facings(face: str) -> list[list[tuple[int, bool]]]:
    """The face in all four facings, quarter by quarter: the terrain's number, and whether it has a hut."""
    return [
        [(TERRAINS.index(letter.lower()), letter.isupper()) for letter in turned(face, facing)]
        for facing in FACINGS
    ]


def different_facings(face: str) -> int:
    """How many of the facings look different; those are the first."""
    return len({turned(face, facing) for facing in FACINGS})


def place_text(place: int) -> str:
    """A cell and a facing, 4 * cell + facing, as the turn names them."""
    return _PLACE_TEXT[place]


def laid_card(number: int, place: int) -> LaidCard:
    cell, facing = divmod(place, len(FACINGS))
    row, column = divmod(cell, REACH)
    return LaidCard(number, cell_at(column, row), FACINGS[facing])


def place_number(card: LaidCard | Turn) -> int:
    """4 * cell + facing, the cell 7 * row + column from the north-west: the start card on d4 has cell 24."""
    column, row = cell_column_row(card.cell)
    return len(FACINGS) * (REACH * row + column) + FACINGS.index(card.facing)


def quarter_number(quarter: Quarter) -> int:
    return QUARTERS.index(quarter)


def quarter_text(number: int) -> str:
    return QUARTERS[number]


def zone_number(zone: Zone, start_column: int, start_row: int) -> int:
    """The number of a zone in a frame with the start card there; -1 outside of the frame."""
    column, row = zone_column_row(zone)
    column += 2 * start_column - START_ZONE
    row += 2 * start_row - START_ZONE
    return 8 * row + column if 0 <= column < 8 and 0 <= row < 8 else -1


def zone_name(number: int, start_column: int, start_row: int) -> Zone:
    """The name of a zone in a frame with the start card there."""
    return zone_at(number % 8 + START_ZONE - 2 * start_column, number // 8 + START_ZONE - 2 * start_row)
