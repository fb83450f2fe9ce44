"""The puzzles that come with the package: a list of all of them at a glance, and each as a value when it is wanted."""

from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

from limes.puzzles.puzzle import LINE, Puzzle, Theme, parse_puzzle
from limes.rules import LimesError

FILE = "puzzles.txt"
KEPT = 200  # puzzles as values, each with a landscape that was replayed


class Listed(NamedTuple):
    """What is known of a puzzle without looking at its landscape, which takes a while."""

    id: str
    found_by: int
    themes: tuple[Theme, ...]
    plain: bool  # no variant is played
    line: str


@cache
def list_puzzles() -> dict[str, Listed]:
    """All of them by id; `scripts/mine_puzzles.py` found them."""
    text = (files("limes.puzzles") / FILE).read_text(encoding="ascii")
    return {each.id: each for each in map(_listed, text.splitlines())}


def load_puzzles() -> tuple[Puzzle, ...]:
    """All of them as values."""
    return tuple(parse_puzzle(each.line) for each in list_puzzles().values())


@lru_cache(maxsize=KEPT)
def find_puzzle(puzzle_id: str) -> Puzzle:
    """The puzzle of this id; `LimesError` if there is none."""
    listed = list_puzzles().get(puzzle_id)
    if listed is None:
        raise LimesError("there is no puzzle {puzzle!r}", puzzle=puzzle_id)
    return parse_puzzle(listed.line)


def _listed(line: str) -> Listed:
    parts = LINE.fullmatch(line)
    assert parts is not None, "our own lines are as they should be"
    variants = parts["variants"].strip("-").replace("+", " ")
    name = sha256(f"{variants}/{parts['card']}/{parts['landscape']}".encode()).hexdigest()[:6]
    themes = tuple(map(Theme, parts["themes"].split(",")))
    return Listed(name, int(parts["found_by"]), themes, not variants, line)
