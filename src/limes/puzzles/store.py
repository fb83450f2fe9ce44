"""A file of mined puzzles that grows game by game: mining can be stopped at any moment and go on later.

A line is the number of a game and a puzzle of it, or the number alone once the game has been searched to its
end. Without that last line, a game counts as not searched.
"""

from collections.abc import Iterable
from pathlib import Path

from limes.puzzles.puzzle import Puzzle, parse_puzzle

Found = dict[int, list[Puzzle]]  # by the number of the game


def read_found(path: Path) -> Found:
    """The puzzles of all games that were searched; none where there is no file."""
    text = path.read_text(encoding="ascii") if path.exists() else ""
    found: Found = {}
    unfinished: dict[int, dict[str, Puzzle]] = {}
    for line in text.split("\n")[:-1]:
        number, _blank, written = line.partition(" ")
        if written:
            puzzle = parse_puzzle(written)
            unfinished.setdefault(int(number), {})[puzzle.id] = puzzle
        else:
            found[int(number)] = list(unfinished.pop(int(number), {}).values())
    return found


def drop_torn_line(path: Path) -> None:
    """Prepare a file for more: a line that its last writer could not finish goes."""
    if path.exists():
        whole, newline, _torn = path.read_bytes().rpartition(b"\n")
        path.write_bytes(whole + newline)


def add_found(path: Path, number: int, puzzles: Iterable[Puzzle]) -> None:
    """Append a game that was searched."""
    lines = [*(f"{number} {puzzle}" for puzzle in puzzles), str(number)]
    with path.open("a", encoding="ascii") as file:
        file.write("".join(f"{line}\n" for line in lines))
