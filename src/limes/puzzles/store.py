"""A file of mined puzzles that grows game by game, so that mining can be stopped at any moment and go on later.

A line is the number of a game and a puzzle of it, or the number alone once the game has been searched. What was
written of a game without that last line counts as nothing.
"""

from collections.abc import Iterable
from pathlib import Path

from limes.puzzles.puzzle import Puzzle, parse_puzzle

Found = dict[int, list[Puzzle]]  # by the number of the game


def read_found(path: Path) -> Found:
    """The puzzles of all games that were searched to the end; none where there is no file."""
    lines = path.read_text(encoding="ascii").split("\n")[:-1] if path.exists() else []
    found: Found = {}
    open_games: Found = {}
    for line in lines:
        number, _blank, puzzle = line.partition(" ")
        if puzzle:
            open_games.setdefault(int(number), []).append(parse_puzzle(puzzle))
        else:
            found[int(number)] = open_games.pop(int(number), [])
    return found


def add_found(path: Path, number: int, puzzles: Iterable[Puzzle]) -> None:
    """Append a game that was searched to the end."""
    lines = [f"{number} {puzzle}\n" for puzzle in puzzles]
    torn = path.exists() and not path.read_bytes().endswith(b"\n")
    with path.open("a", encoding="ascii") as file:
        file.write(("\n" if torn else "") + "".join(lines) + f"{number}\n")
