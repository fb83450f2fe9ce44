"""What lies on the table, zone by zone, and the territories that the zones form; no cards, no workers."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from limes.rules.geometry import (
    QUARTERS,
    Cell,
    Mask,
    Zone,
    bit,
    grown,
    zone_of,
    zones,
)


class Terrain(StrEnum):
    FIELD = "field"
    WATER = "water"
    FOREST = "forest"
    ROCK = "rock"


TERRAIN_OF_LETTER = {
    "f": Terrain.FIELD,
    "w": Terrain.WATER,
    "t": Terrain.FOREST,
    "r": Terrain.ROCK,
}
LETTER_OF_TERRAIN = {terrain: letter for letter, terrain in TERRAIN_OF_LETTER.items()}
EMPTY_LETTER = "."


class Territory(NamedTuple):
    """Zones of one terrain joined by edges; a rock zone is always a territory of its own."""

    terrain: Terrain
    mask: Mask

    def __repr__(self) -> str:
        return f"<{self.terrain}: {' '.join(self.zones)}>"

    @property
    def zones(self) -> tuple[Zone, ...]:
        return zones(self.mask)


@dataclass(frozen=True)
class Board:
    """Terrains and huts, with the territories they form in reading order of their first zones."""

    laid: Mask = 0
    huts: Mask = 0
    territories: tuple[Territory, ...] = ()
    forest: Mask = field(default=0, repr=False)
    rock: Mask = field(default=0, repr=False)
    _bordering: dict[Mask, tuple[Territory, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    points_found: dict[Mask, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    def with_zones(self, letters: dict[Mask, str]) -> "Board":
        """This board with more zones on it; the letters are those of the notation."""
        added = 0
        for single in letters:
            added |= single
        near = grown(added)
        kept = [territory for territory in self.territories if not territory.mask & near]
        changing = [territory for territory in self.territories if territory.mask & near]
        huts, forest, rock = self.huts, self.forest, self.rock
        for single, letter in letters.items():
            terrain = TERRAIN_OF_LETTER[letter.lower()]
            if letter.isupper():
                huts |= single
            joined = single
            if terrain is Terrain.ROCK:
                rock |= single
            else:
                if terrain is Terrain.FOREST:
                    forest |= single
                touching = grown(single)
                apart = []
                for territory in changing:
                    if territory.terrain is terrain and territory.mask & touching:
                        joined |= territory.mask
                    else:
                        apart.append(territory)
                changing = apart
            changing.append(Territory(terrain, joined))
        territories = sorted(kept + changing, key=_first_zone)
        return Board(self.laid | added, huts, tuple(territories), forest, rock)

    def with_card(self, cell: Cell, face: str) -> "Board":
        """This board with a card on it; the face is given as it is laid."""
        quarters = zip(QUARTERS, face, strict=True)
        return self.with_zones({bit(zone_of(cell, quarter)): letter for quarter, letter in quarters})

    @property
    def zones(self) -> tuple[Zone, ...]:
        return zones(self.laid)

    def letter(self, zone: Zone) -> str:
        """The zone in notation: `f`, `w`, `t`, `r`, upper case with a hut, `.` for an empty space."""
        single = bit(zone)
        if not single & self.laid:
            return EMPTY_LETTER
        letter = LETTER_OF_TERRAIN[self.territory(single).terrain]
        return letter.upper() if single & self.huts else letter

    def territory(self, single: Mask) -> Territory:
        """The territory that a zone of the board belongs to."""
        for territory in self.territories:
            if territory.mask & single:
                return territory
        raise KeyError(zones(single))

    def bordering(self, territory: Territory) -> tuple[Territory, ...]:
        """The territories that share an edge with this one, each once."""
        known = self._bordering.get(territory.mask)
        if known is None:
            shore = grown(territory.mask) & ~territory.mask
            known = tuple(other for other in self.territories if other.mask & shore)
            self._bordering[territory.mask] = known
        return known


def _first_zone(territory: Territory) -> Mask:
    return territory.mask & -territory.mask


EMPTY_BOARD = Board()
