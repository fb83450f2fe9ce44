"""Positions of random games under any variants and decks, for what plain and compiled code must agree on."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from core.agreement import VARIANTS, random_deck, random_landscape_turn

from limes.rules import ROUNDS, STANDARD, Landscape


class Given(NamedTuple):
    """A landscape and the card that comes next."""

    landscape: Landscape
    card: int


def positions(seed: int) -> Iterator[Given]:
    """A game of random turns, one position a round; one game of four has the standard deck."""
    rng = random.Random(seed)
    deck = STANDARD if rng.random() < 0.25 else random_deck(rng)
    landscape = Landscape(deck, VARIANTS[seed % len(VARIANTS)])
    for card in rng.sample(deck.numbers, ROUNDS):
        yield Given(landscape, card)
        landscape = landscape.play(card, random_landscape_turn(landscape, card, rng))
