"""A landscape as the coach looks at it: what each territory earns, and where it can still gain."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from limes.rules import Landscape, Terrain, Territory, Zone
from limes.rules.geometry import (
    CELLS,
    FACINGS,
    FRAME,
    QUARTERS,
    Cell,
    Mask,
    bit,
    cell_column_row,
    grown,
    zone_of,
    zones,
)
from limes.rules.scoring import line_of_sight, points

ZONES_OF_CELL: dict[Cell, Mask] = {
    cell: sum(bit(zone_of(cell, quarter)) for quarter in QUARTERS) for cell in CELLS
}


@dataclass(frozen=True)
class Prospects:
    """Questions about a landscape with at least one card, each answer found once."""

    landscape: Landscape

    def at(self, zone: Zone) -> Territory:
        return self.landscape.board.territory(bit(zone))

    def laid(self, zone: Zone) -> bool:
        return bool(bit(zone) & self.landscape.board.laid)

    def points(self, territory: Territory) -> int:
        return points(self.landscape.board, territory)

    def manned(self, territory: Territory) -> bool:
        return territory.mask in self.crowds

    def crowded(self, zone: Zone) -> bool:
        """Whether several workers share the territory at a zone."""
        return self.laid(zone) and self.crowds[self.at(zone).mask] > 1

    @cached_property
    def crowds(self) -> Counter[Mask]:
        """How many workers stand in each territory with any."""
        return Counter(self.at(zone).mask for zone in self.landscape.workers)

    @cached_property
    def idle(self) -> int:
        """The workers that share a territory with one that is scored."""
        return sum(self.crowds.values()) - len(self.crowds)

    @cached_property
    def empty(self) -> Mask:
        """The zones on which a card can still come to lie within the frame, wherever it floats."""
        if self.landscape.full:
            return 0
        columns, rows = zip(*(cell_column_row(card.cell) for card in self.landscape.cards), strict=True)
        found = 0
        for cell, quarters in ZONES_OF_CELL.items():
            column, row = cell_column_row(cell)
            wide = max(*columns, column) - min(*columns, column)
            high = max(*rows, row) - min(*rows, row)
            if wide < FRAME and high < FRAME:
                found |= quarters
        return found & ~self.landscape.board.laid

    def open_sides(self, territory: Territory) -> int:
        """How many empty zones a territory can still gain by."""
        return self._gaining(territory).bit_count()

    def room(self, territory: Territory) -> tuple[Zone, ...]:
        """These zones: at the territory's edge, or in sight of a tower."""
        return zones(self._gaining(territory))

    def _gaining(self, territory: Territory) -> Mask:
        if territory.terrain is not Terrain.ROCK:
            return grown(territory.mask) & self.empty
        seen = 0
        for direction in FACINGS:
            seen |= line_of_sight(self.landscape.board, territory.mask, direction)
        return seen & self.empty
