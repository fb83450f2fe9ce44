"""What stands on the ground: towers, huts, workers beside them, and the points on the workers."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from limes.draw.grid import SIZE, Spot
from limes.draw.ground import Ground
from limes.draw.symbols import Sheet, num, text
from limes.rules.board import TERRAIN_OF_LETTER
from limes.rules.geometry import Zone, zone_column_row
from limes.rules.scoring import PROFESSION_ON, Profession, Score, WorkerScore

SIGN_OF = {
    Profession.FARMER: "sign-ear",
    Profession.FISHERMAN: "sign-fish",
    Profession.WOODCUTTER: "sign-fir",
    Profession.WATCHMAN: "sign-tower",
}


@dataclass(frozen=True)
class Stand:
    """Where something stands in its zone, by its foot."""

    x: float
    y: float
    scale: float = 1.0


TOWER = Stand(66, 94)
HUT = Stand(64, 59)
TOWER_BY_HUT = Stand(72, 70, 0.76)
HUT_BY_TOWER = Stand(27, 60, 0.8)

_OPEN: tuple[tuple[Stand, ...], ...] = (
    (Stand(50, 79),),
    (Stand(28, 82, 0.84), Stand(72, 82, 0.84)),
    (Stand(50, 50, 0.72), Stand(26, 93, 0.72), Stand(74, 93, 0.72)),
    (Stand(27, 49, 0.7), Stand(73, 49, 0.7), Stand(27, 94, 0.7), Stand(73, 94, 0.7)),
)
_MANY = tuple(
    Stand(x, y, 0.5) for y, row in ((37, (35, 65)), (66, (18, 50, 82)), (95, (35, 65, 8, 92))) for x in row
)
_ASIDE: tuple[tuple[Stand, ...], ...] = (
    (Stand(24.5, 95, 0.84),),
    (Stand(20, 53, 0.6), Stand(20, 95, 0.6)),
    (Stand(20, 53, 0.6), Stand(20, 95, 0.6), Stand(53, 95, 0.6)),
    (Stand(18, 53, 0.56), Stand(18, 95, 0.56), Stand(50, 95, 0.56), Stand(82, 95, 0.56)),
)
_MANY_ASIDE = tuple(
    Stand(x, y, 0.44)
    for x, y in ((14, 40), (14, 68), (36, 95), (14, 95), (61, 95), (86, 95), (37, 68), (37, 40), (60, 70))
)
_BELOW = tuple(
    Stand(8 + 14 * place, y, 0.42) for y, row in ((96, (0, 2, 4, 6, 1, 3, 5)), (80, (0, 1))) for place in row
)


def stands(letter: str, workers: int) -> Sequence[Stand]:
    """A place for each worker of a zone that leaves its hut free and its tower to be seen."""
    if letter == "R":
        return _BELOW[:workers]
    few, many = (_OPEN, _MANY) if letter in "fwt" else (_ASIDE, _MANY_ASIDE)
    return few[workers - 1] if workers <= len(few) else many[:workers]


def hut_stand(letter: str) -> Stand:
    return HUT_BY_TOWER if letter == "R" else HUT


class Figures:
    """The figures of one picture, drawn from the north to the south so that nearer ones come in front."""

    def __init__(self, ground: Ground, workers: Sequence[Zone], sheet: Sheet) -> None:
        self.ground = ground
        self.sheet = sheet
        self.crowd = Counter(zone_column_row(zone) for zone in workers)

    def draw(self) -> str:
        by_row = sorted(self.ground.letters, key=lambda spot: (spot[1], spot[0]))
        return "".join(part for spot in by_row for part in self._zone(spot))

    def badges(self, score: Score) -> str:
        """The points of the workers that are scored; the others in their territories carry none."""
        waiting: dict[Spot, list[WorkerScore]] = {}
        for worker in score.workers:
            waiting.setdefault(zone_column_row(worker.zone), []).append(worker)
        parts = []
        for spot, found in waiting.items():
            places = stands(self.ground.letters[spot], self.crowd[spot])
            for worker, stand in zip(found, places, strict=False):
                if worker.scored:
                    parts.append(self._badge(spot, stand, str(worker.points)))
        return "".join(parts)

    def _badge(self, spot: Spot, stand: Stand, said: str) -> str:
        """Beside the worker's head; above it where a hut or tower stands to the right."""
        x, y = self._at(spot, stand)
        radius = max(8.5, 12.5 * stand.scale)
        if self.ground.letters[spot] in "fwt":
            x += 10 * stand.scale + 0.75 * radius
            y -= 48 * stand.scale + 0.5 * radius
        else:
            y -= 59 * stand.scale + 0.7 * radius
        return badge(self.sheet, x, y, radius, said)

    def _zone(self, spot: Spot) -> Iterator[str]:
        letter = self.ground.letters[spot]
        if letter in "rR":
            yield self._use("tower", spot, TOWER_BY_HUT if letter == "R" else TOWER)
        if letter.isupper():
            yield self._use("hut", spot, hut_stand(letter))
        crowd = self.crowd[spot]
        if not crowd:
            return
        profession = PROFESSION_ON[TERRAIN_OF_LETTER[letter.lower()]]
        for stand in sorted(stands(letter, crowd), key=lambda place: place.y):
            x, y = self._at(spot, stand)
            yield worker(self.sheet, x, y, profession, stand.scale)

    def _use(self, name: str, spot: Spot, stand: Stand) -> str:
        return self.sheet.use(name, *self._at(spot, stand), stand.scale)

    def _at(self, spot: Spot, stand: Stand) -> tuple[float, float]:
        return spot[0] * SIZE + stand.x, spot[1] * SIZE + stand.y


def worker(sheet: Sheet, x: float, y: float, profession: Profession | None, scale: float) -> str:
    """A worker with feet at this point and the sign of its trade, if it has one."""
    sign = sheet.use(SIGN_OF[profession], 0, -20, 0.86) if profession else ""
    return (
        f'<g transform="translate({num(x)} {num(y)}) scale({scale:g})">'
        f"{sheet.use('worker', 0, 0)}{sign}{sheet.use(f'mark-{sheet.seat.mark}', 0, -46)}</g>"
    )


def badge(sheet: Sheet, x: float, y: float, radius: float, said: str, *, quiet: bool = False) -> str:
    """A round badge with a short text."""
    colors = sheet.palette
    size = radius * (1.45 if len(said) == 1 else 1.2)
    fill, ink = (colors["mat"], colors["quiet"]) if quiet else (colors["badge"], colors["badge-text"])
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{fill}" '
        f'stroke="{colors["ink"]}" stroke-width="1.8"/>'
        + text(x, y + size * 0.34, said, size=size, fill=ink, weight=700)
    )
