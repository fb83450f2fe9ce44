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
from limes.teaching.decks import any_deck, held_out_seeds

TABLES = "tables"
Task = tuple[str, Deck, Variants, str, float, int]


@cache
def network(name: str) -> Network | None:
    return None if name == TABLES else Network(unpack(Path(name).read_bytes()))


def play(task: Task) -> int:
    """The total of one deal."""
    name, deck, variants, deal, seconds, playouts = task
    search = Search(tuned(), 1, network(name))
    state = State.from_landscape(Landscape(deck, variants))
    for card in shuffled(deck, deal)[:ROUNDS]:
        state.play(card, str(search.expert(state, card, seconds, playouts)))
    return state.total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", choices=("standard", "variants", "held-out"))
    parser.add_argument("--networks", nargs="+", required=True, help="packed files, or tables")
    parser.add_argument("--decks", type=int, default=20, help="held-out decks, none of them the standard one")
    parser.add_argument("--seeds", type=int, nargs="*", help="those of the held-out decks, instead")
    parser.add_argument("--deals", type=int, default=50, help="with each deck or set of variants")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument(
        "--named", default="measure", help="'arena 1' for the deals of `limes arena --seed 1`"
    )
    parser.add_argument("--time", type=float, default=0.1, help="seconds per turn")
    parser.add_argument("--playouts", type=int, default=0, help="per turn, instead of the time")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    thinking = (0.0, asked.playouts) if asked.playouts else (asked.time, 0)
    kinds = games(asked.games, asked.seeds or held_out_seeds(asked.decks))
    deals = [f"{asked.named} {number}" for number in range(asked.first, asked.first + asked.deals)]
    with ProcessPoolExecutor(asked.jobs) as processes:
        coming = [
            [
                processes.map(play, [(each, deck, variants, deal, *thinking) for deal in deals])
                for each in asked.networks
            ]
            for _, deck, variants in kinds
        ]
        measured: list[list[list[int]]] = []
        for (name, _, _), found in zip(kinds, coming, strict=True):
            measured.append([list(totals) for totals in found])
            line = compared(measured[-1])
            if asked.games == "variants":
                line += f"  beyond the base game {beyond(measured[-1][-1], measured[0][-1])}"
            print(f"{name:<28}", line, flush=True)
    if len(measured) > 1:
        together = [[total for rows in measured for total in rows[i]] for i in range(len(asked.networks))]
        print(f"{'all':<28}", compared(together))


def games(kind: str, seeds: list[int]) -> list[tuple[str, Deck, Variants]]:
    if kind == "standard":
        return [("standard", STANDARD, Variants())]
    if kind == "variants":
        sets = [Variants(*both) for both in product((False, True), repeat=2)]
        return [(str(variants) or "none", STANDARD, variants) for variants in sets]
    return [(f"{any_deck(seed).name} {seed}", any_deck(seed), Variants()) for seed in seeds]


def compared(rows: list[list[int]]) -> str:
    """The mean of each row, and how far it is from the first one's on the same deals."""
    parts = [f"{mean(rows[0]):6.2f} ± {error(rows[0]):.2f}"]
    parts += [f"{mean(row):6.2f}  ({beyond(row, rows[0])})" for row in rows[1:]]
    return "  ".join(parts)


def beyond(row: list[int], other: list[int]) -> str:
    apart = [total - first for total, first in zip(row, other, strict=True)]
    return f"{mean(apart):+.2f} ± {error(apart):.2f}"


def error(row: list[int]) -> float:
    return stdev(row) / sqrt(len(row))


if __name__ == "__main__":
    main()
