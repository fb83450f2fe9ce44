"""A deck and variants, made ready for play once."""

from functools import lru_cache

from limes.core import notation
from limes import rules
from limes.rules import LimesError

cimport cython

from limes.core.landscape cimport COUNTS, HUT_SHORES, HUTS, MAX_CARDS, ROUNDS, SIDES, WATER, WORKERS

MOST_CARDS = MAX_CARDS
# The compiler needs them as its own; they are the rules' all the same.
if (ROUNDS, WORKERS) != (rules.ROUNDS, rules.WORKERS):
    raise ImportError("the core was compiled for other rules")

BESIDE = ((0, 1), (1, 3), (3, 2), (2, 0))  # quarters that share a side
PAIRS = ((0, 0), (1, 1), (2, 2), (3, 3), (0, 1), (0, 2), (1, 2), (2, 3))  # of terrains, in the order of SIDES


def counts(face):
    """What is counted of a card, given as four pairs of a terrain and whether there is a hut."""
    counted = [0] * COUNTS
    for terrain, hut in face:
        counted[terrain] += 1
        if hut:
            counted[HUTS + (terrain if terrain == 0 else terrain - 1)] += 1
    for one, other in BESIDE:
        (terrain, hut), (beside, other_hut) = face[one], face[other]
        counted[HUT_SHORES] += (terrain == WATER and other_hut) or (beside == WATER and hut)
        pair = tuple(sorted((terrain, beside)))
        if pair in PAIRS:
            counted[SIDES + PAIRS.index(pair)] += 1
    return counted


def place_by_face(face):
    """Where a card comes among others, whatever its number and its printed top; the standard deck is in this order."""
    return max([turned[0], turned[1], turned[3], turned[2]] for turned in notation.facings(face))


@cython.final
cdef class Box:
    """A deck and variants ready for play; `box` keeps those that were used last."""

    def __init__(self, deck, variants):
        cdef int card, place, facing, quarter, terrain, zone, kind, number
        if len(deck) > MAX_CARDS:
            raise LimesError(
                "the core plays decks of up to {most} cards, not {cards}", most=MAX_CARDS, cards=len(deck)
            )
        self.deck = deck
        self.variants = variants
        self.setup.cards = len(deck)
        self.setup.diagonal = variants.diagonal
        self.setup.ferryman = variants.ferryman
        for place, card in enumerate(sorted(range(len(deck)), key=lambda card: place_by_face(deck.faces[card]))):
            self.setup.by_face[place] = card
        for card, face in enumerate(deck.faces):
            self.setup.facings[card] = notation.different_facings(face)
            for kind, number in enumerate(counts(notation.facings(face)[0])):
                self.setup.counts[card][kind] = number
                self.setup.counts_of_all[kind] += number
            for facing, lying in enumerate(notation.facings(face)):
                for quarter, (terrain, hut) in enumerate(lying):
                    zone = 1 << (quarter & 1) + 8 * (quarter >> 1)
                    self.setup.terrain[card][facing][quarter] = terrain
                    self.setup.zones[card][facing][terrain] |= zone
                    if hut:
                        self.setup.huts[card][facing] |= zone


box = lru_cache(maxsize=1024)(Box)
