"""Where a landscape, and a territory in it, can still gain: the places that are empty."""

from limes.rules import Landscape, Terrain, Territory
from limes.rules.geometry import (
    CELLS,
    FACINGS,
    FRAME,
    QUARTERS,
    Mask,
    bit,
    cell_column_row,
    grown,
    zone_of,
)
from limes.rules.scoring import line_of_sight

ZONES_OF_CELL: dict[str, Mask] = {
    cell: sum(bit(zone_of(cell, quarter)) for quarter in QUARTERS) for cell in CELLS
}


def empty_places(landscape: Landscape) -> Mask:
    """The zones without a card on which one can still come to lie within the frame, wherever it floats."""
    spots = [cell_column_row(card.cell) for card in landscape.cards]
    if landscape.full:
        return 0
    columns, rows = [column for column, _row in spots], [row for _column, row in spots]
    found = 0
    for cell in CELLS:
        column, row = cell_column_row(cell)
        wide = max(*columns, column) - min(*columns, column) < FRAME if spots else True
        high = max(*rows, row) - min(*rows, row) < FRAME if spots else True
        if wide and high:
            found |= ZONES_OF_CELL[cell]
    return found & ~landscape.board.laid


def open_sides(landscape: Landscape, territory: Territory) -> int:
    """The empty places at a territory's edge, for a tower those in its sight: where it can still gain."""
    empty = empty_places(landscape)
    if territory.terrain is not Terrain.ROCK:
        return (grown(territory.mask) & empty).bit_count()
    seen = 0
    for direction in FACINGS:
        seen |= line_of_sight(landscape.board, territory.mask, direction)
    return (seen & empty).bit_count()
