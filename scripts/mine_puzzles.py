"""Finds puzzles in games of the bots, and chooses those that come with the package.

`python scripts/mine_puzzles.py build/puzzles.txt --jobs 2 --seconds 600` searches one game after the other
and writes what it finds to the file; Ctrl-C ends it, and the same command goes on where it stopped.
`python scripts/mine_puzzles.py build/puzzles.txt --games 0 --select 1000` writes the package's own file.
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
from limes.puzzles.mining import kind_of, mine
from limes.puzzles.selection import select
from limes.puzzles.store import Found, add_found, drop_torn_line, read_found

PACKAGED = Path(__file__).parent.parent / "src" / "limes" / "puzzles" / "puzzles.txt"
MOST_BYTES = 200_000


def search(number: int) -> tuple[int, list[Puzzle]]:
    return number, list(mine(number))


def numbers(found: Found, *, of_variants: bool) -> Iterator[int]:
    """The games that were not searched yet, or only those with variants."""
    searched = frozenset(found)
    for number in count():
        if number not in searched and (any(kind_of(number).variants) or not of_variants):
            yield number


def go_on(
    store: Path,
    found: Found,
    games: Iterator[int],
    engine: Engine,
    *,
    seconds: float | None,
    most: int | None,
) -> None:
    """Search more games until there were so many or the time is over."""
    begun = monotonic()
    drop_torn_line(store)
    with progress("mining") as show:
        for done, (number, puzzles) in enumerate(engine.each(search, islice(games, most)), start=1):
            found[number] = puzzles
            add_found(store, number, puzzles)
            over = monotonic() - begun
            show(max(over / seconds if seconds else 0.0, done / most if most else 0.0))
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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("store", type=Path, help="the file of what was found so far")
    parser.add_argument("more", type=Path, nargs="*", help="other such files to select from")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--games", type=int, help="search so many more games")
    parser.add_argument("--seconds", type=float, help="search for so long")
    parser.add_argument("--variants", action="store_true", help="search only games with variants")
    parser.add_argument("--select", type=int, metavar="N", help="then write so many puzzles to the package")
    parser.add_argument("--to", type=Path, default=PACKAGED, help="or to this file")
    asked = parser.parse_args()
    found = read_found(asked.store)
    engine: Engine = Processes(asked.jobs) if asked.jobs > 1 else Here()
    begun = monotonic()
    try:
        if asked.games != 0 and asked.seconds != 0:
            games = numbers(found, of_variants=asked.variants)
            go_on(asked.store, found, games, engine, seconds=asked.seconds, most=asked.games)
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
    print(f"{monotonic() - begun:.0f} s")
    print(summary(f"{len(found)} games", (puzzle for game in found.values() for puzzle in game)))
    if asked.select:
        chosen = select([found, *map(read_found, asked.more)], asked.select, MOST_BYTES)
        text = "".join(f"{puzzle}\n" for puzzle in chosen)
        asked.to.write_text(text, encoding="ascii")
        print(summary(f"{asked.to.name}, {len(text)} bytes", chosen))


if __name__ == "__main__":
    main()
