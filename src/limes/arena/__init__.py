"""Bots measured against each other: all of them play the same deals."""

from limes.arena.deal import Result, Setting, deal_order, play_deal
from limes.arena.engine import Engine, Processes
from limes.arena.report import Difference, Summary, compare, summarise
from limes.arena.run import run_deals
from limes.arena.store import Store

__all__ = [
    "Difference",
    "Engine",
    "Processes",
    "Result",
    "Setting",
    "Store",
    "Summary",
    "compare",
    "deal_order",
    "play_deal",
    "run_deals",
    "summarise",
]
