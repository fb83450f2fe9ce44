"""Landscapes, cards, decks and scorings as SVG, and as text for a terminal in `limes.draw.terminal`."""

from limes.draw.cards import card_svg, deck_svg
from limes.draw.landscape import landscape_svg
from limes.draw.palette import DAY, NIGHT, Palette
from limes.draw.scoring import scoring_svg

__all__ = [
    "DAY",
    "NIGHT",
    "Palette",
    "card_svg",
    "deck_svg",
    "landscape_svg",
    "scoring_svg",
]
