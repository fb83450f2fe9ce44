"""The learned evaluation: a small network on the features of a landscape after a turn."""

from libc.stdint cimport int16_t, int32_t, uint16_t

from limes.bots.evaluation cimport Choice, Weights, best_turn, make_turn, top_turns
from limes.bots.feature_rows cimport DECK, DECK_FEATURES, DECK_ROWS, MOST_FEATURES
from limes.bots.features cimport list_features
from limes.core.landscape cimport ROUNDS, Landscape, Setup, copy


cdef extern from "network.h" nogil:
    enum:
        WIDTH "LIMES_WIDTH"
        OUTPUTS "LIMES_OUTPUTS"
        PHASES "LIMES_PHASES"
    ctypedef struct Phase "LimesPhase":
        pass
    void run_network "limes_network"(
        const int16_t* first,
        const int16_t* gates,
        const int16_t* bias,
        const Phase* phase,
        const uint16_t* rows,
        int number,
        int deck,
        int deck_first,
        int wanted,
        int32_t* outputs,
    )


cdef extern from *:
    """
    #define LIMES_POINT 524288.0f  /* what the network calls one point */
    """
    const float POINT "LIMES_POINT"


ctypedef struct Net:
    int16_t* first  # FEATURES rows of WIDTH numbers
    int16_t gates[DECK_FEATURES][WIDTH]
    int16_t bias[WIDTH]
    Phase phases[PHASES]


cdef class Network:
    cdef Net net


cdef inline void look_out(
    const Net* net, const Setup* setup, const Landscape* land, int wanted, int32_t* outputs
) noexcept nogil:
    """What is still to be gained from a landscape with cards to come: so many of the outputs."""
    cdef uint16_t rows[MOST_FEATURES]
    cdef int number = list_features(setup, land, rows)
    run_network(
        net.first, &net.gates[0][0], net.bias, &net.phases[ROUNDS - land.state.laid], rows, number, DECK_ROWS, DECK, wanted,
        outputs,
    )


cdef inline float expected(const Net* net, const Setup* setup, const Landscape* land) noexcept nogil:
    """The final total to expect from a landscape after a turn."""
    cdef int32_t output
    if land.state.laid == ROUNDS:
        return land.total
    look_out(net, setup, land, 1, &output)
    return land.total + output / POINT


cdef inline int judge_turns(
    const Net* net, const Setup* setup, const Weights* weights, const Landscape* land, int card, Choice* turns, int width
) noexcept nogil:
    """The turns that the tables like best, with the network's values and the best of them first; gives their number."""
    cdef int found, i, best = 0
    cdef Landscape after
    cdef Choice kept
    if land.state.laid == ROUNDS - 1:
        best_turn(setup, weights, land, card, &turns[0])
        return 1
    found = top_turns(setup, weights, land, card, turns, width)
    for i in range(found):
        copy(&after, land)
        make_turn(setup, &after, card, &turns[i])
        turns[i].value = expected(net, setup, &after)
        if turns[i].value > turns[best].value:
            best = i
    kept = turns[0]
    turns[0] = turns[best]
    turns[best] = kept
    return found
