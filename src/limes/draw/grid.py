"""Zones as shapes: hand-drawn edges, the outlines they make, and outlines with round corners.

A spot is a zone's column and row; in pictures a zone is 100 wide and lies at 100 times its spot.
"""

from collections.abc import Collection, Iterable, Iterator

from limes.draw.symbols import num
from limes.rules.geometry import Zone, zone_column_row

Spot = tuple[int, int]
Edge = tuple[Spot, Spot]
Point = tuple[float, float]

SIZE = 100
_WOBBLE = 3.2
_BOW = 3.0


def spots(zones: Iterable[Zone]) -> frozenset[Spot]:
    return frozenset(zone_column_row(zone) for zone in zones)


def chance(column: int, row: int, salt: int) -> float:
    """A number from 0 to 1 that depends on the place alone, so that a picture never changes by itself."""
    mixed = (column * 73856093 ^ row * 19349663 ^ salt * 83492791) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 12) * 0x297A2D39 & 0xFFFFFFFF
    return (mixed ^ mixed >> 15) / 0xFFFFFFFF


def sides(spot: Spot) -> tuple[Edge, Edge, Edge, Edge]:
    """The edges of a zone, clockwise from the north."""
    west, north = spot
    east, south = west + 1, north + 1
    return (
        ((west, north), (east, north)),
        ((east, north), (east, south)),
        ((east, south), (west, south)),
        ((west, south), (west, north)),
    )


def neighbours(spot: Spot) -> tuple[Spot, Spot, Spot, Spot]:
    """The zones beyond the edges, clockwise from the north."""
    column, row = spot
    return (column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)


def loops(shape: Collection[Spot]) -> Iterator[list[Spot]]:
    """The corners around a set of zones: outer loops clockwise, holes the other way."""
    onward: dict[Spot, list[Spot]] = {}
    for spot in sorted(shape):
        for (start, end), beyond in zip(sides(spot), neighbours(spot), strict=True):
            if beyond not in shape:
                onward.setdefault(start, []).append(end)
    while onward:
        start = next(iter(onward))
        loop = [start]
        while loop[-1] != start or len(loop) == 1:
            ends = onward[loop[-1]]
            here = loop[-1]
            loop.append(ends.pop())
            if not ends:
                del onward[here]
        yield loop[:-1]


class Grid:
    """Where zones are laid. Cards keep straight edges; lines inside a card are drawn with a loose hand."""

    def __init__(self, laid: Collection[Spot]) -> None:
        self.laid = frozenset(laid)

    def outline(self, shape: Collection[Spot]) -> str:
        """Path data around a set of zones."""
        data = []
        for loop in loops(shape):
            data.append("M" + _point(self._corner(loop[0])))
            data += [self._line(*edge) for edge in zip(loop, loop[1:] + loop[:1], strict=True)]
            data.append("Z")
        return "".join(data)

    def lines(self, edges: Iterable[Edge]) -> str:
        """Path data of single edges."""
        return "".join("M" + _point(self._corner(start)) + self._line(start, end) for start, end in edges)

    def middle(self, edge: Edge) -> Point:
        (x, y), (across, down) = map(self._corner, edge)
        return (x + across) / 2, (y + down) / 2

    def _corner(self, corner: Spot) -> Point:
        column, row = corner
        nw, ne = (column - 1, row - 1) in self.laid, (column, row - 1) in self.laid
        sw, se = (column - 1, row) in self.laid, (column, row) in self.laid
        x, y = float(column * SIZE), float(row * SIZE)
        if column % 2 and nw == ne and sw == se:
            x += _WOBBLE * (2 * chance(column, row, 1) - 1)
        if row % 2 and nw == sw and ne == se:
            y += _WOBBLE * (2 * chance(column, row, 2) - 1)
        return x, y

    def _line(self, start: Spot, end: Spot) -> str:
        upright = start[0] == end[0]
        column, row = min(start, end)
        between = ((column - 1, row) if upright else (column, row - 1), (column, row))
        loose = (column if upright else row) % 2 and all(spot in self.laid for spot in between)
        if not loose:
            return "L" + _point(self._corner(end))
        x, y = self.middle((start, end))
        bow = _BOW * (2 * chance(column, row, 3 + upright) - 1)
        bend = (x + 2 * bow, y) if upright else (x, y + 2 * bow)
        return f"Q{_point(bend)} {_point(self._corner(end))}"


def rounded_outline(
    shape: Collection[Spot], outer: float = 11, inner: float = 5, inset: float = 0, loose: float = 0
) -> str:
    """Path data around a set of zones: round corners, drawn in by `inset`, bent by up to `loose`."""
    data = []
    for loop in loops(shape):
        turns = [
            _turn(before, here, after, (outer, inner), inset)
            for before, here, after in zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True)
        ]
        start = turns[-1][2]
        data.append("M" + _point(start))
        for place, (arrive, corner, leave) in zip(loop, turns, strict=True):
            bend = loose * (2 * chance(*place, 7) - 1)
            upright = abs(arrive[1] - start[1]) > abs(arrive[0] - start[0])
            x, y = (start[0] + arrive[0]) / 2, (start[1] + arrive[1]) / 2
            data.append(f"Q{_point((x + bend, y) if upright else (x, y + bend))} {_point(arrive)}")
            if arrive != leave:
                data.append(f"Q{_point(corner)} {_point(leave)}")
            start = leave
        data.append("Z")
    return "".join(data)


def _turn(
    before: Spot, here: Spot, after: Spot, radii: tuple[float, float], inset: float
) -> tuple[Point, Point, Point]:
    """Where a line begins to turn, the corner it cuts, and where it goes straight on."""
    came, goes = _direction(before, here), _direction(here, after)
    straight = came == goes
    inward = inset / 2 if straight else inset
    x = here[0] * SIZE - inward * (came[1] + goes[1])
    y = here[1] * SIZE + inward * (came[0] + goes[0])
    to_the_right = came[0] * goes[1] > came[1] * goes[0]
    reach = 0 if straight else radii[0] if to_the_right else radii[1]
    return (x - came[0] * reach, y - came[1] * reach), (x, y), (x + goes[0] * reach, y + goes[1] * reach)


def _direction(start: Spot, end: Spot) -> Spot:
    return end[0] - start[0], end[1] - start[1]


def _point(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"
