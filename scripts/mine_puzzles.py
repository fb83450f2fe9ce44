"""Finds puzzles in games of the bots, and chooses those that come with the package.

`python scripts/mine_puzzles.py build/puzzles.txt --jobs 2 --seconds 600` searches one game after the other and writes
what it finds to the file; Ctrl-C ends it, and the same command goes on where it stopped.
`python scripts/mine_puzzles.py build/puzzles.txt --seconds 0 --select 1000` writes the package's own file.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from time import monotonic

from limes.arena.engine import Engine, Here, Processes
from limes.cli.progress import progress
from limes.puzzles import Puzzle, Theme
from limes.puzzles.mining import VARIANTS, mine
from limes.puzzles.selection import select
from limes.puzzles.store import Found, add_found, drop_torn_line, read_found

PACKAGED = Path(__file__).parent.parent / "src" / "limes" / "puzzles" / "puzzles.txt"
MOST_BYTES = 200_000
SHARES = (14, 1, 1)  # of the puzzles without variants, with the ferryman, with the diagonal
KINDS = len(VARIANTS)


def search(number: int) -> tuple[int, list[Puzzle]]:
    return number, list(mine(number))


class Steering:
    """Which game is searched next: one of the kind (by its variants) that lacks most puzzles."""

    def __init__(self, found: Found) -> None:
        self._kinds = [(number for number in count(kind, KINDS) if number not in found) for kind in range(KINDS)]
        self._had = [sum(len(found[number]) for number in found if number % KINDS == kind) for kind in range(KINDS)]

    def add(self, number: int, puzzles: list[Puzzle]) -> None:
        self._had[number % KINDS] += len(puzzles)

    def numbers(self) -> Iterator[int]:
        while True:
            kind = min(range(KINDS), key=lambda kind: self._had[kind] / SHARES[kind])
            yield next(self._kinds[kind])


def go_on(store: Path, found: Found, engine: Engine, games: int | None, seconds: float | None) -> None:
    """Search more games until there were so many or the time is over."""
    begun = monotonic()
    drop_torn_line(store)
    steering = Steering(found)
    with progress("mining") as show:
        numbers = islice(steering.numbers(), games)
        for done, (number, puzzles) in enumerate(engine.each(search, numbers), start=1):
            found[number] = puzzles
            steering.add(number, puzzles)
            add_found(store, number, puzzles)
            over = monotonic() - begun
            show(max(over / seconds if seconds else 0.0, done / games if games else 0.0))
            if seconds is not None and over >= seconds:
                return


def summary(title: str, puzzles: Iterable[Puzzle]) -> str:
    puzzles = list(puzzles)
    themes = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    levels = Counter(puzzle.found_by for puzzle in puzzles)
    rounds = Counter(puzzle.round for puzzle in puzzles)
    return "\n".join(
        [
            f"{title}: {len(puzzles)} puzzles",
            "  themes    " + "  ".join(f"{theme} {themes[theme]}" for theme in Theme),
            "  found by  " + "  ".join(f"{level}: {levels[level]}" for level in sorted(levels)),
            "  rounds    " + "  ".join(f"{round_}: {rounds[round_]}" for round_ in sorted(rounds)),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store", type=Path, help="the file of what was found so far")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--games", type=int, help="search so many more games")
    parser.add_argument("--seconds", type=float, help="search for so long")
    parser.add_argument("--select", type=int, metavar="N", help="then write so many puzzles to the package")
    parser.add_argument("--to", type=Path, default=PACKAGED, help="or to this file")
    asked = parser.parse_args()
    found = read_found(asked.store)
    engine: Engine = Processes(asked.jobs) if asked.jobs > 1 else Here()
    begun = monotonic()
    try:
        if asked.games != 0 and asked.seconds != 0:
            go_on(asked.store, found, engine, asked.games, asked.seconds)
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
    print(f"{monotonic() - begun:.0f} s")
    print(summary(f"{len(found)} games", (puzzle for game in found.values() for puzzle in game)))
    if asked.select:
        chosen = select(found, asked.select)
        text = "".join(f"{puzzle}\n" for puzzle in chosen)
        if len(text) > MOST_BYTES:
            sys.exit(f"{len(text)} bytes are more than {MOST_BYTES}; select fewer")
        asked.to.write_text(text, encoding="ascii")
        print(summary(f"{asked.to.name}, {len(text)} bytes", chosen))


if __name__ == "__main__":
    main()
