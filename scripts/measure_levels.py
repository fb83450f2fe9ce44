"""What each level scores and how often it beats the one below, with variants and held-out decks.

A line for each game: the means, then the part of games won against the level below; under it the standard
deviations of the totals and of the differences on the same deals.
`python scripts/measure_levels.py --deals 150 --decks 2 3 6 12 14`
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise, product
from statistics import mean, stdev

from limes.bots import LEVELS, Budget, View, make_bot
from limes.rules import ROUNDS, STANDARD, Deck, Landscape, Variants, shuffled
from limes.teaching.decks import any_deck

Task = tuple[str, Deck, Variants, int, float]


def total(task: Task) -> int:
    level, deck, variants, deal, seconds = task
    bot, landscape = make_bot(f"expert:{level}", deal), Landscape(deck, variants)
    for card in shuffled(deck, f"level-{deal}")[:ROUNDS]:
        landscape = landscape.play(card, bot.choose(View(landscape, card), Budget(seconds=seconds)))
    return landscape.total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=150)
    parser.add_argument("--decks", type=int, nargs="*", default=[], help="seeds of held-out decks")
    parser.add_argument("--levels", nargs="+", default=[level for level in LEVELS if level != "expert"])
    parser.add_argument("--time", type=float, default=0.05, help="seconds per turn, for the expert")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    sets = [Variants(*both) for both in product((False, True), repeat=2)]
    games = [(str(variants) or "base game", STANDARD, variants) for variants in sets]
    games += [(f"{any_deck(seed).name} {seed}", any_deck(seed), Variants()) for seed in asked.decks]
    with ProcessPoolExecutor(asked.jobs) as processes:
        coming = [
            [
                processes.map(
                    total,
                    [(level, deck, variants, deal, asked.time) for deal in range(asked.deals)],
                    chunksize=8,
                )
                for level in asked.levels
            ]
            for _, deck, variants in games
        ]
        for (name, _, _), levels in zip(games, coming, strict=True):
            rows = [list(totals) for totals in levels]
            means = "  ".join(f"{mean(row):5.1f}" for row in rows)
            beaten = "  ".join(f"{wins(*pair):4.0f} %" for pair in pairwise(rows))
            print(f"{name:<20} {means}   {beaten}")
            spread = "  ".join(f"{stdev(row):5.1f}" for row in rows)
            apart = "  ".join(f"{stdev(differences(*pair)):6.1f}" for pair in pairwise(rows))
            print(f"{'':<20} {spread}   {apart}", flush=True)


def differences(below: list[int], above: list[int]) -> list[int]:
    return [upper - lower for lower, upper in zip(below, above, strict=True)]


def wins(below: list[int], above: list[int]) -> float:
    """How many of a hundred games the second wins; ties count half."""
    return 100 * mean((apart > 0) + (apart == 0) / 2 for apart in differences(below, above))


if __name__ == "__main__":
    main()
