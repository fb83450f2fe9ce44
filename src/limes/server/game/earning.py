"""What a seat has earned once its last card lies."""

from limes.rules import ROUNDS, Landscape, Turn
from limes.server.entries import Earned
from limes.server.game.setup import Seat
from limes.server.game.table import Table

PROFESSIONS = Earned._fields[:4]


def earned(table: Table, seat: int) -> Earned:
    """What a seat has earned in a finished game."""
    gained = _earned(table.landscapes[seat], table.seats[seat])
    return gained._replace(bot=counts_for(table, seat, table.seats[seat]))


def counts_for(table: Table, number: int, taken: Seat) -> str:
    """The bot that has earned what a seat has, or nothing if it was the person who sits there: where only the
    stand-in laid cards, it was the stand-in."""
    if taken.kind == "person" and not table.has_played(number):
        return table.setup.stand_in
    return taken.bot


def _earned(landscape: Landscape, seat: Seat) -> Earned:
    score = landscape.score()
    points = dict.fromkeys(PROFESSIONS, 0)
    for worker in score.workers:
        points[worker.profession] += worker.points
    return Earned(**points, workers=" ".join(map(str, score.best_first)), bot=seat.bot)


def earned_with(table: Table, seat: int, turn: Turn, stand_in: bool = False) -> Earned | None:
    """What the seat will have earned with this turn of the running round, if that is the last one."""
    if table.round != ROUNDS or table.card is None:
        return None
    gained = _earned(table.positions[seat].after(table.card, turn).landscape, table.seats[seat])
    return gained._replace(bot=counts_for(table, seat, table.seats[seat])) if stand_in else gained
