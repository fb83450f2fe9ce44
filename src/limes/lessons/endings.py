"""What finished landscapes tell about lakes and towers, whether anybody stands there or not."""

from collections.abc import Iterator
from random import Random

from limes.rules import LaidCard, Landscape, Terrain
from limes.rules.geometry import FACINGS, FRAME, cell_column_row, zone_column_row
from limes.rules.scoring import points

LARGEST_LAKE = 6  # those that are larger count with these
SIDE = 2 * FRAME  # zones


def rotated(landscape: Landscape, chance: Random) -> Landscape:
    """The same cards on the same cells, each turned by chance; nobody stands there."""
    cards = tuple(LaidCard(card.number, card.cell, chance.choice(FACINGS)) for card in landscape.cards)
    return Landscape(landscape.deck, landscape.variants, cards)


def lakes(landscape: Landscape) -> Iterator[tuple[int, int]]:
    """Of each lake its zones and the huts on its shore."""
    for territory in landscape.board.territories:
        if territory.terrain is Terrain.WATER:
            yield min(territory.mask.bit_count(), LARGEST_LAKE), points(landscape.board, territory)


def towers(landscape: Landscape) -> Iterator[tuple[int, int]]:
    """Of each tower its row from the nearest side of the landscape, and the forest zones in its sight."""
    columns, rows = zip(*(cell_column_row(card.cell) for card in landscape.cards), strict=True)
    west, north = 2 * min(columns), 2 * min(rows)
    for territory in landscape.board.territories:
        if territory.terrain is Terrain.ROCK:
            column, row = zone_column_row(territory.zones[0])
            ways = (column - west, row - north, west + SIDE - 1 - column, north + SIDE - 1 - row)
            yield min(ways) + 1, points(landscape.board, territory)
