"""The evaluation's tables as Python holds them."""

from libc.string cimport memcpy, memset

from limes.bots.evaluation cimport MANY, ONE, OPENS, POINTS, Weights
from limes.core.landscape cimport ROUNDS


cdef class Evaluation:
    def __cinit__(self, bytes weights=None):
        cdef const char* given
        if weights is None:
            count_points_only(&self.weights)
            return
        if len(weights) != sizeof(Weights):
            raise ValueError(f"the weights are {sizeof(Weights)} bytes, not {len(weights)}")
        given = weights
        memcpy(&self.weights, given, sizeof(Weights))

    def __bytes__(self):
        return (<const char*>&self.weights)[: sizeof(Weights)]

    def blended(self, float insight):
        cdef Evaluation other = Evaluation()
        cdef const float* own = <const float*>&self.weights
        cdef float* mixed = <float*>&other.weights
        cdef size_t i
        for i in range(sizeof(Weights) // sizeof(float)):
            mixed[i] += insight * (own[i] - mixed[i])
        return other


cdef void count_points_only(Weights* weights) noexcept nogil:
    cdef int left, terrain, points, open_zones
    memset(weights, 0, sizeof(Weights))
    for left in range(ROUNDS):
        for terrain in range(4):
            for points in range(POINTS):
                for open_zones in range(OPENS):
                    weights.territory[left][terrain][points][open_zones][ONE] = points
                    weights.territory[left][terrain][points][open_zones][MANY] = points
