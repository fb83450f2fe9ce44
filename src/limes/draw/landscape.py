"""A whole landscape as SVG: ground, figures, legal places, a draft, and what the workers score."""

from collections.abc import Collection, Iterator
from typing import Protocol

from limes.draw.checking import check_cells, check_table
from limes.draw.figures import Figures
from limes.draw.grid import SIZE, Spot, rounded_outline
from limes.draw.ground import Ground
from limes.draw.palette import DAY, Palette
from limes.draw.reasons import Reasons
from limes.draw.symbols import Sheet, num, text
from limes.rules.board import Board
from limes.rules.geometry import FILES, RANKS, START, Cell, Zone, cell_column_row
from limes.rules.landscape import Landscape
from limes.rules.message import LimesError
from limes.rules.scoring import Score, WorkerScore
from limes.rules.scoring import score as scored

MAT = 11
MARGIN = 18
COORDINATES = 20

Box = tuple[float, float, float, float]


class Table(Protocol):
    """What can be drawn: a landscape, or a picture of one that somebody typed in."""

    @property
    def board(self) -> Board: ...
    @property
    def workers(self) -> tuple[Zone, ...]: ...


def landscape_svg(
    table: Table,
    *,
    seat: int = 0,
    palette: Palette = DAY,
    score: Score | None = None,
    focus: Zone | None = None,
    places: Collection[Cell] = (),
    draft_cell: Cell | None = None,
    coordinates: bool = True,
) -> str:
    """Draw a landscape or a typed-in picture.

    With `score`, every worker shows its points. With `focus`, the zone of a worker, what counts for that
    worker is highlighted and everything else is dimmed. `places` are cells offered for the next card;
    `draft_cell` holds a card that is not confirmed yet.
    """
    check_table(table)
    check_cells([*places, *([draft_cell] if draft_cell else [])])
    sheet = Sheet(palette, seat)
    body, box = landscape_layers(
        sheet,
        table,
        score=score,
        focus=focus,
        places=places,
        draft_cell=draft_cell,
        coordinates=coordinates,
    )
    return sheet.document(paper(sheet, box) + body, box, "Limes")


def landscape_layers(
    sheet: Sheet,
    table: Table,
    *,
    score: Score | None = None,
    focus: Zone | None = None,
    reasons: bool = False,
    places: Collection[Cell] = (),
    draft_cell: Cell | None = None,
    coordinates: bool = True,
    key: str = "",
) -> tuple[str, Box]:
    """The picture without its paper, and the box it fills; `reasons` explains all workers at once.

    Where several landscapes share a sheet, each needs a key.
    """
    ground = Ground(table.board, key)
    figures = Figures(ground, table.workers, sheet)
    laid = frozenset(ground.letters)
    offered = [cell_spots(cell) for cell in places]
    shown = laid.union(*offered) or cell_spots(START)
    is_landscape = isinstance(table, Landscape)
    lit = _in_focus(table, score, focus) if focus else None

    parts = [frame(sheet, laid), *(_place(sheet, cell) for cell in offered)]
    if draft_cell:
        parts.append(_lifted(sheet, draft_cell))
    parts.append(ground.draw(sheet, seams=is_landscape))
    explain = Reasons(ground, sheet)
    explained = [lit] if lit else score.workers if score and reasons else ()
    parts += map(explain.below, explained)
    parts.append(figures.draw())
    if lit:
        parts.append(explain.dim(lit))
    parts += map(explain.above, explained)
    if draft_cell:
        parts.append(_draft(sheet, draft_cell))
    if lit:
        parts.append(figures.badges(Score(lit.points, (lit,))))
    elif score:
        parts.append(figures.badges(score))
    if not coordinates:
        return "".join(parts), box_around(shown, MARGIN)
    parts += cell_names(sheet, shown) if is_landscape else _zone_numbers(sheet, shown)
    return "".join(parts), box_around(shown, MARGIN + COORDINATES)


def paper(sheet: Sheet, box: Box) -> str:
    x, y, width, height = map(num, box)
    fill = sheet.palette["paper"]
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>'


