"""Simulated annealing over full frames: which cell and facing each card of a known order ends with."""

from libc.math cimport log
from libc.stdint cimport uint16_t, uint64_t

from limes.bots.mosaic cimport Mosaic, cell_zones, earnings
from limes.core.bits cimport count, lowest, nth
from limes.core.box cimport Box
from limes.core.chance cimport Rng, below, draw, start
from limes.core.landscape cimport ROUNDS

from limes.core import notation
from limes.core.box import box
from limes.rules import Place, Turn


cdef double HOT = 0.6  # the loss that is accepted at first once in e tries
cdef double COLD = 0.35  # and at the end

START = 3  # column and row of the start card's cell on the grid


cdef class Annealing:
    cdef Box box
    cdef Rng rng
    cdef Mosaic mosaic
    cdef Mosaic best_mosaic
    cdef int total
    cdef int best_total
    cdef long done
    cdef long tries
    cdef uint16_t beside[ROUNDS]  # by cell: those that a card may join

    def __cinit__(self, deck, variants, order, long tries, uint64_t seed, uint64_t stream):
        self.box = box(deck, variants)
        self.tries = tries
        start(&self.rng, seed, stream)
        for cell in range(ROUNDS):
            for other in range(ROUNDS):
                rows, columns = abs(cell // 4 - other // 4), abs(cell % 4 - other % 4)
                if rows + columns == 1 or (variants.diagonal and rows == columns == 1):
                    self.beside[cell] |= 1 << other
        for turn in range(ROUNDS):
            self.mosaic.card[turn] = order[turn] - 1
        self._grow()

    def advance(self, long tries):
        """Try so many more changes; false when all are done."""
        cdef long last = min(self.tries, self.done + tries)
        with nogil:
            while self.done < last:
                self._try_one(HOT + (COLD - HOT) * self.done / self.tries)
                self.done += 1
        return self.done < self.tries

    @property
    def best(self):
        """The best total so far."""
        return self.best_total

    def turns(self):
        """The turns that lead to the best total."""
        cdef uint64_t stand[ROUNDS]
        cdef const Mosaic* mosaic = &self.best_mosaic
        cdef uint64_t here
        cdef int turn, row, column
        earnings(&self.box.setup, mosaic, stand)
        turns = []
        for turn in range(ROUNDS):
            row = START + (mosaic.cell[turn] >> 2) - (mosaic.cell[0] >> 2)
            column = START + (mosaic.cell[turn] & 3) - (mosaic.cell[0] & 3)
            lying = notation.laid_card(mosaic.card[turn] + 1, 4 * (7 * row + column) + mosaic.facing[turn])
            here = stand[turn] & cell_zones(mosaic.cell[turn])
            worker = None
            if here:
                worker = Place(notation.quarter_text((lowest(here) & 1) + 2 * (lowest(here) >> 3 & 1)))
            turns.append(Turn(lying.cell, lying.facing, worker))
        return turns

    cdef void _grow(self) noexcept nogil:
        """Any landscape to begin with."""
        cdef uint16_t laid = 0, joining = 0xffff
        cdef int turn, cell
        for turn in range(ROUNDS):
            cell = nth(joining, below(&self.rng, count(joining)))
            laid |= <uint16_t>1 << cell
            joining = (joining if turn else 0) | self.beside[cell]
            joining &= ~laid
            self.mosaic.cell[turn] = cell
            self.mosaic.turn[cell] = turn
            self.mosaic.facing[turn] = below(&self.rng, 4)
        self.total = self.best_total = earnings(&self.box.setup, &self.mosaic, NULL)
        self.best_mosaic = self.mosaic

    cdef bint _is_legal(self, const Mosaic* mosaic) noexcept nogil:
        """Whether each card joins an earlier one."""
        cdef uint16_t laid = <uint16_t>1 << mosaic.cell[0]
        cdef int turn, cell
        for turn in range(1, ROUNDS):
            cell = mosaic.cell[turn]
            if not self.beside[cell] & laid:
                return False
            laid |= <uint16_t>1 << cell
        return True

    cdef bint _change(self, Mosaic* mosaic) noexcept nogil:
        """Turn a card or let two change places; false where the cards could not be laid like that."""
        cdef int one = below(&self.rng, ROUNDS), other, cell
        cdef int kind = below(&self.rng, 10)
        if kind < 3:
            mosaic.facing[one] = mosaic.facing[one] + 1 + below(&self.rng, 3) & 3
            return True
        other = one + 1 + below(&self.rng, ROUNDS - 1) & ROUNDS - 1
        cell = mosaic.cell[one]
        mosaic.cell[one] = mosaic.cell[other]
        mosaic.cell[other] = cell
        mosaic.turn[mosaic.cell[one]] = one
        mosaic.turn[cell] = other
        if kind < 8:
            mosaic.facing[one] = below(&self.rng, 4)
            mosaic.facing[other] = below(&self.rng, 4)
        return self._is_legal(mosaic)

    cdef void _try_one(self, double heat) noexcept nogil:
        cdef Mosaic changed = self.mosaic
        cdef int total
        if not self._change(&changed):
            return
        total = earnings(&self.box.setup, &changed, NULL)
        if total < self.total and total - self.total < heat * log(((draw(&self.rng) >> 11) + 1) / 9007199254740992.0):
            return
        self.mosaic = changed
        self.total = total
        if total > self.best_total:
            self.best_total = total
            self.best_mosaic = changed
