"""`limes turns`: every legal turn of a landscape with a card, sorted."""

from argparse import Namespace

from limes.cli.output import print_json
from limes.cli.source import card_number, read_landscape


def run(options: Namespace) -> None:
    landscape = read_landscape(options.landscape, options)
    turns = sorted((str(turn), total) for turn, total in landscape.turns(card_number(options.card)))
    if options.json:
        print_json([{"turn": turn, "total": total} for turn, total in turns])
        return
    for turn, _total in turns:
        print(turn)
