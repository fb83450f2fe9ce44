"""The memory of a batch: its games, and the arrays in which Python sees them."""

from limes.core.box import box

from libc.stdint cimport int16_t, int32_t, uint8_t
from libc.stdlib cimport calloc, free

from limes.core.block cimport Block
from limes.core.buffers cimport new_array, start_of
from limes.core.crew cimport MAX_THREADS, Work, share_out
from limes.core.numbers cimport ALL_NUMBERS
from limes.core.planes cimport PLANES, SIDE, UNSEEN
from limes.core.slot cimport Slot


cdef enum:
    MOST_GAMES = 1 << 24


cdef class KeptGames:
    """Games in one block of memory, with what they show."""

    def __cinit__(self, Py_ssize_t games, *args, **options):
        if not 0 < games <= MOST_GAMES:
            raise ValueError(f"a batch has 1 to {MOST_GAMES} games, not {games}")
        self.block.games = games
        self.block.slots = <Slot*>calloc(games, sizeof(Slot))
        if self.block.slots == NULL:
            raise MemoryError(f"{games} games of {sizeof(Slot)} bytes each")

    def __dealloc__(self):
        free(self.block.slots)

    def __len__(self):
        return self.block.games

    @property
    def deck(self):
        return self.box.deck

    @property
    def variants(self):
        return self.box.variants

    @property
    def restart(self):
        """Whether a game that ends begins anew in the same step."""
        return self.block.restart

    @property
    def every(self):
        """Whether masks hold every legal action, not one for each different future."""
        return self.block.every

    cdef int furnish(self, deck, variants, int threads, bint observe) except -1:
        """Make the arrays, which Python may only read."""
        cdef Block* block = &self.block
        number, cards = self.block.games, len(deck)
        if self.box is not None:
            raise ValueError("a batch is made once; reset() begins its games anew")
        if not 0 < threads <= MAX_THREADS:
            raise ValueError(f"a batch has 1 to {MAX_THREADS} threads, not {threads}")
        self.threads = threads
        self.actions = new_array("i", sizeof(int32_t), (number,))
        self.masks = new_array("?", 1, (number, ALL_NUMBERS))
        self.rewards = new_array("h", sizeof(int16_t), (number,))
        self.done = new_array("?", 1, (number,))
        self.totals = new_array("h", sizeof(int16_t), (number,))
        self.finals = new_array("h", sizeof(int16_t), (number,))
        self.cards = new_array("B", 1, (number,))
        self.phases = new_array("B", 1, (number,))
        self.unseen = new_array("?", 1, (number, cards))
        block.actions = <int32_t*>start_of(self.actions)
        block.masks = <uint8_t*>start_of(self.masks)
        block.rewards = <int16_t*>start_of(self.rewards)
        block.done = <uint8_t*>start_of(self.done)
        block.totals = <int16_t*>start_of(self.totals)
        block.finals = <int16_t*>start_of(self.finals)
        block.cards = <uint8_t*>start_of(self.cards)
        block.phases = <uint8_t*>start_of(self.phases)
        block.unseen = <uint8_t*>start_of(self.unseen)
        if observe:
            self.planes = new_array("B", 1, (number, PLANES, SIDE, SIDE))
            self.scalars = new_array("h", sizeof(int16_t), (number, UNSEEN + cards))
            block.planes = <uint8_t*>start_of(self.planes)
            block.scalars = <int16_t*>start_of(self.scalars)
        self.box = box(deck, variants)
        block.setup = &self.box.setup
        return 0

    cdef int enter(self) except -1:
        """The GIL is let go of inside, so a second thread could come in."""
        if self.busy:
            raise RuntimeError("another thread is working on this batch")
        self.busy = True
        return 0

    cdef int share_out(self, Work work, Block* block) except -1:
        """Work on all games after `enter`."""
        try:
            return share_out(work, block, self.block.games, self.threads)
        finally:
            self.busy = False

    cdef Slot* slot(self, Py_ssize_t game) except NULL:
        if not 0 <= game < self.block.games:
            raise IndexError(f"there is no game {game}; there are 0 to {self.block.games - 1}")
        if self.busy:
            raise RuntimeError("another thread is working on this batch")
        return &self.block.slots[game]
