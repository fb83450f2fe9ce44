"""The puzzles that come with the package."""

from functools import cache
from importlib.resources import files

from limes.puzzles.puzzle import Puzzle, parse_puzzle

FILE = "puzzles.txt"


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """All of them; `scripts/mine_puzzles.py` found them."""
    text = (files("limes.puzzles") / FILE).read_text(encoding="ascii")
    return tuple(map(parse_puzzle, text.splitlines()))
