from typing import Final

from limes.rules import Deck, Variants

MOST_CARDS: Final[int]

class Box:
    def __init__(self, deck: Deck, variants: Variants) -> None: ...
    @property
    def deck(self) -> Deck: ...
    @property
    def variants(self) -> Variants: ...

def box(deck: Deck, variants: Variants) -> Box: ...
