"""What each level scores and how often it beats the one below, with variants and held-out decks.

`python scripts/measure_levels.py --deals 150 --decks 2 3 6 12 14`
"""

import argparse
from itertools import pairwise, product
from statistics import mean

from limes.bots import LEVELS, Budget, View, make_bot
from limes.rules import ROUNDS, STANDARD, Deck, Landscape, Variants, shuffled
from limes.teaching.decks import any_deck


def total(level: str, deck: Deck, variants: Variants, deal: int, budget: Budget) -> int:
    bot, landscape = make_bot(f"expert:{level}", deal), Landscape(deck, variants)
    for card in shuffled(deck, f"level-{deal}")[:ROUNDS]:
        landscape = landscape.play(card, bot.choose(View(landscape, card), budget))
    return landscape.total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=150)
    parser.add_argument("--decks", type=int, nargs="*", default=[], help="seeds of held-out decks")
    parser.add_argument("--levels", nargs="+", default=[level for level in LEVELS if level != "expert"])
    parser.add_argument("--time", type=float, default=0.05, help="seconds per turn, for the expert")
    asked = parser.parse_args()
    sets = [Variants(*both) for both in product((False, True), repeat=2)]
    games = [(str(variants) or "base game", STANDARD, variants) for variants in sets]
    games += [(f"{any_deck(seed).name} {seed}", any_deck(seed), Variants()) for seed in asked.decks]
    for name, deck, variants in games:
        totals = {
            level: [
                total(level, deck, variants, deal, Budget(seconds=asked.time)) for deal in range(asked.deals)
            ]
            for level in asked.levels
        }
        means = "  ".join(f"{mean(row):5.1f}" for row in totals.values())
        beaten = "  ".join(f"{wins(*pair):3.0f} %" for pair in pairwise(totals.values()))
        print(f"{name:<20} {means}   {beaten}", flush=True)


def wins(below: list[int], above: list[int]) -> float:
    """How many of a hundred games the second wins; ties count half."""
    pairs = list(zip(below, above, strict=True))
    return 100 * mean((upper > lower) + (upper == lower) / 2 for lower, upper in pairs)


if __name__ == "__main__":
    main()
