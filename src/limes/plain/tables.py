"""What a territory is worth before the end, read from the tables that self-play filled.

The steps of `limes.bots.evaluation`. Values are sums of halves of 1/256 of a point, which both single and
double precision hold exactly: so the two never differ.
"""

from typing import NamedTuple

from limes.plain.frame import Frame, room
from limes.plain.ground import FIELD, FOREST, ROCK, WATER, Ground
from limes.plain.weights import SCALE, tuned_steps
from limes.rules import ROUNDS
from limes.rules.deck import count_zones
from limes.rules.geometry import ROW, ZONES_A_SIDE, Mask, grown

# The tables' sizes, in the order of `Weights` in `limes.bots.evaluation`; first come the cards to come.
TERRAINS, POINTS, ROOMS, SHARES, KINDS, STATUSES = 4, 20, 16, 5, 16, 8
SHARE_TABLE = ROUNDS * TERRAINS * POINTS * ROOMS * STATUSES
KIND_TABLE = SHARE_TABLE + ROUNDS * TERRAINS * ROOMS * SHARES * STATUSES
SUPPLY_TABLE = KIND_TABLE + ROUNDS * TERRAINS * KINDS * ROOMS * STATUSES
FRAME_TABLE = SUPPLY_TABLE + ROUNDS * 8

# Statuses of a territory: without a worker, and so many in the supply; with one worker; with more.
MOST_SUPPLY, ONE, MANY = 3, 4, 5
USUAL_ON_TWELVE_CARDS = {FIELD: 12, WATER: 16, FOREST: 12, ROCK: 12}
SHARE_STEPS = (840, 950, 1050, 1160)  # per mille of the usual
EVERY_CELL = sum(1 << 2 * row * ROW + column for row in range(7) for column in range(0, ZONES_A_SIDE, 2))


class Worth(NamedTuple):
    """What a territory counts: with no worker, with none and one placed elsewhere, with one, with more."""

    unmanned: float
    unmanned_placed: float
    one: float
    many: float


class Tables:
    """The tables as they count with so many cards to come, these cards not seen, and this supply."""

    def __init__(self, insight: float, left: int, unseen: list[str], supply: int) -> None:
        self._steps = tuned_steps()
        self._step = insight / SCALE  # what one counts
        self._point = 1 - insight  # what a point counts beside them
        self._left = left
        self._supply = supply
        self._kept = min(supply, MOST_SUPPLY)
        self._spent = min(max(supply - 1, 0), MOST_SUPPLY)
        self._shares = share_levels(unseen)

    def base(self, frame: Frame) -> float:
        """What the supply and the frame count."""
        if not self._left:
            return 0
        size = self._steps[FRAME_TABLE + 25 * self._left + 5 * frame.width + frame.height]
        return self._step * (size + self._steps[SUPPLY_TABLE + 8 * self._left + self._supply])

    def base_placed(self) -> float:
        """How much more, or less, the supply counts with a worker taken from it."""
        if not self._left or not self._supply:
            return 0
        place = SUPPLY_TABLE + 8 * self._left + self._supply
        return self._step * (self._steps[place - 1] - self._steps[place])

    def worth(self, ground: Ground, frame: Frame, number: int) -> Worth:
        """What a territory counts; with no card to come, its points are all there is."""
        if not self._left:
            return Worth(0, 0, ground.points[number], ground.points[number])
        steps, terrain = self._steps, ground.terrain[number]
        rooms, points = room(ground, frame, number), ground.points[number]
        known = min(points, POINTS - 1)
        place = self._left * TERRAINS + terrain
        row = ((place * POINTS + known) * ROOMS + rooms) * STATUSES
        share = SHARE_TABLE + ((place * ROOMS + rooms) * SHARES + self._shares[terrain]) * STATUSES
        kind = KIND_TABLE + ((place * KINDS + kind_of(ground, frame, number)) * ROOMS + rooms) * STATUSES

        def counted(status: int) -> float:
            return self._step * (steps[row + status] + steps[share + status] + steps[kind + status])

        earned = self._point * known + points - known
        return Worth(counted(self._kept), counted(self._spent), counted(ONE) + earned, counted(MANY) + earned)


def share_levels(faces: list[str]) -> list[int]:
    """By terrain, from 0 (few) to 4 (many): what may come, compared with the usual; for water, huts."""
    counts = count_zones(faces)
    zones = {FIELD: counts["field"], WATER: counts["huts"], FOREST: counts["forest"], ROCK: counts["forest"]}
    return [
        sum(12000 * zones[terrain] // (max(len(faces), 1) * usual) > step for step in SHARE_STEPS)
        for terrain, usual in USUAL_ON_TWELVE_CARDS.items()
    ]


def kind_of(ground: Ground, frame: Frame, number: int) -> int:
    """Where a territory may meet another of its terrain, and what lies around it."""
    own, terrain = ground.mask[number], ground.terrain[number]
    near = grown(own)
    still = near & frame.onward & ~ground.laid
    if terrain == ROCK:
        beside = (near & ground.zones[FOREST]).bit_count()
        return 4 * min(beside, 3) + min(cells_of(still), 3)
    contact = (still & grown(ground.zones[terrain] & ~own)).bit_count()
    if terrain == FOREST:
        return 4 * min(contact, 3) + min((near & ground.zones[ROCK]).bit_count() // 2, 3)
    return 4 * min(contact, 3) + min(cells_of(still), 3)


def cells_of(zones: Mask) -> int:
    """How many cells these zones lie on."""
    return ((zones | zones >> 1 | zones >> ROW | zones >> ROW + 1) & EVERY_CELL).bit_count()
