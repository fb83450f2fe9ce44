"""For other compiled modules: `cdef Box kept = box(deck, variants)`, then `&kept.setup`."""

from limes.core.landscape cimport Setup


cdef class Box:
    cdef Setup setup
    cdef readonly object deck
    cdef readonly object variants
