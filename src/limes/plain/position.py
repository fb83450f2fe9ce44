"""Positions at a table worked out by the rules alone, where nothing compiled can run."""

from limes.plain.offers import seat_offer
from limes.rules import Deck, Landscape, Turn, Variants


class PlainPosition:
    """One player's landscape at some moment, as `limes.server.game` needs it."""

    def __init__(self, landscape: Landscape) -> None:
        self.landscape = landscape
        self.total = landscape.total

    @classmethod
    def start(cls, deck: Deck, variants: Variants) -> "PlainPosition":
        return cls(Landscape(deck, variants))

    def after(self, card: int, turn: Turn) -> "PlainPosition":
        return PlainPosition(self.landscape.play(card, turn))

    def offer(self, card: int) -> str:
        return seat_offer(self.landscape, card)
