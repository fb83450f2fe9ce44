from limes.core.block cimport Block
from limes.core.box cimport Box
from limes.core.crew cimport Work
from limes.core.slot cimport Slot


cdef class KeptGames:
    cdef Block block
    cdef readonly Box box
    cdef readonly object seed
    cdef readonly int threads
    cdef readonly object masks, rewards, done, totals, finals, cards, phases, unseen, planes, scalars
    cdef object actions
    cdef bint busy

    cdef int furnish(self, deck, variants, int threads, bint observe) except -1
    cdef int enter(self) except -1
    cdef int share_out(self, Work work, Block* block) except -1
    cdef Slot* slot(self, Py_ssize_t game) except NULL
