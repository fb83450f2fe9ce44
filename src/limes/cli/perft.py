"""`limes perft`: the number of different sequences of turns after each of some cards."""

from argparse import Namespace

from limes.cli.output import print_json
from limes.cli.progress import progress
from limes.cli.source import card_number, given_deck, variants
from limes.rules import STANDARD, Landscape, perft


def run(options: Namespace) -> None:
    start = Landscape(given_deck(options) or STANDARD, variants(options))
    numbers = [card_number(text) for text in options.cards]
    counts = []
    with progress("perft") as tell:
        for depth, count in enumerate(perft(numbers, start, tell), start=1):
            counts.append(count)
            if not options.json:
                print(f"{depth} {count}", flush=True)
    if options.json:
        print_json([{"depth": depth, "count": count} for depth, count in enumerate(counts, start=1)])
