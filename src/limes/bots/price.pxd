"""What knowing the next card is worth to a landscape, by the evaluation."""

from limes.bots.evaluation cimport Choice, Weights
from limes.bots.lookahead cimport next_card_mean
from limes.bots.network cimport Net
from limes.core.landscape cimport MAX_CARDS, Landscape, Setup


cdef inline double price(
    const Net* net, const Setup* setup, const Weights* weights, const Landscape* land, int card, int width
) noexcept nogil:
    """The value with this card beyond the mean over all that could come: 0 on average, whatever the evaluation."""
    cdef Choice replies[MAX_CARDS]
    cdef double mean = next_card_mean(net, setup, weights, land, width, replies)
    return replies[card].value - mean
