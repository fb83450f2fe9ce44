"""For other compiled modules: `&state.land` with `&state.box.setup`."""

from limes.core.box cimport Box
from limes.core.landscape cimport Landscape


cdef class State:
    cdef Landscape land
    cdef readonly Box box
    cdef int card  # turned up and not laid yet, from 0, or -1
    cdef bint worker_due  # the card is laid, the worker has not acted

    cpdef State copy(self)
