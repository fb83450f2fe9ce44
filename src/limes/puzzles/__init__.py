"""Puzzles: positions in which one turn is best, found in games of the bots."""

from limes.puzzles.collection import load_puzzles
from limes.puzzles.puzzle import Puzzle, Theme, parse_puzzle

__all__ = ["Puzzle", "Theme", "load_puzzles", "parse_puzzle"]
