"""A final scoring as SVG: the landscape with every worker's reasons, and the points in a column beside it."""

from collections.abc import Iterator, Mapping

from limes.draw.checking import check_table
from limes.draw.figures import badge, worker
from limes.draw.landscape import COORDINATES, MARGIN, MAT, Table, landscape_layers, paper
from limes.draw.palette import DAY, Palette
from limes.draw.symbols import TITLE_FONT, Sheet, num, text
from limes.rules.picture import Picture
from limes.rules.scoring import Profession, Score, WorkerScore, score

WORDS: Mapping[str, str] = {
    **{profession: profession.capitalize() for profession in Profession},
    "total": "Total",
    "shared": "shares a territory",
}

_EDGE = MARGIN + COORDINATES - MAT
_WIDTH = 350
_INSET = 26
_HEAD, _FOOT = 68, 96
_ROW_LEAST, _ROW_MOST = 64, 90


def scoring_svg(
    table: Table,
    *,
    seat: int = 0,
    palette: Palette = DAY,
    labels: Mapping[str, str] = WORDS,
    title: str | None = None,
) -> str:
    """Draw a landscape with all its workers explained, and a column with their points and the total.

    `labels` are the words for `farmer`, `fisherman`, `woodcutter`, `watchman`, `total` and `shared`.
    """
    check_table(table)
    sheet = Sheet(palette, seat)
    found = score(table.board, table.workers)
    picture, (x, y, width, height) = landscape_layers(sheet, table, score=found, reasons=True)
    around = (_HEAD if title else _EDGE / 2) + _FOOT
    rows = max(1, len(found.workers))
    row = min(_ROW_MOST, max(_ROW_LEAST, (height - 2 * _EDGE - around) / rows))
    tall = max(height - 2 * _EDGE, around + len(found.workers) * row)
    column = (
        f'<g transform="translate({num(x + width - 4)} {num(y + _EDGE)})">'
        f'<rect width="{_WIDTH}" height="{num(tall)}" rx="20" fill="{palette["panel"]}" '
        f'stroke="{palette["rule"]}" stroke-width="2"/>'
        f"{''.join(_column(sheet, table, found, words={**WORDS, **labels}, title=title, row=row))}</g>"
    )
    box = (x, y, width + _WIDTH + _EDGE - 4, tall + 2 * _EDGE)
    return sheet.document(paper(sheet, box) + picture + column, box, title or "Limes")


def _column(
    sheet: Sheet,
    table: Table,
    found: Score,
    *,
    words: Mapping[str, str],
    title: str | None,
    row: float,
) -> Iterator[str]:
    colors = sheet.palette
    top = _EDGE / 2
    if title:
        face = f' font-family="{TITLE_FONT}"'
        yield text(_INSET, 48, title, size=28, fill=colors["text"], anchor="start", weight=600, extra=face)
        top = _HEAD
    for each in found.workers:
        place = table.label(each.zone) if isinstance(table, Picture) else each.zone
        note = place if each.scored else f"{place} · {words['shared']}"
        yield from _row(sheet, each, words[each.profession], note, top + row / 2)
        top += row
    right = _WIDTH - _INSET
    yield f'<path d="M{_INSET} {num(top + 12)}H{right}" stroke="{colors["rule"]}" stroke-width="2"/>'
    yield text(_INSET, top + 62, words["total"], size=25, fill=colors["text"], anchor="start", weight=500)
    yield text(right, top + 68, str(found.total), size=52, fill=colors["text"], anchor="end", weight=700)


def _row(sheet: Sheet, each: WorkerScore, profession: str, note: str, middle: float) -> Iterator[str]:
    colors = sheet.palette
    yield worker(sheet, _INSET + 25, middle + 27, each.profession, 0.95)
    yield text(94, middle, profession, size=24, fill=colors["text"], anchor="start", weight=500)
    if each.scored:
        yield _key(sheet, each.profession, 102, middle + 18)
    yield text(
        118 if each.scored else 94,
        middle + 23,
        note,
        size=17,
        fill=colors["quiet"],
        anchor="start",
    )
    points = str(each.points) if each.scored else "–"
    yield badge(sheet, _WIDTH - _INSET - 20, middle, 20, points, quiet=not each.scored)


def _key(sheet: Sheet, profession: Profession, x: float, y: float) -> str:
    """How this profession's points are marked in the landscape."""
    colors = sheet.palette
    match profession:
        case Profession.FARMER:
            shape = 'rx="3.5" ry="3.5" width="15" height="15"'
            return (
                f'<rect x="{num(x - 7.5)}" y="{num(y - 7.5)}" {shape} fill="{colors["field"]}"/>'
                f'<rect x="{num(x - 7.5)}" y="{num(y - 7.5)}" {shape} fill="{colors["light"]}" '
                f'fill-opacity=".45" stroke="{colors["field-edge"]}" stroke-width="2"/>'
            )
        case Profession.FISHERMAN:
            return "".join(
                f'<circle cx="{num(x)}" cy="{num(y)}" r="6" fill="none" stroke="{colors[name]}" '
                f'stroke-width="{width}"/>'
                for name, width in (("light", 5), ("fisherman", 2.6))
            )
        case Profession.WOODCUTTER | Profession.WATCHMAN:
            return (
                f'<circle cx="{num(x)}" cy="{num(y)}" r="6" fill="{colors[profession]}" '
                f'stroke="{colors["light"]}" stroke-width="2"/>'
            )
