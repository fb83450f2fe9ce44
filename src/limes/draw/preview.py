"""The picture of a link in a messenger: landscapes with their points, or cards, and the game's name.

It has outlines and no text, so that it looks the same wherever it is rasterised.
"""

from collections.abc import Iterable, Sequence

from limes.draw.cards import card_layers, model_cell
from limes.draw.figures import worker
from limes.draw.landscape import MARGIN, Box, box_around, cell_spots, landscape_layers
from limes.draw.lettering import lettered
from limes.draw.palette import DAY, Palette
from limes.draw.symbols import Sheet, num
from limes.rules.landscape import Landscape
from limes.rules.scoring import Profession

WIDTH, HEIGHT = 1200, 630  # what messengers expect
MOST = 3  # landscapes beside each other
EXAMPLE = (
    "23@d4N 12@e4W 2@e3N 17@f4E 3@e5N 24@d5N 5@d3S 1@f5S 10@f6E 13@c5W 14@f3N 4@e6E 7@c3N 11@c6S 15@c4W "
    "8@d6N | c4ne c6se d3se d4ne d6nw e5se f4nw"
)

_LARGE: Box = (36, 36, 600, 558)
_ASIDE = 912.0  # the middle of what is beside a large landscape
_HEAD, _FOOT = 104, 108
_ROW = 8  # cards


def limes_preview(palette: Palette = DAY) -> str:
    """For links to anything: a landscape, and the four professions."""
    sheet = Sheet(palette)
    figures = "".join(
        worker(sheet, _ASIDE + (number - 1.5) * 108, 440, profession, 1.9)
        for number, profession in enumerate(Profession)
    )
    landscape = _landscape(palette, 0, Landscape.parse(EXAMPLE), _LARGE)
    return _picture(palette, [landscape, _name(palette, _ASIDE, 280, 104), sheet.part(figures)])


def game_preview(seats: Sequence[tuple[int, Landscape]], palette: Palette = DAY) -> str:
    """For a game that is over: seats with their landscapes, the winner's first, and what each one scored."""
    if len(seats) == 1:
        [(seat, landscape)] = seats
        parts = [
            _landscape(palette, seat, landscape, _LARGE),
            _name(palette, _ASIDE, 250, 104),
            _points(Sheet(palette, seat), landscape, _ASIDE, 450, 170),
        ]
        return _picture(palette, parts)
    shown = seats[:MOST]
    wide = WIDTH / len(shown)
    parts = [_name(palette, WIDTH / 2, 74, 58)]
    for place, (seat, landscape) in enumerate(shown):
        box = (place * wide + 16, _HEAD, wide - 32, HEIGHT - _HEAD - _FOOT)
        parts.append(_landscape(palette, seat, landscape, box))
        parts.append(_points(Sheet(palette, seat), landscape, (place + 0.5) * wide, HEIGHT - 32, 76))
    return _picture(palette, parts)


def puzzle_preview(landscape: Landscape, face: str, palette: Palette = DAY) -> str:
    """For a puzzle: the landscape, and the card that is to be laid."""
    parts = [
        _landscape(palette, 0, landscape, _LARGE),
        _name(palette, _ASIDE, 186, 88),
        _card(palette, 0, face, (_ASIDE - 190, 256, 250, 250)),
        lettered(_ASIDE + 130, 446, "?", face="figures", size=210, fill=palette["accent"]),
    ]
    return _picture(palette, parts)


def cards_preview(faces: Sequence[str], palette: Palette = DAY) -> str:
    """For a deal: its cards in their order."""
    side = (WIDTH - 48) / _ROW
    rows = -(-len(faces) // _ROW)
    top = (HEIGHT + _HEAD - rows * (side + 24)) / 2
    parts = [_name(palette, WIDTH / 2, 110, 88)]
    for place, face in enumerate(faces):
        row, column = divmod(place, _ROW)
        box = (24 + column * side, top + row * (side + 24), side, side)
        parts.append(_card(palette, place, face, box))
    return _picture(palette, parts)


def _picture(palette: Palette, parts: Iterable[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="{palette["paper"]}"/>'
        f"{''.join(parts)}</svg>\n"
    )


def _landscape(palette: Palette, seat: int, landscape: Landscape, into: Box) -> str:
    sheet = Sheet(palette, seat)
    body, box = landscape_layers(sheet, landscape, coordinates=False)
    return _fitted(sheet.part(body), box, into)


def _card(palette: Palette, place: int, face: str, into: Box) -> str:
    sheet = Sheet(palette)
    cell = model_cell(place)
    return _fitted(sheet.part(card_layers(sheet, face, cell)), box_around(cell_spots(cell), MARGIN), into)


def _points(sheet: Sheet, landscape: Landscape, x: float, y: float, size: float) -> str:
    """A worker of the sheet's seat, and the total beside it."""
    figure = sheet.part(worker(sheet, x - size * 0.65, y, None, size / 74))
    said = str(landscape.total)
    ink = sheet.palette["text"]
    return figure + lettered(x + size * 0.35, y, said, face="figures", size=size, fill=ink)


def _name(palette: Palette, x: float, y: float, size: float) -> str:
    return lettered(x, y, "LIMES", face="title", size=size, fill=palette["text"], apart=0.12)


def _fitted(part: str, box: Box, into: Box) -> str:
    """What fills the box, as large as it can be in the middle of another."""
    x, y, width, height = box
    to_x, to_y, to_width, to_height = into
    scale = min(to_width / width, to_height / height)
    at_x = to_x + (to_width - scale * width) / 2 - scale * x
    at_y = to_y + (to_height - scale * height) / 2 - scale * y
    return f'<g transform="translate({num(at_x)} {num(at_y)}) scale({scale:.4g})">{part}</g>'
