"""What a seat has earned once its last card lies."""

from limes.rules import ROUNDS, Landscape, Turn
from limes.server.entries import Earned
from limes.server.game.setup import Seat
from limes.server.game.table import Table

PROFESSIONS = Earned._fields[:4]


def earned(landscape: Landscape, seat: Seat) -> Earned:
    """What a seat's finished landscape has earned."""
    score = landscape.score()
    points = dict.fromkeys(PROFESSIONS, 0)
    for worker in score.workers:
        points[worker.profession] += worker.points
    return Earned(**points, workers=" ".join(map(str, score.best_first)), bot=seat.bot)


def earned_with(table: Table, seat: int, turn: Turn, stand_in: bool = False) -> Earned | None:
    """What the seat will have earned with this turn of the running round, if that is the last one."""
    if table.round != ROUNDS or table.card is None:
        return None
    found = earned(table.positions[seat].after(table.card, turn).landscape, table.seats[seat])
    if stand_in and not table.laid_by_hand(seat):
        return found._replace(bot=table.setup.stand_in)  # who sits there has not played
    return found
