"""Bots measured against each other: alone on the same deals, or at one table."""

from limes.arena.deal import Result, Setting, deal_order, play_deal
from limes.arena.engine import Engine, Here, Processes
from limes.arena.ratings import Rating
from limes.arena.records import game_of
from limes.arena.report import Difference, Summary, compare, summarise
from limes.arena.run import entered, run_deals, run_tables, still_true
from limes.arena.standings import Standing, meetings, standings
from limes.arena.store import Store

__all__ = [
    "Difference",
    "Engine",
    "Here",
    "Processes",
    "Rating",
    "Result",
    "Setting",
    "Standing",
    "Store",
    "Summary",
    "compare",
    "deal_order",
    "entered",
    "game_of",
    "meetings",
    "play_deal",
    "run_deals",
    "run_tables",
    "standings",
    "still_true",
    "summarise",
]
