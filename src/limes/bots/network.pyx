"""The learned evaluation's weights as Python holds them."""

from libc.stdint cimport int16_t, int32_t, uint16_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from limes.bots.feature_rows cimport (
    AROUND,
    CELL,
    CORNER,
    DECK,
    DECK_FEATURES,
    DECK_ROWS,
    EDGE,
    FEATURES,
    FERRY,
    FLANK,
    KIND,
    MEET,
    MOST_FEATURES,
    SHAPE,
    SIGHT,
    TERRITORY,
)
from limes.bots.features cimport list_features
from limes.bots.network cimport OUTPUTS, POINT, WIDTH, look_out
from limes.core.landscape cimport ROUNDS
from limes.core.state cimport State

ROWS = FEATURES
FIRST_ROWS = {
    "territory": TERRITORY,
    "kind": KIND,
    "edge": EDGE,
    "corner": CORNER,
    "flank": FLANK,
    "around": AROUND,
    "cell": CELL,
    "sight": SIGHT,
    "shape": SHAPE,
    "meet": MEET,
    "deck": DECK,
    "ferry": FERRY,
}
GATED = DECK_ROWS  # the first rows of a list, which have gates
GATES = DECK_FEATURES


cdef class Network:
    def __cinit__(self, bytes weights not None):
        cdef const char* given = weights
        cdef size_t first = FEATURES * WIDTH * sizeof(int16_t)
        cdef size_t rest = sizeof(self.net.gates) + sizeof(self.net.bias) + sizeof(self.net.phases)
        if <size_t>len(weights) != first + rest:
            raise ValueError(f"the weights are {first + rest} bytes, not {len(weights)}")
        self.net.first = <int16_t*>malloc(first)
        if not self.net.first:
            raise MemoryError
        memcpy(self.net.first, given, first)
        given += first
        memcpy(&self.net.gates, given, sizeof(self.net.gates))
        given += sizeof(self.net.gates)
        memcpy(&self.net.bias, given, sizeof(self.net.bias))
        memcpy(&self.net.phases, given + sizeof(self.net.bias), sizeof(self.net.phases))

    def __dealloc__(self):
        free(self.net.first)

    def outlook(self, State state not None):
        """The mean of the final total, then its quantiles, for a landscape after a turn."""
        cdef int32_t outputs[OUTPUTS]
        cdef int i
        if state.land.state.laid == ROUNDS:
            return [float(state.land.total)] * OUTPUTS
        look_out(&self.net, &state.box.setup, &state.land, OUTPUTS, outputs)
        return [state.land.total + outputs[i] / POINT for i in range(OUTPUTS)]


def features(State state not None):
    """The rows of the first layer that a landscape after a turn stands for."""
    cdef uint16_t rows[MOST_FEATURES]
    return [rows[i] for i in range(list_features(&state.box.setup, &state.land, rows))]
