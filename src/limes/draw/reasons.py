"""Why workers score: glowing fields, shores, numbered borders, sight lines; and the light on one alone."""

from collections.abc import Collection, Iterator

from limes.draw.figures import hut_stand
from limes.draw.grid import SIZE, Edge, Spot, neighbours, sides, spots
from limes.draw.ground import Ground
from limes.draw.symbols import Sheet, num, text
from limes.rules.geometry import Facing, zone_column_row
from limes.rules.scoring import Profession, Sight, WorkerScore

# Views start at the gallery of the tower; each direction has a lane of its own, so that two watchmen
# who look at each other have two beams.
_GALLERY = (66, 42)
_LANE = 8
_STEP: dict[Facing, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
_NARROW, _WIDE = 3.5, 8.5
_GLOW_INSET = 7


class Reasons:
    """Draws what counts for a worker: one layer below the figures, one above them."""

    def __init__(self, ground: Ground, sheet: Sheet) -> None:
        self.ground = ground
        self.sheet = sheet

    def below(self, worker: WorkerScore) -> str:
        match worker.profession:
            case Profession.FARMER:
                return "".join(self._glow(spot) for spot in sorted(spots(worker.zones)))
            case Profession.FISHERMAN:
                huts = sorted(spots(worker.zones))
                shore = [edge for hut in huts for edge in self._shared([hut], worker)]
                return self._border(shore, worker) + "".join(self._ring(hut) for hut in huts)
            case Profession.WOODCUTTER:
                around = [spot for other in worker.territories for spot in spots(other.zones)]
                return self._border(self._shared(around, worker), worker)
            case Profession.WATCHMAN:
                return "".join(self._beam(worker, sight) for sight in worker.sights)

    def above(self, worker: WorkerScore) -> str:
        match worker.profession:
            case Profession.WOODCUTTER:
                return "".join(self._pins(worker))
            case Profession.WATCHMAN:
                return "".join(self._seen(worker))
        return ""

    def dim(self, worker: WorkerScore) -> str:
        """A veil over all that does not count for this worker."""
        lit = self.lit(worker)
        dark = frozenset(self.ground.letters) - lit
        return (
            f'<path d="{self.ground.grid.outline(dark)}" fill="{self.sheet.palette["dim"]}" '
            f'fill-opacity=".54"/>'
            f'<path d="{self.ground.grid.outline(lit)}" fill="none" '
            f'stroke="{self.sheet.palette["light"]}" stroke-width="5" stroke-linejoin="round"/>'
        )

    def lit(self, worker: WorkerScore) -> frozenset[Spot]:
        """The laid zones that have to do with this worker's points."""
        zones = [*worker.territory.zones, *worker.zones]
        for other in worker.territories:
            zones += other.zones
        for sight in worker.sights:
            zones += [*sight.zones, *([sight.tower] if sight.tower else [])]
        return spots(zones) & frozenset(self.ground.letters)

    def _shared(self, around: Collection[Spot], worker: WorkerScore) -> list[Edge]:
        """The edges at which these zones meet the worker's territory."""
        own = spots(worker.territory.zones)
        return [
            edge
            for spot in around
            for edge, beyond in zip(sides(spot), neighbours(spot), strict=True)
            if beyond in own
        ]

    def _border(self, edges: Collection[Edge], worker: WorkerScore) -> str:
        data = self.ground.grid.lines(edges)
        colors = self.sheet.palette
        lines = "".join(
            f'<path d="{data}" fill="none" stroke="{stroke}" stroke-width="{width}" stroke-linecap="round"/>'
            for stroke, width in ((colors["light"], 10), (colors[worker.profession], 5))
        )
        return f'<g clip-path="url(#{self.ground.clip(self.sheet)})">{lines}</g>'

    def _glow(self, spot: Spot) -> str:
        x, y = (number * SIZE + _GLOW_INSET for number in spot)
        light = self.sheet.palette["light"]
        side = SIZE - 2 * _GLOW_INSET
        return (
            f'<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="13" fill="{light}" '
            f'fill-opacity=".36" stroke="{light}" stroke-width="4"/>'
        )

    def _ring(self, spot: Spot) -> str:
        stand = hut_stand(self.ground.letters[spot])
        x, y = spot[0] * SIZE + stand.x, spot[1] * SIZE + stand.y - 19 * stand.scale
        colors = self.sheet.palette
        size = f'rx="{num(34.5 * stand.scale)}" ry="{num(29 * stand.scale)}"'
        return (
            f'<ellipse cx="{num(x)}" cy="{num(y)}" {size} fill="{colors["light"]}" fill-opacity=".5" '
            f'stroke="{colors["light"]}" stroke-width="7"/>'
            f'<ellipse cx="{num(x)}" cy="{num(y)}" {size} fill="none" '
            f'stroke="{colors["fisherman"]}" stroke-width="3"/>'
        )

    def _pins(self, worker: WorkerScore) -> Iterator[str]:
        colors = self.sheet.palette
        home = zone_column_row(worker.zone)
        for number, other in enumerate(worker.territories, start=1):
            edges = self._shared(sorted(spots(other.zones)), worker)
            middles = [self.ground.grid.middle(edge) for edge in edges]
            x, y = min(
                middles,
                key=lambda at: (at[0] - (home[0] + 0.5) * SIZE) ** 2 + (at[1] - (home[1] + 0.5) * SIZE) ** 2,
            )
            yield (
                f'<circle cx="{num(x)}" cy="{num(y)}" r="10" fill="{colors["woodcutter"]}" '
                f'stroke="{colors["light"]}" stroke-width="2"/>'
            )
            size = 14 if number < 10 else 12
            yield text(x, y + 0.34 * size, str(number), size=size, fill="#FFFFFF", weight=700)

    def _beam(self, worker: WorkerScore, sight: Sight) -> str:
        if not sight.zones:
            return ""
        east, south = _STEP[sight.direction]
        x, y = self._lane(worker, sight)
        far_x, far_y = self._far_end(worker, sight)
        side, down = abs(south), abs(east)
        points = [
            (x - side * _NARROW, y - down * _NARROW),
            (far_x - side * _WIDE, far_y - down * _WIDE),
            (far_x + side * _WIDE, far_y + down * _WIDE),
            (x + side * _NARROW, y + down * _NARROW),
        ]
        corners = " ".join(f"{num(px)},{num(py)}" for px, py in points)
        colors = self.sheet.palette
        light = colors["light"]
        fade = self.sheet.define(
            f"view-{sight.direction}",
            "linearGradient",
            f'x1="{int(east < 0)}" y1="{int(south < 0)}" x2="{int(east > 0)}" y2="{int(south > 0)}"',
            f'<stop stop-color="{light}" stop-opacity=".95"/>'
            f'<stop offset="1" stop-color="{light}" stop-opacity=".55"/>',
        )
        end = f"M{num(points[1][0])} {num(points[1][1])}L{num(points[2][0])} {num(points[2][1])}"
        return (
            f'<polygon points="{corners}" fill="url(#{fade})" stroke="{colors["watchman"]}" '
            f'stroke-width="1.2" stroke-opacity=".55"/>'
            f'<path d="{end}" stroke="{colors["watchman"]}" stroke-width="4" stroke-linecap="round"/>'
        )

    def _seen(self, worker: WorkerScore) -> Iterator[str]:
        """A mark on the beam in each forest zone that counts, at a side where no hut stands."""
        counted = spots(worker.zones)
        colors = self.sheet.palette
        for sight in worker.sights:
            east, south = _STEP[sight.direction]
            x, y = self._lane(worker, sight)
            for column, row in map(zone_column_row, sight.zones):
                if (column, row) not in counted:
                    continue
                at_x = x if south else column * SIZE + 14
                at_y = y if east else row * SIZE + (14 if south > 0 else 86)
                yield (
                    f'<circle cx="{num(at_x)}" cy="{num(at_y)}" r="6.5" '
                    f'fill="{colors["watchman"]}" stroke="{colors["light"]}" stroke-width="2.4"/>'
                )

    def _lane(self, worker: WorkerScore, sight: Sight) -> tuple[float, float]:
        east, south = _STEP[sight.direction]
        column, row = zone_column_row(worker.zone)
        return (
            column * SIZE + _GALLERY[0] + _LANE * south,
            row * SIZE + _GALLERY[1] - _LANE * east,
        )

    def _far_end(self, worker: WorkerScore, sight: Sight) -> tuple[float, float]:
        """The middle of the edge at which the view ends."""
        east, south = _STEP[sight.direction]
        x, y = self._lane(worker, sight)
        column, row = zone_column_row(sight.zones[-1])
        short = 0 if sight.tower else 6
        if east:
            return (column + (east > 0)) * SIZE - short * east, y
        return x, (row + (south > 0)) * SIZE - short * south
