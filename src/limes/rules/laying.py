"""Where the next card may go: the touching rule and the floating frame of 4 x 4 cards."""

from collections.abc import Collection

from limes.rules.geometry import CELLS, FRAME, START, Cell, cell_column_row, corners, is_cell, neighbours
from limes.rules.message import TurnError


def open_cells(laid: Collection[Cell], diagonal: bool) -> tuple[Cell, ...]:
    """The cells on which the next card may be laid, sorted by name."""
    return tuple(cell for cell in CELLS if not _problem(laid, cell, diagonal))


def check_cell(laid: Collection[Cell], cell: Cell, diagonal: bool) -> None:
    """`TurnError` with the rule that forbids a card here, if one does."""
    if not is_cell(cell):
        raise TurnError("{cell!r} is not a cell; cells are a1 to g7", cell=cell)
    problem = _problem(laid, cell, diagonal)
    if problem:
        try:
            raise problem
        finally:
            del problem  # the error names this frame: neither would go before cycles are looked for


def _problem(  # noqa: PLR0911  one return a rule
    laid: Collection[Cell], cell: Cell, diagonal: bool
) -> TurnError | None:
    if not laid:
        if cell == START:
            return None
        return TurnError("the first card goes on {start}, not on {cell}", start=START, cell=cell)
    if cell in laid:
        return TurnError("there is already a card on {cell}", cell=cell)
    if not any(other in laid for other in neighbours(cell)):
        if not any(other in laid for other in corners(cell)):
            return TurnError("{cell} touches no card", cell=cell)
        if not diagonal:
            return TurnError("{cell} touches a card only at a corner", cell=cell)
    places = [cell_column_row(other) for other in (*laid, cell)]
    width = _span([column for column, _ in places])
    if width > FRAME:
        return TurnError("the landscape would be {width} cards wide", width=width)
    height = _span([row for _, row in places])
    if height > FRAME:
        return TurnError("the landscape would be {height} cards high", height=height)
    return None


def _span(numbers: list[int]) -> int:
    return max(numbers) - min(numbers) + 1
