"""A file of mined puzzles that grows game by game, so that mining can be stopped at any moment and go on later.

A line is the number of a game that was searched and its puzzles, with tabs between them. A line that was not written
to its end counts as nothing.
"""

from collections.abc import Iterable
from pathlib import Path

from limes.puzzles.puzzle import Puzzle, parse_puzzle

Found = dict[int, list[Puzzle]]  # by the number of the game


def read_found(path: Path) -> Found:
    """The puzzles of all games that were searched; none where there is no file."""
    text = path.read_text(encoding="ascii") if path.exists() else ""
    games = [line.split("\t") for line in text.split("\n")[:-1]]
    return {int(number): list(map(parse_puzzle, puzzles)) for number, *puzzles in games}


def drop_torn_line(path: Path) -> None:
    """Prepare a file for more: what its last writer could not finish goes."""
    if path.exists():
        whole, _newline, _torn = path.read_bytes().rpartition(b"\n")
        path.write_bytes(whole + b"\n" if whole else b"")


def add_found(path: Path, number: int, puzzles: Iterable[Puzzle]) -> None:
    """Append a game that was searched."""
    with path.open("a", encoding="ascii") as file:
        file.write("\t".join([str(number), *map(str, puzzles)]) + "\n")
