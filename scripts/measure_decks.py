"""The expert with other decks and variants, by networks and by the tables alone, on the same deals.

`python scripts/measure_decks.py held-out --deals 50 --networks tables src/limes/bots/network.xz`
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import product
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

from limes.bots.learned import unpack
from limes.bots.network import Network
from limes.bots.search import Search
from limes.bots.weights import tuned
from limes.core.state import State
from limes.rules import ROUNDS, STANDARD, Deck, Landscape, Variants, shuffled
from limes.teaching.decks import any_deck

TABLES = "tables"
Task = tuple[str, Deck, Variants, str, float]


@cache
def network(name: str) -> Network | None:
    return None if name == TABLES else Network(unpack(Path(name).read_bytes()))


def play(task: Task) -> int:
    """The total of one deal."""
    name, deck, variants, deal, seconds = task
    search = Search(tuned(), 1, network(name))
    state = State.from_landscape(Landscape(deck, variants))
    for card in shuffled(deck, deal)[:ROUNDS]:
        state.play(card, str(search.expert(state, card, seconds, 0)))
    return state.total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", choices=("standard", "variants", "held-out"))
    parser.add_argument("--networks", nargs="+", required=True, help="packed files, or tables")
    parser.add_argument("--decks", type=int, default=20, help="held-out decks, none of them the standard one")
    parser.add_argument("--deals", type=int, default=50, help="with each deck or set of variants")
    parser.add_argument("--time", type=float, default=0.1, help="seconds per turn")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.jobs) as processes:
        measured = []
        for name, deck, variants in games(asked.games, asked.decks):
            tasks = [
                (each, deck, variants, f"measure {deal}", asked.time)
                for each in asked.networks
                for deal in range(asked.deals)
            ]
            totals = list(processes.map(play, tasks, chunksize=max(1, asked.deals // 16)))
            rows = [totals[i * asked.deals : (i + 1) * asked.deals] for i in range(len(asked.networks))]
            measured.append(rows)
            print(f"{name:<28}", compared(rows), flush=True)
    if len(measured) > 1:
        together = [[total for rows in measured for total in rows[i]] for i in range(len(asked.networks))]
        print(f"{'all':<28}", compared(together))


def games(kind: str, decks: int) -> list[tuple[str, Deck, Variants]]:
    if kind == "standard":
        return [("standard", STANDARD, Variants())]
    if kind == "variants":
        sets = [Variants(*both) for both in product((False, True), repeat=2)]
        return [(str(variants) or "none", STANDARD, variants) for variants in sets]
    seeds = [seed for seed in range(2 * decks) if any_deck(seed).faces != STANDARD.faces]
    return [(f"{any_deck(seed).name} {seed}", any_deck(seed), Variants()) for seed in seeds[:decks]]


def compared(rows: list[list[int]]) -> str:
    """The mean of each row, and how far it is from the first one's on the same deals."""
    parts = []
    for row in rows:
        apart = [total - first for total, first in zip(row, rows[0], strict=True)]
        parts.append(f"{mean(row):6.2f}")
        if row is not rows[0]:
            parts.append(f"({mean(apart):+.2f} ± {stdev(apart) / sqrt(len(apart)):.2f})")
    return "  ".join(parts)


if __name__ == "__main__":
    main()
