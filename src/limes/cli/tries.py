"""Which puzzles were tried in the terminal: one line a try, in the user's data folder."""

import datetime
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, NamedTuple

from limes.cli.source import read_file
from limes.puzzles import Puzzle
from limes.rules import LimesError, Turn

LINE = re.compile(r"(\d{4}-\d\d-\d\d) ([0-9a-f]{6}) (solved|missed) (\S+)")


class Try(NamedTuple):
    """Somebody's answer to a puzzle."""

    date: str
    puzzle: str
    solved: bool
    turn: str

    def __str__(self) -> str:
        return f"{self.date} {self.puzzle} {'solved' if self.solved else 'missed'} {self.turn}"


def all_tries() -> list[Try]:
    """The oldest first; lines that are none are passed over."""
    path = _path()
    if not path.exists():
        return []
    try:
        lines = read_file(str(path)).text.splitlines()
    except LimesError:
        return []
    found = filter(None, map(LINE.fullmatch, lines))
    return [Try(line[1], line[2], line[3] == "solved", line[4]) for line in found]


def first_tries(tries: Iterable[Try]) -> dict[str, bool]:
    """For each puzzle tried, whether the first try solved it."""
    first: dict[str, bool] = {}
    for each in tries:
        first.setdefault(each.puzzle, each.solved)
    return first


def streak(first: dict[str, bool]) -> int:
    """How many of the puzzles tried last were solved one after the other."""
    solved = list(first.values())[::-1]
    return solved.index(False) if False in solved else len(solved)


def add(puzzle: Puzzle, turn: Turn) -> Try:
    """Keep an answer."""
    made = Try(datetime.date.today().isoformat(), puzzle.id, puzzle.solved_by(turn), str(turn))
    path = _path()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab+") as file:  # appended, so that nothing that is there can be lost
        begun = b"\n" if file.tell() and not _ends_with_a_line(file) else b""
        file.write(begun + f"{made}\n".encode())
    return made


def _ends_with_a_line(file: BinaryIO) -> bool:
    file.seek(-1, os.SEEK_END)
    return file.read() == b"\n"


def _path() -> Path:
    from platformdirs import user_data_path  # noqa: PLC0415

    return user_data_path("limes", appauthor=False) / "puzzles.txt"
