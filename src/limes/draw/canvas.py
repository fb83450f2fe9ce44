"""A rectangle of coloured characters, and the two sets of characters that landscapes are drawn with."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter

from rich.style import Style
from rich.text import Text

from limes.rules.board import Terrain


@dataclass(frozen=True)
class Glyphs:
    """One way to write a landscape; every string of a kind has the same length in both sets."""

    texture: Mapping[Terrain, tuple[str, ...]]
    joints: str  # by the arms north 1, east 2, south 4, west 8
    seam: str
    place: str
    draft: tuple[str, str, str, str, str, str]  # nw, ne, sw, se, level, upright
    tower: tuple[str, str, str]
    hut: tuple[str, str]
    signs: Mapping[Terrain, str]
    marks: Mapping[str, str]
    body: tuple[str, str]
    times: str


UNICODE = Glyphs(
    texture={
        Terrain.FIELD: ("ψ   ", "  ψ "),
        Terrain.WATER: ("~~    ", "   ~~ "),
        Terrain.FOREST: ("▲ ", " ▲"),
        Terrain.ROCK: ("∘  .  ", " .   ∘"),
    },
    joints=" ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋",
    seam="┊",
    place="·",
    draft=("╔", "╗", "╚", "╝", "═", "║"),
    tower=("◢██◣", "╞╪╪╡", "│▐▌│"),
    hut=("◢██◣", "│▪▐│"),
    signs={Terrain.FIELD: "ψ", Terrain.WATER: "∝", Terrain.FOREST: "▲", Terrain.ROCK: "♜"},
    marks={
        "disc": "●",
        "square": "■",
        "triangle": "▲",
        "diamond": "◆",
        "cross": "✚",
        "ring": "◎",
    },
    body=("▐", "▌"),
    times="×",
)

ASCII = Glyphs(
    texture={
        Terrain.FIELD: ("y   ", "  y "),
        Terrain.WATER: ("~~    ", "   ~~ "),
        Terrain.FOREST: ("^ ", " ^"),
        Terrain.ROCK: ("o  .  ", " .   o"),
    },
    joints=" |-+||++-+-+++++",
    seam=":",
    place=".",
    draft=("#", "#", "#", "#", "=", "#"),
    tower=("/MM\\", "[##]", "|[]|"),
    hut=("/--\\", "|n |"),
    signs={Terrain.FIELD: "y", Terrain.WATER: "~", Terrain.FOREST: "^", Terrain.ROCK: "#"},
    marks={
        "disc": "o",
        "square": "#",
        "triangle": "^",
        "diamond": "*",
        "cross": "+",
        "ring": "@",
    },
    body=("(", ")"),
    times="x",
)


@dataclass
class Canvas:
    """Characters by column and row, each with the colours it has so far."""

    width: int
    height: int
    _cells: dict[tuple[int, int], tuple[str, str | None, str | None, bool]] = field(default_factory=dict)

    def put(
        self,
        x: int,
        y: int,
        said: str,
        fg: str | None = None,
        bg: str | None = None,
        *,
        bold: bool = False,
    ) -> None:
        """Write from here to the right; without `bg` what lies below shines through."""
        for offset, letter in enumerate(said):
            below = self._cells.get((x + offset, y))
            under = bg or (below[2] if below else None)
            self._cells[x + offset, y] = (letter, fg, under, bold)

    def taken(self, x: int, y: int) -> bool:
        return (x, y) in self._cells

    def text(self) -> Text:
        """All rows, each as wide as the canvas."""
        text = Text(no_wrap=True, overflow="ignore")
        for y in range(self.height):
            if y:
                text.append("\n")
            row = (self._cells.get((x, y), (" ", None, None, False)) for x in range(self.width))
            for (fg, bg, bold), run in groupby(row, key=itemgetter(1, 2, 3)):
                style = Style(color=fg, bgcolor=bg, bold=bold)
                text.append("".join(letter for letter, *_ in run), style)
        return text
