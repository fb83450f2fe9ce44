"""What is to be drawn, checked first: an error that names what is right, not where the drawing stumbled."""

from collections.abc import Iterable

from limes.draw.palette import Palette
from limes.rules.annotated import AnnotatedGame
from limes.rules.deck import Deck, face_problem
from limes.rules.game import Game
from limes.rules.geometry import FACINGS, is_cell
from limes.rules.message import LimesError


def check_table(table: object) -> None:
    if not (hasattr(table, "board") and hasattr(table, "workers")):
        raise TypeError(
            f"a landscape or a picture can be drawn, not {table!r}; "
            "Landscape.parse and Picture.parse read text"
        )


def check_deck(deck: object) -> None:
    if not isinstance(deck, Deck):
        raise TypeError(f"a deck can be drawn, not {deck!r}; Deck.parse reads text")


def check_game(game: object) -> None:
    if not isinstance(game, Game | AnnotatedGame):
        raise TypeError(f"a game can be shown, not {game!r}; parse_record reads text")


def check_colors(palette: object, seat: object) -> None:
    if not isinstance(palette, Palette):
        raise TypeError(f"a palette is DAY or NIGHT of limes.draw, not {palette!r}")
    if not isinstance(seat, int):
        raise TypeError(f"a seat is a number from 0, not {seat!r}")


def check_card(face: object, facing: object) -> None:
    if not isinstance(face, str):
        raise TypeError(f"a card is drawn from its face, such as 'rFwf' or STANDARD.face(17), not {face!r}")
    problem = face_problem(face)
    if problem:
        raise LimesError(problem)
    if facing not in FACINGS:
        raise LimesError("a card faces {facings}, not {facing!r}", facings=", ".join(FACINGS), facing=facing)


def check_cells(cells: Iterable[object]) -> None:
    for cell in cells:
        if not (isinstance(cell, str) and is_cell(cell)):
            raise LimesError("{cell!r} is not the name of a cell, such as d5", cell=cell)
