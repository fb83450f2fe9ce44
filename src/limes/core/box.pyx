"""A deck and variants, made ready for play once."""

from functools import lru_cache

from limes.core import notation
from limes import rules
from limes.rules import LimesError

cimport cython

from limes.core.landscape cimport MAX_CARDS, ROUNDS, WORKERS

MOST_CARDS = MAX_CARDS
# The compiler needs them as its own; they are the rules' all the same.
if (ROUNDS, WORKERS) != (rules.ROUNDS, rules.WORKERS):
    raise ImportError("the core was compiled for other rules")


@cython.final
cdef class Box:
    """A deck and variants ready for play; `box` keeps those that were used last."""

    def __init__(self, deck, variants):
        cdef int card, facing, quarter, terrain, zone
        if len(deck) > MAX_CARDS:
            raise LimesError(
                "the core plays decks of up to {most} cards, not {cards}", most=MAX_CARDS, cards=len(deck)
            )
        self.deck = deck
        self.variants = variants
        self.setup.cards = len(deck)
        self.setup.diagonal = variants.diagonal
        self.setup.ferryman = variants.ferryman
        for card, face in enumerate(deck.faces):
            self.setup.facings[card] = notation.different_facings(face)
            for facing, lying in enumerate(notation.facings(face)):
                for quarter, (terrain, hut) in enumerate(lying):
                    zone = 1 << (quarter & 1) + 8 * (quarter >> 1)
                    self.setup.terrain[card][facing][quarter] = terrain
                    self.setup.zones[card][facing][terrain] |= zone
                    if hut:
                        self.setup.huts[card][facing] |= zone


box = lru_cache(maxsize=1024)(Box)