def _in_focus(table: Table, score: Score | None, focus: Zone) -> WorkerScore:
    """The worker scored for the territory of a worker on this zone."""
    if focus not in table.workers:
        raise LimesError("there is no worker on {zone}", zone=focus)
    workers = (score or scored(table.board, table.workers)).workers
    here = next(worker for worker in workers if worker.zone == focus)
    return next(other for other in workers if other.scored and other.territory == here.territory)


def cell_spots(cell: Cell) -> frozenset[Spot]:
    column, row = cell_column_row(cell)
    return frozenset((2 * column + east, 2 * row + south) for east in (0, 1) for south in (0, 1))


def box_around(shape: Collection[Spot], margin: float) -> Box:
    columns, rows = zip(*shape, strict=True)
    west, north = min(columns) * SIZE, min(rows) * SIZE
    east, south = (max(columns) + 1) * SIZE, (max(rows) + 1) * SIZE
    return west - margin, north - margin, east - west + 2 * margin, south - north + 2 * margin


def frame(sheet: Sheet, laid: Collection[Spot]) -> str:
    """The mat that the cards lie on; gaps between them show it."""
    if not laid:
        return ""
    x, y, width, height = box_around(laid, MAT)
    colors = sheet.palette
    size = f'width="{num(width)}" height="{num(height)}" rx="20"'
    return (
        f'<rect x="{num(x)}" y="{num(y + 4)}" {size} fill="{colors["shadow"]}" opacity=".14"/>'
        f'<rect x="{num(x)}" y="{num(y)}" {size} fill="{colors["mat"]}" '
        f'stroke="{colors["rule"]}" stroke-width="2"/>'
    )


def _place(sheet: Sheet, cell: Collection[Spot]) -> str:
    x, y, width, height = map(num, box_around(cell, -16))
    colors = sheet.palette
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="16" fill="{colors["panel"]}" '
        f'fill-opacity=".7" stroke="{colors["quiet"]}" stroke-width="4" stroke-linecap="round" '
        f'stroke-dasharray="1 10"/>'
    )


def _lifted(sheet: Sheet, cell: Cell) -> str:
    outline = rounded_outline(cell_spots(cell), 16, inset=-6)
    shadow = sheet.palette["shadow"]
    return f'<path d="{outline}" transform="translate(0 9)" fill="{shadow}" opacity=".28"/>'


def _draft(sheet: Sheet, cell: Cell) -> str:
    outline = rounded_outline(cell_spots(cell), 13)
    colors = sheet.palette
    return "".join(
        f'<path d="{outline}" fill="none" stroke="{colors[name]}" stroke-width="{width}"/>'
        for name, width in (("panel", 13), ("accent", 8))
    )


def cell_names(sheet: Sheet, shown: Collection[Spot]) -> Iterator[str]:
    """Letters below and numbers beside the cards."""
    columns, rows = zip(*shown, strict=True)
    left, bottom = _beside(shown)
    for column in range(min(columns) // 2, max(columns) // 2 + 1):
        yield _quiet(sheet, (2 * column + 1) * SIZE, bottom, FILES[column])
    for row in range(min(rows) // 2, max(rows) // 2 + 1):
        yield _quiet(sheet, left, (2 * row + 1) * SIZE + 6, RANKS[-1 - row])


def _zone_numbers(sheet: Sheet, shown: Collection[Spot]) -> Iterator[str]:
    columns, rows = zip(*shown, strict=True)
    left, bottom = _beside(shown)
    for column in range(min(columns), max(columns) + 1):
        yield _quiet(sheet, (column + 0.5) * SIZE, bottom, str(column + 1))
    for row in range(min(rows), max(rows) + 1):
        yield _quiet(sheet, left, (row + 0.5) * SIZE + 6, str(row + 1))


def _beside(shown: Collection[Spot]) -> tuple[float, float]:
    x, y, _, height = box_around(shown, MAT)
    return x - 12, y + height + 20


def _quiet(sheet: Sheet, x: float, y: float, said: str) -> str:
    return text(x, y, said, size=17, fill=sheet.palette["quiet"])
