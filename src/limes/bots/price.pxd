"""What knowing the next card is worth to a landscape, by the evaluation."""

from libc.stdint cimport uint8_t

from limes.bots.evaluation cimport Choice, Weights
from limes.bots.lookahead cimport MOST_REPLIES, reply
from limes.bots.network cimport Net
from limes.core.chance cimport unseen_cards
from limes.core.landscape cimport MAX_CARDS, Landscape, Setup


cdef inline double price(
    const Net* net, const Setup* setup, const Weights* weights, const Landscape* land, int card, int width
) noexcept nogil:
    """The value with this card beyond the mean over all that could come: 0 on average, whatever the evaluation."""
    cdef uint8_t cards[MAX_CARDS]
    cdef int number = unseen_cards(setup, land.state.cards, cards), i
    cdef double total = 0, own = 0
    cdef Choice turns[MOST_REPLIES]
    for i in range(number):
        reply(net, setup, weights, land, cards[i], width, turns)
        total += turns[0].value
        if cards[i] == card:
            own = turns[0].value
    return own - total / number
