"""Beyond the turn at hand: greedy play on a known order, and means over the cards that may come next."""

from cpython.time cimport perf_counter
from libc.stdint cimport uint8_t

from limes.bots.evaluation cimport Choice, Weights, best_turn, make_turn, top_turns
from limes.bots.network cimport Net, expected, judge_turns
from limes.core.chance cimport unseen_by_face
from limes.core.landscape cimport MAX_CARDS, ROUNDS, Landscape, Setup, copy


cdef enum:
    MOST_REPLIES = 64

cdef enum:
    OUT_OF_TIME = -1  # no landscape is worth less than nothing


cdef inline bint over(double end) noexcept nogil:
    """Whether the clock has passed an end; 0 is no end."""
    return end > 0 and perf_counter() > end


cdef inline void reply(
    const Net* net, const Setup* setup, const Weights* weights, const Landscape* land, int card, int width, Choice* turns
) noexcept nogil:
    """Put the best turn first, of so many that the network judges; without a network it is the tables' best."""
    if net:
        judge_turns(net, setup, weights, land, card, turns, width)
    else:
        best_turn(setup, weights, land, card, turns)


cdef inline double play_on(
    const Net* net,
    const Setup* setup,
    const Weights* weights,
    const Landscape* land,
    const uint8_t* cards,
    int number,
    int width,
    const Choice* replies,
) noexcept nogil:
    """What the landscape is worth when so many cards have come in this order, each laid by the best turn in sight.

    Where the best replies to all cards that may come first are known, they need not be found again.
    """
    cdef Landscape played
    cdef Choice turns[MOST_REPLIES]
    cdef double value = 0
    cdef int i
    copy(&played, land)
    for i in range(number):
        if i == 0 and replies:
            turns[0] = replies[cards[0]]
        else:
            reply(net, setup, weights, &played, cards[i], width, turns)
        make_turn(setup, &played, cards[i], &turns[0])
        value = turns[0].value
    return value


cdef inline double next_card_mean(
    const Net* net, const Setup* setup, const Weights* weights, const Landscape* land, int width, Choice* replies
) noexcept nogil:
    """The mean over all cards not seen of the best value with that card; exact when it is the last card.

    The best turn with each of these cards is kept where there is room for it.
    """
    cdef uint8_t cards[MAX_CARDS]
    cdef int number = unseen_by_face(setup, land.state.cards, cards), i
    cdef double total = 0
    cdef Choice turns[MOST_REPLIES]
    for i in range(number):
        reply(net, setup, weights, land, cards[i], width, turns)
        total += turns[0].value
        if replies:
            replies[cards[i]] = turns[0]
    return total / number


cdef inline double cards_mean(
    const Setup* setup, const Weights* weights, const Landscape* land, int ahead, int width, double end
) noexcept nogil:
    """The same by the tables so many cards ahead, trying so many turns with each but the last; `OUT_OF_TIME` past the end."""
    cdef uint8_t cards[MAX_CARDS]
    cdef int number, i, k
    cdef double total = 0, best, value
    cdef Choice turns[MOST_REPLIES]
    cdef Landscape after
    if ahead == 1:
        return OUT_OF_TIME if over(end) else next_card_mean(NULL, setup, weights, land, 0, NULL)
    number = unseen_by_face(setup, land.state.cards, cards)
    for i in range(number):
        best = 0
        for k in range(top_turns(setup, weights, land, cards[i], turns, width)):
            copy(&after, land)
            make_turn(setup, &after, cards[i], &turns[k])
            value = cards_mean(setup, weights, &after, ahead - 1, width, end)
            if value == OUT_OF_TIME:
                return OUT_OF_TIME
            best = max(best, value)
        total += best
    return total / number
