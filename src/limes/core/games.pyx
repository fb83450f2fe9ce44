"""Chance as a Python value, and whole games at random."""

from limes.core.box import box
from limes.rules import STANDARD, LimesError, Variants

cimport cython
from libc.stdint cimport uint8_t, uint64_t

from limes.core.box cimport Box
from limes.core.chance cimport Rng, below, deal, random_game, start, unseen_cards
from limes.core.landscape cimport MAX_CARDS, ROUNDS


cdef enum:
    MAX_TOTAL = 7 * 64

BASIC = Variants()


@cython.final
cdef class Random:
    """Random numbers that depend only on the seed and the stream, on every machine and in every release."""

    def __init__(self, seed, stream=0):
        start(&self.rng, _word(seed), _word(stream))

    def below(self, limit):
        """A number from 0 to limit - 1."""
        if not 0 < limit < 1 << 32:
            raise LimesError("a limit must be a number from 1 to 4294967295, not {limit}", limit=limit)
        return below(&self.rng, limit)

    def deal(self, deck=STANDARD):
        """The cards of 16 rounds, drawn from a whole deck."""
        cdef uint8_t cards[MAX_CARDS]
        cdef Box kept = box(deck, BASIC)
        deal(&self.rng, cards, unseen_cards(&kept.setup, 0, cards), ROUNDS)
        return [cards[i] + 1 for i in range(ROUNDS)]


def random_games(games, seed=0, deck=STANDARD, variants=BASIC, first=0):
    """How many random games end with each total. Game n, from `first`, depends only on the seed and n."""
    cdef Box kept = box(deck, variants)
    cdef uint64_t start_seed = _word(seed), at = _word(first), i, number
    cdef long counts[MAX_TOTAL + 1]
    cdef Rng rng
    cdef int total
    if games < 0:
        raise LimesError("the number of games must be 0 or more, not {games}", games=games)
    number = games
    for total in range(MAX_TOTAL + 1):
        counts[total] = 0
    with nogil:
        for i in range(number):
            start(&rng, start_seed, at + i)
            counts[random_game(&kept.setup, &rng)] += 1
    return {total: counts[total] for total in range(MAX_TOTAL + 1) if counts[total]}


cdef uint64_t _word(number):
    return number & 0xffffffffffffffff
