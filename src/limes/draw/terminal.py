"""Landscapes, cards and decks as coloured text for a terminal.

All functions return `rich.text.Text`, so that a console can make do with fewer colours or none.
With `unicode=False` only ASCII is used.
"""

from collections.abc import Collection

from rich.text import Text

from limes.draw.canvas import ASCII, UNICODE
from limes.draw.grid import spots
from limes.draw.landscape import Table, cell_spots
from limes.draw.palette import DAY, Palette
from limes.draw.textmap import TextMap
from limes.rules.board import EMPTY_BOARD
from limes.rules.deck import Deck, turned
from limes.rules.geometry import START, Cell, Facing
from limes.rules.landscape import Landscape
from limes.rules.scoring import Score

_DECK_COLUMNS = 4
_GAP = " "


def landscape_text(
    table: Table,
    *,
    unicode: bool = True,
    seat: int = 0,
    palette: Palette = DAY,
    score: Score | None = None,
    places: Collection[Cell] = (),
    draft_cell: Cell | None = None,
) -> Text:
    """Draw a landscape or a typed-in picture; 4 x 4 cards take 75 columns and 34 rows."""
    offered = {cell: cell_spots(cell) for cell in places}
    drawing = TextMap(
        table.board,
        spots(table.board.zones).union(*offered.values()) or cell_spots(START),
        glyphs=UNICODE if unicode else ASCII,
        palette=palette,
        labels=True,
    )
    by_cells = isinstance(table, Landscape)
    drawing.ground(seams=by_cells)
    drawing.workers(table.workers, seat, score)
    for cell, shape in offered.items():
        drawing.place(shape, cell)
    if draft_cell:
        drawing.draft(cell_spots(draft_cell))
    drawing.labels(cells=by_cells)
    return drawing.canvas.text()


def card_text(
    face: str,
    *,
    number: int | None = None,
    facing: Facing = "N",
    unicode: bool = True,
    palette: Palette = DAY,
) -> Text:
    """Draw one card as it lies, 19 columns wide; with `number` the number stands below it."""
    drawing = TextMap(
        EMPTY_BOARD.with_card(START, turned(face, facing)),
        cell_spots(START),
        glyphs=UNICODE if unicode else ASCII,
        palette=palette,
        labels=False,
    )
    drawing.ground(seams=False)
    card = drawing.canvas.text()
    if number is not None:
        card.append("\n" + f"{number:^{drawing.canvas.width}}")
    return card


def deck_text(deck: Deck, *, unicode: bool = True, palette: Palette = DAY) -> Text:
    """Draw all cards of a deck with their numbers, four in a row."""
    cards = [
        card_text(face, number=number, unicode=unicode, palette=palette).split()
        for number, face in zip(deck.numbers, deck.faces, strict=True)
    ]
    lines = []
    for start in range(0, len(cards), _DECK_COLUMNS):
        row = cards[start : start + _DECK_COLUMNS]
        lines += [Text(_GAP).join(parts) for parts in zip(*row, strict=True)]
    return Text("\n", no_wrap=True, overflow="ignore").join(lines)
