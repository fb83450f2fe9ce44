"""A landscape with numbered territories, worked out card by card: what offers and bots look at.

It takes the steps of the compiled core in the same order. So territories have the same numbers here and
there, by which an offer lists them and by which a bot comes upon turns that it holds for equal.
"""

from functools import cache

from limes.rules import Cell, Facing, Landscape, Zone, turned
from limes.rules.geometry import FACINGS, ROW, Mask, bit, cell_column_row, grown, ray

Numbers = int  # a set of territories, one bit a number
Face = tuple[tuple[int, bool], ...]  # quarter by quarter: terrain, and whether there is a hut

TERRAINS = "fwtr"
FIELD, WATER, FOREST, ROCK = range(4)
NOTHING = -1  # where no card lies
QUARTER_STEPS = (0, 1, ROW, ROW + 1)
BESIDE = (-ROW, -1, 1, ROW)  # in reading order; a row has room so that no step leads around the grid
SIGHTS: tuple[Facing, ...] = ("E", "W", "S", "N")


def members(mask: int) -> list[int]:
    """The places of a mask's bits, from the lowest on: zones in reading order, or numbers of territories."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def open_cells(landscape: Landscape) -> list[Cell]:
    """The cells on which the next card may be laid, in reading order."""
    return sorted(landscape.places(), key=lambda cell: cell_column_row(cell)[::-1])


@cache
def face_as_it_lies(face: str, facing: Facing) -> Face:
    return tuple((TERRAINS.index(letter.lower()), letter.isupper()) for letter in turned(face, facing))


class Ground:
    """Lists by the number of a territory; one that was joined to another leaves its number free."""

    __slots__ = (
        "border",
        "columns",
        "corner",
        "crowd",
        "huts",
        "laid",
        "live",
        "manned",
        "mask",
        "number_at",
        "points",
        "rows",
        "terrain",
        "total",
        "towers",
        "zones",
    )

    def __init__(self) -> None:
        self.number_at = [NOTHING] * ROW * ROW  # of the territory to which a zone belongs
        self.mask: list[Mask] = []  # the zones of a territory; empty where the number is free
        self.border: list[Numbers] = []  # the territories that share an edge with it
        self.terrain: list[int] = []
        self.points: list[int] = []  # what a worker there earns
        self.crowd: list[int] = []  # workers there
        self.live: Numbers = 0
        self.towers: Numbers = 0  # those that are rock
        self.manned: Numbers = 0
        self.zones: list[Mask] = [0, 0, 0, 0]  # by terrain
        self.laid: Mask = 0
        self.huts: Mask = 0
        self.total = 0
        self.corner = 0  # of the card laid last
        self.columns = 0  # in which cards lie, one bit each
        self.rows = 0

    @classmethod
    def of(cls, landscape: Landscape) -> "Ground":
        ground = cls()
        for card in landscape.cards:
            ground.lay(card.cell, face_as_it_lies(landscape.deck.face(card.number), card.facing))
        for zone in landscape.workers:
            ground._put_worker(zone)
        return ground

    def copy(self) -> "Ground":
        other = Ground.__new__(Ground)
        other.number_at = self.number_at[:]
        other.mask = self.mask[:]
        other.border = self.border[:]
        other.terrain = self.terrain[:]
        other.points = self.points[:]
        other.crowd = self.crowd[:]
        other.zones = self.zones[:]
        other.live = self.live
        other.towers = self.towers
        other.manned = self.manned
        other.laid = self.laid
        other.huts = self.huts
        other.total = self.total
        other.corner = self.corner
        other.columns = self.columns
        other.rows = self.rows
        return other

    def lay(self, cell: Cell, face: Face) -> Numbers:
        """Lay a card; points and the total follow. Gives the territories that grew or have new neighbours."""
        column, row = cell_column_row(cell)
        self.columns |= 1 << column
        self.rows |= 1 << row
        self.corner = 2 * row * ROW + 2 * column
        changed: Numbers = 0
        for step, (terrain, hut) in zip(QUARTER_STEPS, face, strict=True):
            changed |= self._add_zone(self.corner + step, terrain, hut)
        changed &= self.live
        self._count_points(changed)
        return changed

    def card_territories(self) -> Numbers:
        """Those of the card laid last, where a worker from the supply may go."""
        numbers: Numbers = 0
        for step in QUARTER_STEPS:
            numbers |= 1 << self.number_at[self.corner + step]
        return numbers

    def targets(self, origin: int, ferryman: bool) -> Numbers:
        """The territories that a worker in this one may move to."""
        reached = self.border[origin]
        if ferryman:
            for near in members(reached & self.manned):
                if self.terrain[near] == WATER:
                    reached |= self.border[near]
            reached &= ~(1 << origin)
        return reached

    def _add_zone(self, place: int, terrain: int, hut: bool) -> Numbers:
        """One more zone; gives the territories whose points may have changed."""
        zone = 1 << place
        number_at, terrains = self.number_at, self.terrain
        same, others = [], 0
        for step in BESIDE:
            near = number_at[place + step]
            if near == NOTHING:
                continue
            if terrains[near] == terrain != ROCK:
                same.append(near)
            else:
                others |= 1 << near
        changed = others
        if same:
            number = same[0]
            for near in same[1:]:
                if near != number and self.mask[near]:
                    changed |= self._join(number, near)
        else:
            number = self._found(terrain)
        number_at[place] = number
        own = 1 << number
        self.mask[number] |= zone
        self.border[number] |= others
        for near in members(others):
            self.border[near] |= own
        self.zones[terrain] |= zone
        self.laid |= zone
        if hut:
            self.huts |= zone
        return changed | own

    def _found(self, terrain: int) -> int:
        """A new territory, without zones as yet, under the lowest number that is free."""
        number = (~self.live & self.live + 1).bit_length() - 1
        if number == len(self.mask):
            for numbered in (self.mask, self.border, self.terrain, self.points, self.crowd):
                numbered.append(0)
        self.live |= 1 << number
        self.towers = self.towers & ~(1 << number) | (terrain == ROCK) << number
        self.border[number] = self.points[number] = self.crowd[number] = 0
        self.terrain[number] = terrain
        return number

    def _join(self, kept: int, lost: int) -> Numbers:
        """Two territories become one; gives those that border it."""
        borders = self.border[lost]
        for place in members(self.mask[lost]):
            self.number_at[place] = kept
        for near in members(borders):
            self.border[near] = self.border[near] & ~(1 << lost) | 1 << kept
        self.mask[kept] |= self.mask[lost]
        self.border[kept] |= borders
        self.crowd[kept] += self.crowd[lost]
        if self.crowd[lost]:
            self.manned = self.manned & ~(1 << lost) | 1 << kept
        self.mask[lost] = 0
        self.live &= ~(1 << lost)
        return borders

    def _count_points(self, changed: Numbers) -> None:
        """Count these territories anew, and the watchmen who may see the card laid last; then the total."""
        points, mask = self.points, self.mask
        for number in members(changed & ~self.towers):
            terrain = self.terrain[number]
            if terrain == FIELD:
                points[number] = mask[number].bit_count()
            elif terrain == WATER:
                points[number] = (grown(mask[number]) & self.huts).bit_count()
            else:
                points[number] = self.border[number].bit_count()
        forest, rock = self.zones[FOREST], self.zones[ROCK]
        for place in members(rock & card_lines(self.corner)):
            points[self.number_at[place]] = (in_sight(rock, place) & forest).bit_count()
        self.total = sum(points[number] for number in members(self.manned))

    def _put_worker(self, zone: Zone) -> None:
        number = self.number_at[bit(zone).bit_length() - 1]
        if not self.crowd[number]:
            self.manned |= 1 << number
            self.total += self.points[number]
        self.crowd[number] += 1


@cache
def card_lines(corner: int) -> Mask:
    """The rows and columns of a card."""
    lines = 0
    for step in QUARTER_STEPS:
        lines |= 1 << corner + step
        for direction in FACINGS:
            lines |= ray(1 << corner + step, direction)
    return lines


@cache
def sight_lines(place: int) -> tuple[Mask, Mask, Mask, Mask]:
    """All zones in the east, west, south and north of one, in this order."""
    east, west, south, north = (ray(1 << place, direction) for direction in SIGHTS)
    return east, west, south, north


def line_in_sight(rock: Mask, onward: Mask, back: Mask) -> Mask:
    """What a watchman sees along a line to both sides: to the next tower, or to the edge of the grid."""
    ahead = onward & rock
    nearest = (back & rock).bit_length()
    seen = onward & (ahead & -ahead) - 1 if ahead else onward
    return seen | back >> nearest << nearest


def in_sight(rock: Mask, place: int) -> Mask:
    """The zones that a watchman sees."""
    east, west, south, north = sight_lines(place)
    return line_in_sight(rock, east, west) | line_in_sight(rock, south, north)
