"""Puzzles: positions in which one turn is best, found in games of the bots.

What is named here needs the rules alone, so that a browser can have it; `themes` and `mining` need the coach.
"""

from limes.puzzles.collection import find_puzzle, load_puzzles, read_collection
from limes.puzzles.picking import of_the_day, pick
from limes.puzzles.puzzle import Other, Puzzle, Theme, parse_puzzle, parse_theme

__all__ = [
    "Other",
    "Puzzle",
    "Theme",
    "find_puzzle",
    "load_puzzles",
    "of_the_day",
    "parse_puzzle",
    "parse_theme",
    "pick",
    "read_collection",
]
