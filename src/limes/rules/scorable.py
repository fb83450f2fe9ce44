"""A text that holds a landscape or a picture; its first signs tell which."""

import re

from limes.rules.deck import STANDARD, Deck
from limes.rules.landscape import BASIC, Landscape, Variants
from limes.rules.picture import Picture

Scorable = Landscape | Picture


def parse_table(text: str, deck: Deck = STANDARD, variants: Variants = BASIC) -> Scorable:
    """Read a landscape or a picture; deck and variants are those under which a landscape was laid."""
    if re.search(r"[@|]", text):
        return Landscape.parse(text, deck, variants)
    return Picture.parse(text)
