"""Measures the figures of the lessons and writes them where the package ships them.

`python scripts/measure_lessons.py --games 400 --jobs 16` begins anew; with `--more` the deals come on top of
those measured before. Ctrl-C keeps what is measured so far.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from os import cpu_count
from pathlib import Path
from signal import SIG_IGN, SIGINT, default_int_handler, signal
from typing import Any

from limes.lessons.figures import FILE, Bar, Samples, summed, together
from limes.lessons.measuring import measure

SHIPPED = Path(__file__).parents[1] / "src/limes/lessons" / FILE


def measured(deals: range, jobs: int) -> Iterator[Samples]:
    """Deal by deal, in their order."""
    with ProcessPoolExecutor(jobs, initializer=signal, initargs=(SIGINT, SIG_IGN)) as processes:
        try:
            yield from processes.map(measure, deals)
        finally:
            processes.shutdown(wait=False, cancel_futures=True)


def figures_of(deals: Sequence[Samples]) -> dict[str, list[Bar]]:
    names = sorted({name for deal in deals for name in deal})
    return {name: [summed(name, at, deals) for at in bars(name, deals)] for name in names}


def bars(name: str, deals: Sequence[Samples]) -> list[str]:
    """Those of a figure: by number, else as they were measured."""
    return in_order(dict.fromkeys(at for deal in deals for at in deal.get(name, {})))


def in_order(bars: dict[str, Any]) -> list[str]:
    return sorted(bars, key=lambda at: int(at) if at.isdigit() else 0)


def added(before: dict[str, list[Bar]], new: dict[str, list[Bar]]) -> dict[str, list[Bar]]:
    """Both together, bar by bar."""
    found = {}
    for name in sorted({*before, *new}):
        both = {bar.at: bar for bar in before.get(name, [])}
        for bar in new.get(name, []):
            both[bar.at] = together(both[bar.at], bar) if bar.at in both else bar
        found[name] = [both[at] for at in in_order(both)]
    return found


def written(deals: Sequence[Samples], before: dict[str, Any] | None = None) -> str:
    """The figures as JSON, with what the first deal added to them."""
    figures, games, first = figures_of(deals), len(deals), deals[0]
    if before:
        known = {name: [Bar(**bar) for bar in bars] for name, bars in before["figures"].items()}
        figures, games, first = added(known, figures), before["games"] + games, before["first"]
    told = {name: [asdict(bar) for bar in bars] for name, bars in figures.items()}
    return json.dumps({"games": games, "figures": told, "first": first}, indent=1) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="deals to play")
    parser.add_argument("--more", action="store_true", help="on top of those that the file holds")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1)
    parser.add_argument("--to", type=Path, default=SHIPPED)
    asked = parser.parse_args()
    before = json.loads(asked.to.read_text(encoding="ascii")) if asked.more else None
    first = before["games"] if before else 0
    signal(SIGINT, default_int_handler)  # in the background, too
    deals: list[Samples] = []
    try:
        for deal in measured(range(first, first + asked.games), asked.jobs):
            deals.append(deal)
            print(f"\r{len(deals)} of {asked.games} deals", end="", flush=True)
    except KeyboardInterrupt:
        pass
    print()
    if deals:
        asked.to.write_text(written(deals, before), encoding="ascii")
        print(f"{asked.to}: {first + len(deals)} deals")


if __name__ == "__main__":
    main()
