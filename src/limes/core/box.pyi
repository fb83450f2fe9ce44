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
def counts(face: list[tuple[int, bool]]) -> list[int]:
    """What is counted of a card, given as four pairs of a terrain and whether there is a hut."""

def place_by_face(face: str) -> list[tuple[int, bool]]:
    """Where a card comes among others, whatever its number and its printed top."""
