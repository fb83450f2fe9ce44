"""Landscapes played to the end on many orders of cards, by a network: what a turn is worth, as well as is known."""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from limes.bots.evaluation cimport Evaluation
from limes.bots.lookahead cimport cards_mean, play_on
from limes.bots.network cimport Network
from limes.core.chance cimport Rng, deal, start, unseen_by_face
from limes.core.landscape cimport MAX_CARDS, ROUNDS
from limes.core.state cimport State

from limes.bots.learned import learned
from limes.bots.weights import tuned


cdef enum:
    JUDGED = 6  # turns with each card that the network judges
    REPLIES = 24  # turns with the last card but one that are tried


cdef class LongPlay:
    cdef Evaluation evaluation
    cdef Network network

    def __cinit__(self, Network network=None):
        self.evaluation = tuned()
        self.network = learned() if network is None else network

    def finals(self, State state not None, int first, int orders, uint64_t seed):
        cdef double* found = <double*>malloc(max(orders, 1) * sizeof(double))
        cdef uint8_t cards[MAX_CARDS]
        cdef int number, left = ROUNDS - state.land.state.laid, i
        cdef Rng rng
        if not found:
            raise MemoryError
        try:
            with nogil:
                for i in range(orders):
                    number = unseen_by_face(&state.box.setup, state.land.state.cards, cards)
                    start(&rng, seed, first + i)
                    deal(&rng, cards, number, left)
                    found[i] = play_on(
                        &self.network.net, &state.box.setup, &self.evaluation.weights, &state.land, cards, left, JUDGED, NULL
                    )
            return [found[i] for i in range(orders)]
        finally:
            free(found)

    def exact(self, State state not None):
        cdef int left = ROUNDS - state.land.state.laid
        cdef double value
        if left == 0:
            return float(state.land.total)
        with nogil:
            value = cards_mean(&state.box.setup, &self.evaluation.weights, &state.land, left, REPLIES, 0)
        return value
