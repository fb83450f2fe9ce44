"""What a seat has earned once its last card lies."""

from limes.rules import ROUNDS, Landscape, Turn
from limes.server.entries import Earned
from limes.server.game.table import Table


def earned(landscape: Landscape) -> Earned:
    """The points of a landscape by profession."""
    points = dict.fromkeys(Earned._fields, 0)
    for worker in landscape.score().workers:
        points[worker.profession] += worker.points
    return Earned(**points)


def earned_with(table: Table, seat: int, turn: Turn) -> Earned | None:
    """What the seat will have earned with this turn of the running round, if that is the last one."""
    if table.round != ROUNDS or table.card is None:
        return None
    return earned(table.positions[seat].after(table.card, turn).landscape)
