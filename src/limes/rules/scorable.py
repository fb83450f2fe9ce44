"""A text that holds a landscape or a picture; its first signs tell which."""

import re

from limes.rules.deck import STANDARD, Deck
from limes.rules.landscape import BASIC, Landscape, Variants
from limes.rules.picture import Picture

Scorable = Landscape | Picture


def parse_table(text: str, deck: Deck = STANDARD, variants: Variants = BASIC) -> Scorable:
    """Only a landscape has a bar or an `@`; the deck and the variants are those under which it was laid."""
    if re.search(r"[@|]", text):
        return Landscape.parse(text, deck, variants)
    return Picture.parse(text)
