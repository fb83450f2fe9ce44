"""Landscapes, cards, decks and scorings as SVG, games as HTML; `limes.draw.terminal` draws with letters."""

from limes.draw.cards import card_svg, deck_svg
from limes.draw.game import game_html, study_html
from limes.draw.landscape import landscape_svg
from limes.draw.palette import DAY, NIGHT, Palette
from limes.draw.scoring import scoring_svg

__all__ = [
    "DAY",
    "NIGHT",
    "Palette",
    "card_svg",
    "deck_svg",
    "game_html",
    "landscape_svg",
    "scoring_svg",
    "study_html",
]
