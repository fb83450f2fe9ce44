"""What the weaker levels look at when they play: the one place for compiled and for plain bots."""

from typing import NamedTuple

from limes.rules import WORKERS

NEVER = -1
AT_LAST = 0
ALWAYS = WORKERS


class Manner(NamedTuple):
    """What somebody looks at, who then takes the most points of those in sight."""

    cells: int  # open cells, nearest to the last card first
    facings: int = 4
    moves: int = NEVER  # workers are moved while the supply has no more than this
    lines: bool = False  # else a watchman is seen to earn the forest beside the tower alone
    shared: bool = False  # else it goes unnoticed that a card has joined the territories of two workers
    room: int = 0  # what an empty zone around a worker's territory counts, in hundredths of a point


MANNERS = {
    "newcomer": Manner(cells=2, facings=3),
    "beginner": Manner(cells=4),
    "novice": Manner(cells=4, moves=AT_LAST, lines=True),
    "player": Manner(cells=6, moves=ALWAYS, lines=True, shared=True, room=1),
}
SKILLED_INSIGHT = 0.5  # of the tables; the rest counts points
