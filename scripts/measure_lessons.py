"""Measures the figures of the lessons and writes them where the package ships them.

`python scripts/measure_lessons.py --games 400 --jobs 16`; Ctrl-C keeps what is measured so far.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count
from pathlib import Path
from signal import SIG_IGN, SIGINT, default_int_handler, signal

from limes.lessons.figures import FILE, Samples, summed
from limes.lessons.measuring import measure

SHIPPED = Path(__file__).parents[1] / "src/limes/lessons" / FILE


def measured(games: int, jobs: int) -> Iterator[Samples]:
    """Deal by deal, in their order."""
    with ProcessPoolExecutor(jobs, initializer=signal, initargs=(SIGINT, SIG_IGN)) as processes:
        try:
            yield from processes.map(measure, range(games))
        finally:
            processes.shutdown(wait=False, cancel_futures=True)


def bars(name: str, deals: Sequence[Samples]) -> list[str]:
    """Those of a figure: by number, else as they were measured."""
    found = dict.fromkeys(at for deal in deals for at in deal.get(name, {}))
    return sorted(found, key=lambda at: int(at) if at.isdigit() else 0)


def written(deals: Sequence[Samples]) -> str:
    """The figures as JSON, with what the first deal added to them."""
    names = sorted({name for deal in deals for name in deal})
    figures = {name: [summed(name, at, deals)._asdict() for at in bars(name, deals)] for name in names}
    return json.dumps({"games": len(deals), "figures": figures, "first": deals[0]}, indent=1) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1)
    parser.add_argument("--to", type=Path, default=SHIPPED)
    asked = parser.parse_args()
    signal(SIGINT, default_int_handler)  # in the background, too
    deals: list[Samples] = []
    try:
        for deal in measured(asked.games, asked.jobs):
            deals.append(deal)
            print(f"\r{len(deals)} of {asked.games} deals", end="", flush=True)
    except KeyboardInterrupt:
        pass
    print()
    if deals:
        asked.to.write_text(written(deals), encoding="ascii")
        print(f"{asked.to}: {len(deals)} deals")


if __name__ == "__main__":
    main()
