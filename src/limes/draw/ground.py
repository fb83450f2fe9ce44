"""The painted ground of a board: terrains with their textures, card seams and borders.

Huts, towers and workers stand on it and are not drawn here.
"""

from collections.abc import Iterator, Mapping

from limes.draw.grid import (
    SIZE,
    Edge,
    Grid,
    Spot,
    chance,
    neighbours,
    rounded_outline,
    sides,
    spots,
)
from limes.draw.symbols import Sheet
from limes.rules.board import Board, Terrain

VARIANTS = 3
HAS_CLEARING = (Terrain.FIELD, Terrain.FOREST)
SEAM_EAST = (Terrain.FIELD, Terrain.WATER, Terrain.FOREST)
SEAM_SOUTH = (Terrain.WATER, Terrain.FOREST)

# How far inside its border a terrain takes its full colour, and how round its corners are there.
_INNER: Mapping[Terrain, tuple[int, int, int]] = {
    Terrain.FIELD: (6, 10, 4),
    Terrain.WATER: (8, 30, 14),
    Terrain.FOREST: (8, 18, 8),
    Terrain.ROCK: (8, 26, 10),
}


class Ground:
    """A board as places and shapes, shared by everything that is drawn on it."""

    def __init__(self, board: Board, key: str = "") -> None:
        """Where several boards share a sheet, each needs a key for its definitions."""
        self.board = board
        self.key = key
        self.letters = {spot: board.letter(zone) for zone in board.zones for spot in spots([zone])}
        self.territory = {
            spot: number
            for number, territory in enumerate(board.territories)
            for spot in spots(territory.zones)
        }
        self.grid = Grid(self.letters)

    def draw(self, sheet: Sheet, *, seams: bool) -> str:
        """Everything up to the outline around all cards."""
        if not self.letters:
            return ""
        laid = rounded_outline(self.letters)
        ink = sheet.palette["ink"]
        parts = [
            f'<g clip-path="url(#{self.clip(sheet)})">',
            *self._terrains(sheet),
            self._seams(sheet) if seams else "",
            f'<path d="{self.grid.lines(self._borders())}" fill="none" stroke="{ink}" '
            f'stroke-width="3.4" stroke-linecap="round"/>',
            "</g>",
            f'<path d="{laid}" fill="none" stroke="{ink}" stroke-width="4.5" stroke-linejoin="round"/>',
        ]
        return "".join(parts)

    def clip(self, sheet: Sheet) -> str:
        """The id of a clip path around all cards."""
        return sheet.define(f"{self.key}laid", "clipPath", "", f'<path d="{rounded_outline(self.letters)}"/>')

    def same_territory(self, one: Spot, other: Spot) -> bool:
        return other in self.territory and self.territory[one] == self.territory[other]

    def _terrains(self, sheet: Sheet) -> Iterator[str]:
        for terrain in Terrain:
            outlines = [
                self.grid.outline(spots(territory.zones))
                for territory in self.board.territories
                if territory.terrain is terrain
            ]
            if not outlines:
                continue
            shape = sheet.define(f"{self.key}ground-{terrain}", "path", f'd="{"".join(outlines)}"')
            yield f'<use href="#{shape}" fill="{sheet.palette[f"{terrain}-edge"]}"/>'
            inset, outer, inner = _INNER[terrain]
            inside = "".join(
                rounded_outline(spots(territory.zones), outer, inner, inset, loose=9)
                for territory in self.board.territories
                if territory.terrain is terrain
            )
            yield f'<path d="{inside}" fill="{sheet.palette[terrain]}"/>'
            clip = sheet.define(f"{self.key}in-{terrain}", "clipPath", "", f'<use href="#{shape}"/>')
            yield f'<g clip-path="url(#{clip})">{"".join(self._textures(sheet, terrain))}</g>'

    def _textures(self, sheet: Sheet, terrain: Terrain) -> Iterator[str]:
        """Row by row from the north, over the seams first, so that nearer firs cover farther ones."""
        rows: dict[int, list[Spot]] = {}
        for spot in sorted(self.letters):
            if self._terrain(spot) is terrain:
                rows.setdefault(spot[1], []).append(spot)
        for row in sorted(rows):
            for spot in rows[row]:
                yield from self._over_seams(sheet, spot)
            for column, _ in rows[row]:
                yield sheet.use(self._texture(column, row), column * SIZE, row * SIZE)

    def _terrain(self, spot: Spot) -> Terrain:
        return self.board.territories[self.territory[spot]].terrain

    def _texture(self, column: int, row: int) -> str:
        terrain = self._terrain((column, row))
        if self.letters[column, row].isupper() and terrain in HAS_CLEARING:
            return f"{terrain}-hut"
        return f"{terrain}-{1 + int(chance(column, row, 5) * VARIANTS) % VARIANTS}"

    def _over_seams(self, sheet: Sheet, spot: Spot) -> Iterator[str]:
        terrain = self._terrain(spot)
        column, row = spot
        north, east, _, _ = neighbours(spot)
        if terrain in SEAM_SOUTH and self.same_territory(spot, north):
            yield sheet.use(f"{terrain}-south", column * SIZE, (row - 1) * SIZE)
        if terrain in SEAM_EAST and self.same_territory(spot, east):
            yield sheet.use(f"{terrain}-east", column * SIZE, row * SIZE)

    def _borders(self) -> Iterator[Edge]:
        for spot in self.letters:
            for edge, beyond in list(zip(sides(spot), neighbours(spot), strict=True))[1:3]:
                if beyond in self.letters and not self.same_territory(spot, beyond):
                    yield edge

    def _seams(self, sheet: Sheet) -> str:
        """A thin light line inside a territory, a light rim where a border runs on the seam."""
        inside: list[Edge] = []
        border: list[Edge] = []
        for column, row in self.letters:
            _, east, south, _ = sides((column, row))
            for on_seam, edge, beyond in (
                (column % 2, east, (column + 1, row)),
                (row % 2, south, (column, row + 1)),
            ):
                if on_seam and beyond in self.letters:
                    same = self.same_territory((column, row), beyond)
                    (inside if same else border).append(edge)
        stroke = f'fill="none" stroke="{sheet.palette["seam"]}"'
        return (
            f'<path d="{self.grid.lines(inside)}" {stroke} stroke-width="2.2" stroke-opacity=".5"/>'
            f'<path d="{self.grid.lines(border)}" {stroke} stroke-width="8" stroke-opacity=".5"/>'
        )
