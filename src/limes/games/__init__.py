"""Collections: read, filter, summarise and review files of many game records."""

from limes.games.coached import Coached, CoachedStore, coach_games
from limes.games.collection import Games
from limes.games.figures import Figures, distribution, figures
from limes.games.reading import Found, find_games
from limes.games.rows import Row, seat_rows, turn_rows
from limes.rules.records import split_records

__all__ = [
    "Coached",
    "CoachedStore",
    "Figures",
    "Found",
    "Games",
    "Row",
    "coach_games",
    "distribution",
    "figures",
    "find_games",
    "seat_rows",
    "split_records",
    "turn_rows",
]
