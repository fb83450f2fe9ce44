"""For other compiled modules: `&random.rng`."""

from limes.core.chance cimport Rng


cdef class Random:
    cdef Rng rng
