"""The learned evaluation's weights as Python holds them."""

from libc.stdint cimport int16_t, int32_t, uint16_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from limes.bots.features cimport (
    AROUND,
    CELL,
    CORNER,
    EDGE,
    FEATURES,
    FLANK,
    KIND,
    MEET,
    MOST_FEATURES,
    SHAPE,
    SIGHT,
    TERRITORY,
    list_features,
)
from limes.bots.network cimport OUTPUTS, PHASES, POINT, WIDTH, Net, Phase, run_network
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
}


cdef class Network:
    def __cinit__(self, bytes weights not None):
        cdef const char* given = weights
        cdef size_t first = FEATURES * WIDTH * sizeof(int16_t)
        if len(weights) != first + sizeof(self.net.bias) + sizeof(self.net.phases):
            raise ValueError(
                f"the weights are {first + sizeof(self.net.bias) + sizeof(self.net.phases)} bytes, not {len(weights)}"
            )
        self.net.first = <int16_t*>malloc(first)
        if not self.net.first:
            raise MemoryError
        memcpy(self.net.first, given, first)
        memcpy(&self.net.bias, given + first, sizeof(self.net.bias))
        memcpy(&self.net.phases, given + first + sizeof(self.net.bias), sizeof(self.net.phases))

    def __dealloc__(self):
        free(self.net.first)

    def outlook(self, State state not None):
        """The mean of the final total, then its quantiles, for a landscape after a turn."""
        cdef uint16_t rows[MOST_FEATURES]
        cdef int32_t outputs[OUTPUTS]
        cdef int left = ROUNDS - state.land.state.laid, number, i
        if left == 0:
            return [float(state.land.total)] * OUTPUTS
        number = list_features(&state.box.setup, &state.land, rows)
        run_network(self.net.first, self.net.bias, &self.net.phases[left], rows, number, OUTPUTS, outputs)
        return [state.land.total + outputs[i] / POINT for i in range(OUTPUTS)]


def features(State state not None):
    """The rows of the first layer that a landscape after a turn stands for."""
    cdef uint16_t rows[MOST_FEATURES]
    return [rows[i] for i in range(list_features(&state.box.setup, &state.land, rows))]
