"""A board in characters: zones as blocks, lines between territories, workers, legal places and a draft."""

from collections import Counter
from collections.abc import Collection, Sequence

from limes.draw.canvas import Canvas, Glyphs
from limes.draw.grid import Spot
from limes.draw.ground import Ground
from limes.draw.palette import Palette
from limes.rules.board import Board, Terrain
from limes.rules.geometry import FILES, RANKS, Zone, zone_column_row
from limes.rules.scoring import Score

ZONE_WIDTH, ZONE_HEIGHT = 8, 3
PLACE_WIDTH, PLACE_HEIGHT = 3, 1  # a zone in a column or row in which nothing lies yet
LABEL_WIDTH = 2
_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8

# The palettes' ink turns red in a terminal of 256 colours, and firs become one with the forest in one of 16.
_LINE = "#262626"
_FIR = "#143018"
_TEXTURE_COLOR = {Terrain.FIELD: "field-ear", Terrain.WATER: "water-wave", Terrain.ROCK: "stone-line"}


class TextMap:
    """Zones are blocks; between them runs a grid of single columns and rows for lines."""

    def __init__(
        self,
        board: Board,
        shown: Collection[Spot],
        *,
        glyphs: Glyphs,
        palette: Palette,
        labels: bool,
    ) -> None:
        self.map = Ground(board)
        self.glyphs = glyphs
        self.palette = palette
        columns, rows = zip(*shown, strict=True)
        self.columns = range(min(columns), max(columns) + 1)
        self.rows = range(min(rows), max(rows) + 1)
        laid_columns = {column // 2 for column, _ in self.map.letters}
        laid_rows = {row // 2 for _, row in self.map.letters}
        self.left = _starts(
            self.columns,
            LABEL_WIDTH if labels else 0,
            [ZONE_WIDTH if column // 2 in laid_columns else PLACE_WIDTH for column in self.columns],
        )
        self.top = _starts(
            self.rows,
            0,
            [ZONE_HEIGHT if row // 2 in laid_rows else PLACE_HEIGHT for row in self.rows],
        )
        height = self.top[self.rows.stop]
        self.canvas = Canvas(self.left[self.columns.stop], height + labels)

    def ground(self, *, seams: bool) -> None:
        """Terrains, lines, towers and huts."""
        for spot in self.map.letters:
            self._fill(spot)
        for column in (*self.columns, self.columns.stop):
            for row in (*self.rows, self.rows.stop):
                self._upright(column, row, seams)
                self._level(column, row, seams)
                self._joint(column, row, seams)
        for spot, letter in self.map.letters.items():
            self._furnish(spot, letter)

    def workers(self, workers: Sequence[Zone], seat: int, score: Score | None) -> None:
        """One figure a zone, in the seat's colour, with the number of workers there and their points."""
        points: Counter[Zone] = Counter()
        for worker in score.workers if score else ():
            if worker.scored:
                points[worker.zone] += worker.points
        for zone, count in Counter(workers).items():
            earned = str(points[zone]) if zone in points else ""
            if self.map.letters[zone_column_row(zone)] == "R":
                self._worker_below(zone, seat, count, earned)
            else:
                self._worker(zone, seat, count, earned)

    def _worker(self, zone: Zone, seat: int, count: int, earned: str) -> None:
        column, row = zone_column_row(zone)
        colors = self.palette.seat(seat).colors
        head = self.glyphs.marks[self.palette.seat(seat).mark]
        in_the_open = self.map.letters[column, row] in "fwt"
        x, y = self.left[column] + (2 if in_the_open else 0), self.top[row]
        back, front = self.glyphs.body
        self.canvas.put(x, y + 2, f"{back} {front}", colors["seat"])
        for line, letter in (
            (y + 1, head),
            (y + 2, self.glyphs.signs[self._terrain((column, row))]),
        ):
            self.canvas.put(x + 1, line, letter, colors["sign"], colors["seat"], bold=True)
        if count > 1:
            self.canvas.put(x + 2, y + 1, f"{self.glyphs.times}{count}", _LINE, bold=True)
        if earned:
            self._badge(x, y, f"{earned:^3}")

    def _worker_below(self, zone: Zone, seat: int, count: int, earned: str) -> None:
        """A hut and a tower leave four characters: the trade's sign, the number of workers, the points."""
        column, row = zone_column_row(zone)
        x, y = self.left[column], self.top[row] + 2
        colors = self.palette.seat(seat).colors
        said = self.glyphs.signs[Terrain.ROCK] + (str(count) if count > 1 else " ")
        self.canvas.put(x, y, said, colors["sign"], colors["seat"], bold=True)
        if earned:
            self._badge(x + 2, y, f"{earned:>2}")

    def _badge(self, x: int, y: int, said: str) -> None:
        self.canvas.put(x, y, said, self.palette["badge-text"], self.palette["badge"], bold=True)

    def place(self, cell: frozenset[Spot], name: str) -> None:
        """A dotted outline with the cell's name in it."""
        west, north, east, south = self._corners(cell)
        quiet, dot = self.palette["quiet"], self.glyphs.place
        outline = [(x, y) for x in range(west, east + 1, 2) for y in (north, south)]
        outline += [(x, y) for x in (west, east) for y in range(north, south + 1)]
        for x, y in outline:
            if not self.canvas.taken(x, y):
                self.canvas.put(x, y, dot, quiet)
        self.canvas.put((west + east) // 2, (north + south) // 2, name, bold=True)

    def draft(self, cell: frozenset[Spot]) -> None:
        """A double red outline."""
        west, north, east, south = self._corners(cell)
        nw, ne, sw, se, level, upright = self.glyphs.draft
        accent = self.palette["accent"]
        for y, start, end in ((north, nw, ne), (south, sw, se)):
            self.canvas.put(west, y, start + level * (east - west - 1) + end, accent, bold=True)
        for y in range(north + 1, south):
            for x in (west, east):
                self.canvas.put(x, y, upright, accent, bold=True)

    def labels(self, *, cells: bool) -> None:
        """Names of files and ranks for cells, numbers from the north-west for the zones of a picture."""
        quiet = self.palette["quiet"]
        foot = self.canvas.height - 1
        step = 2 if cells else 1
        for column in self.columns[::step]:
            middle = (self.left[column] + self.left[column + step] - 2) // 2
            self.canvas.put(middle, foot, FILES[column // 2] if cells else str(column + 1), quiet)
        for row in self.rows[::step]:
            middle = (self.top[row] + self.top[row + step] - 2) // 2
            self.canvas.put(0, middle, RANKS[-1 - row // 2] if cells else str(row + 1), quiet)

    def _terrain(self, spot: Spot) -> Terrain:
        return self.map.board.territories[self.map.territory[spot]].terrain

    def _fill(self, spot: Spot) -> None:
        column, row = spot
        for y in range(self.top[row], self.top[row + 1] - 1):
            for x in range(self.left[column], self.left[column + 1] - 1):
                self._texture(x, y, self._terrain(spot))

    def _texture(self, x: int, y: int, terrain: Terrain) -> None:
        lines = self.glyphs.texture[terrain]
        line = lines[y % len(lines)]
        ink = _FIR if terrain is Terrain.FOREST else self.palette[_TEXTURE_COLOR[terrain]]
        self.canvas.put(x, y, line[x % len(line)], ink, self.palette[terrain])

    def _upright(self, column: int, row: int, seams: bool) -> None:
        """The line west of a zone."""
        if row == self.rows.stop:
            return
        seam = self.glyphs.seam if seams and column % 2 == 0 else ""
        for y in range(self.top[row], self.top[row + 1] - 1):
            at = self.left[column] - 1, y
            self._between(at, (column - 1, row), (column, row), _NORTH | _SOUTH, seam)

    def _level(self, column: int, row: int, seams: bool) -> None:
        """The line north of a zone."""
        if column == self.columns.stop:
            return
        for x in range(self.left[column], self.left[column + 1] - 1):
            seam = self.glyphs.place if seams and row % 2 == 0 and x % 2 == 0 else ""
            at = x, self.top[row] - 1
            self._between(at, (column, row - 1), (column, row), _EAST | _WEST, seam)

    def _between(self, at: tuple[int, int], one: Spot, other: Spot, arms: int, seam: str) -> None:
        laid = [spot for spot in (one, other) if spot in self.map.letters]
        if not laid:
            return
        if self._divided(one, other):
            self._line(at, laid[0], arms)
        else:
            self._flow(at, laid[0], seam)

    def _joint(self, column: int, row: int, seams: bool) -> None:
        """Where four zones meet, north-west of a zone."""
        nw, ne, se, sw = (column - 1, row - 1), (column, row - 1), (column, row), (column - 1, row)
        pairs = ((_NORTH, nw, ne), (_EAST, ne, se), (_SOUTH, se, sw), (_WEST, sw, nw))
        arms = sum(arm for arm, one, other in pairs if self._divided(one, other))
        laid = [spot for spot in (nw, ne, sw, se) if spot in self.map.letters]
        if not laid:
            return
        at = self.left[column] - 1, self.top[row] - 1
        if arms:
            self._line(at, laid[0], arms)
        else:
            self._flow(at, laid[0], self.glyphs.seam if seams and column % 2 == 0 else "")

    def _line(self, at: tuple[int, int], spot: Spot, arms: int) -> None:
        ground = self.palette[self._terrain(spot)]
        self.canvas.put(*at, self.glyphs.joints[arms], _LINE, ground, bold=True)

    def _flow(self, at: tuple[int, int], spot: Spot, seam: str) -> None:
        self._texture(*at, self._terrain(spot))
        if seam:
            self.canvas.put(*at, seam, self.palette["seam"])

    def _divided(self, one: Spot, other: Spot) -> bool:
        laid = [spot in self.map.letters for spot in (one, other)]
        return any(laid) and not (all(laid) and self.map.same_territory(one, other))

    def _furnish(self, spot: Spot, letter: str) -> None:
        x, y = self.left[spot[0]] + ZONE_WIDTH - 4, self.top[spot[1]]
        colors = self.palette
        if letter in "rR":
            roof, gallery, foot = self.glyphs.tower
            self.canvas.put(x, y, roof, colors["roof"], bold=True)
            self.canvas.put(x, y + 1, gallery, _LINE, colors["wall-shade"])
            self.canvas.put(x, y + 2, foot, colors["door"], colors["wall"])
        if letter.isupper():
            by_tower = letter == "R"
            roof, wall = self.glyphs.hut
            hut_x = x - 4 if by_tower else x
            self.canvas.put(hut_x, y, roof, colors["hut-roof"], bold=True)
            self.canvas.put(hut_x, y + 1, wall, colors["door"], colors["wall"])

    def _corners(self, cell: frozenset[Spot]) -> tuple[int, int, int, int]:
        """The lines around a cell: west, north, east, south."""
        columns, rows = zip(*cell, strict=True)
        return (
            self.left[min(columns)] - 1,
            self.top[min(rows)] - 1,
            self.left[max(columns) + 1] - 1,
            self.top[max(rows) + 1] - 1,
        )


def _starts(places: range, margin: int, sizes: Sequence[int]) -> dict[int, int]:
    """Where each column or row of zones begins behind the line before it; one more entry for the end."""
    starts = {places.start: margin + 1}
    for place, size in zip(places, sizes, strict=True):
        starts[place + 1] = starts[place] + size + 1
    return starts
