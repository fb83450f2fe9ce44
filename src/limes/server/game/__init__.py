"""The game at a table: seats, rounds, turns, offers, views and the deal.

Pure: it knows neither HTTP nor a database nor asyncio nor the compiled core, so that it can run in a browser.
"""

from limes.server.game import views
from limes.server.game.deal import commitment, deal_cards, hidden, new_id
from limes.server.game.earning import PROFESSIONS, counts_for, earned, earned_with
from limes.server.game.names import check_name, check_names, looks_like
from limes.server.game.position import Position, Start
from limes.server.game.setup import LONGEST_NAME, MOST_CARDS, STAND_IN, Seat, Setup
from limes.server.game.summary import Summary
from limes.server.game.table import MOST_TAKEN_BACK, Checked, Table
from limes.server.game.views import dumps

__all__ = [
    "LONGEST_NAME",
    "MOST_CARDS",
    "MOST_TAKEN_BACK",
    "PROFESSIONS",
    "STAND_IN",
    "Checked",
    "Position",
    "Seat",
    "Setup",
    "Start",
    "Summary",
    "Table",
    "check_name",
    "check_names",
    "commitment",
    "counts_for",
    "deal_cards",
    "dumps",
    "earned",
    "earned_with",
    "hidden",
    "looks_like",
    "new_id",
    "views",
]
