"""`limes deck`: a deck shown and checked."""

from argparse import Namespace
from gettext import gettext as _

from limes.cli.output import print_json, write_file
from limes.cli.source import read_deck
from limes.rules import STANDARD, Deck
from limes.rules.deck import count_zones


def run(options: Namespace) -> None:
    deck = read_deck(options.file) if options.file else STANDARD
    if options.json:
        print_json({"name": deck.name, "cards": list(deck.faces), **count_zones(deck.faces)})
    elif options.svg is not None:
        from limes import draw  # noqa: PLC0415

        write_file(options.svg, draw.deck_svg(deck, palette=draw.NIGHT if options.night else draw.DAY))
    else:
        _print(deck, options.night)


def _print(deck: Deck, night: bool) -> None:
    from limes.cli.terminal import Terminal  # noqa: PLC0415

    terminal = Terminal(night=night)
    terminal.deck(deck)
    said = _(
        "Deck {name}: {cards} cards with {field} field zones, {water} water zones, {forest} forest zones, "
        "{rock} rock zones and {huts} huts."
    )
    terminal.say(said.format(name=deck.name, cards=len(deck), **count_zones(deck.faces)))
    if deck == STANDARD:
        terminal.say(
            _(
                "This deck is a reconstruction; the printed cards may differ. "
                "'limes deck FILE' checks your own deck."
            )
        )
