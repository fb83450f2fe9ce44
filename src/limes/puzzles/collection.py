"""The puzzles that come with the package."""

from functools import cache
from importlib.resources import files

from limes.puzzles.puzzle import Puzzle, parse_puzzle
from limes.rules import LimesError

FILE = "puzzles.txt"


@cache
def read_collection() -> str:
    """The file's text; a browser has read it before its memory was taken, since no file is left there."""
    return (files("limes.puzzles") / FILE).read_text(encoding="ascii")


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """All of them; `scripts/mine_puzzles.py` found them."""
    return tuple(map(parse_puzzle, read_collection().splitlines()))


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in load_puzzles()}


def find_puzzle(puzzle_id: str) -> Puzzle:
    """The puzzle of this id; `LimesError` if there is none."""
    try:
        return _by_id()[puzzle_id]
    except KeyError:
        raise LimesError("there is no puzzle {puzzle!r}", puzzle=puzzle_id) from None
