"""What knowing the next card is worth to a landscape, by the evaluation."""

from libc.stdint cimport uint8_t

from limes.bots.evaluation cimport Choice, Weights, best_turn
from limes.core.chance cimport unseen_cards
from limes.core.landscape cimport MAX_CARDS, Landscape, Setup


cdef inline double price(const Setup* setup, const Weights* weights, const Landscape* land, int card) noexcept nogil:
    """The value with this card beyond the mean over all that could come: 0 on average, whatever the evaluation."""
    cdef uint8_t cards[MAX_CARDS]
    cdef int number = unseen_cards(setup, land.state.cards, cards), i
    cdef double total = 0, own = 0
    cdef Choice choice
    for i in range(number):
        best_turn(setup, weights, land, cards[i], &choice)
        total += choice.value
        if cards[i] == card:
            own = choice.value
    return own - total / number
