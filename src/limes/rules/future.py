"""What may come of a turn: two turns with the same future are the same turn but for how they are written."""

from limes.rules.deck import turned
from limes.rules.geometry import Cell, Mask, bit
from limes.rules.landscape import Landscape
from limes.rules.turn import Turn

Future = tuple[Cell, str, tuple[Mask, ...]]


def future(landscape: Landscape, card: int, turn: Turn) -> Future:
    """Where the card lies, how it looks there, and which territories have workers.

    Two zones of one territory, and two facings in which a card looks the same, make no difference.
    """
    after = landscape.play(card, turn)
    manned = sorted(after.board.territory(bit(zone)).mask for zone in after.workers)
    return turn.cell, turned(landscape.deck.face(card), turn.facing), tuple(manned)
