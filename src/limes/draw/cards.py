"""Single cards and whole decks as SVG."""

from limes.draw.checking import check_card, check_deck
from limes.draw.figures import Figures
from limes.draw.grid import SIZE
from limes.draw.ground import Ground
from limes.draw.landscape import MARGIN, box_around, cell_spots, frame, paper
from limes.draw.palette import DAY, Palette
from limes.draw.symbols import TITLE_FONT, Sheet, num, text
from limes.rules.board import EMPTY_BOARD
from limes.rules.deck import Deck, turned
from limes.rules.geometry import CELLS, Cell, Facing, cell_column_row

CARD = 2 * SIZE
_COLUMNS = 6
_CAPTION = 24
_STEP_X, _STEP_Y = CARD + 44, CARD + 64
_HEAD = 64


def card_svg(face: str, *, number: int | None = None, facing: Facing = "N", palette: Palette = DAY) -> str:
    """Draw one card as it is laid; with `number`, the number is written below it."""
    check_card(face, facing)
    sheet = Sheet(palette)
    cell = model_cell(number or 0)
    body = card_layers(sheet, turned(face, facing), cell)
    x, y, width, height = box_around(cell_spots(cell), MARGIN)
    if number is not None:
        body += _number(sheet, x + width / 2, y + height, number)
        height += _CAPTION
    box = (x, y, width, height)
    return sheet.document(paper(sheet, box) + body, box, f"Limes {number or face}")


def deck_svg(deck: Deck, *, palette: Palette = DAY) -> str:
    """Draw all cards of a deck with their numbers."""
    check_deck(deck)
    sheet = Sheet(palette)
    parts = []
    for number, face in zip(deck.numbers, deck.faces, strict=True):
        row, column = divmod(number - 1, _COLUMNS)
        x, y = column * _STEP_X, row * _STEP_Y
        cell = model_cell(number)
        from_x, from_y = (place * CARD for place in cell_column_row(cell))
        card = card_layers(sheet, face, cell, f"card-{number}-")
        parts.append(f'<g transform="translate({num(x - from_x)} {num(y - from_y)})">{card}</g>')
        parts.append(_number(sheet, x + SIZE, y + CARD + MARGIN, number))
    width = min(len(deck), _COLUMNS) * _STEP_X - (_STEP_X - CARD)
    height = -(-len(deck) // _COLUMNS) * _STEP_Y
    face = f' font-family="{TITLE_FONT}"'
    title = text(width / 2, -_HEAD / 2, deck.name, size=32, fill=palette["text"], weight=600, extra=face)
    edge = 2 * MARGIN
    box = (-edge, -_HEAD - edge / 2, width + 2 * edge, height + _HEAD + edge / 2)
    return sheet.document(paper(sheet, box) + title + "".join(parts), box, f"Limes: {deck.name}")


def model_cell(number: int) -> Cell:
    """A cell to draw a card on: the hand-drawn lines depend on the place, and so differ from card to card."""
    return CELLS[number % len(CELLS)]


def card_layers(sheet: Sheet, face: str, cell: Cell, key: str = "") -> str:
    """A card without its paper; where several share a sheet, each needs a key."""
    ground = Ground(EMPTY_BOARD.with_card(cell, face), key)
    drawn = ground.draw(sheet, seams=False) + Figures(ground, (), sheet).draw()
    return frame(sheet, ground.letters) + drawn


def _number(sheet: Sheet, x: float, y: float, number: int) -> str:
    return text(x, y + 12, str(number), size=22, fill=sheet.palette["quiet"], weight=500)
