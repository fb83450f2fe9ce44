"""Beam search for a known order of cards: of all landscapes reached with each card the best ones are kept.

They are valued by the tables, or by the network among the turns that the tables like best.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, malloc, qsort

from limes.bots.evaluation cimport Choice, Evaluation, make_turn, top_turns
from limes.bots.lookahead cimport over
from limes.bots.network cimport Net, Network, judge_turns
from limes.bots.price cimport price
from limes.bots.wording cimport turn_of
from limes.core.bits cimport lowest
from limes.core.box cimport Box
from limes.core.landscape cimport ROUNDS, Landscape, Setup, clear, copy

from limes.core.box import box


cdef enum:
    BRANCHES = 48  # turns of one landscape that are tried
    REPLIES = 12  # turns with a card that the network judges to say what that card is worth


ctypedef struct Step:
    Choice turn
    int before  # the landscape that it was made in


cdef void* _room(size_t size) except NULL:
    cdef void* found = malloc(size)
    if not found:
        raise MemoryError
    return found


cdef int _better(const void* one, const void* other) noexcept nogil:
    """Highest values first; equal ones in the order they were found, so that the search can be repeated."""
    cdef const Step* first = <const Step*>one
    cdef const Step* second = <const Step*>other
    if first.turn.value != second.turn.value:
        return -1 if first.turn.value > second.turn.value else 1
    return -1 if first < second else 1


cdef inline uint64_t _mixed(uint64_t kept, uint64_t added) noexcept nogil:
    kept = (kept ^ added) * <uint64_t>0x9e3779b97f4a7c15
    return kept ^ kept >> 29


cdef uint64_t _fingerprint(const Landscape* land) noexcept nogil:
    """The same for landscapes with the same future: zones, huts, and the crowd of each territory."""
    cdef uint64_t found = land.state.huts, manned = land.manned, crowds = 0
    cdef int i
    for i in range(4):
        found = _mixed(found, land.state.zones[i])
    while manned:
        i = lowest(manned)
        manned &= manned - 1
        crowds += _mixed(land.territory[i].mask, land.territory[i].crowd)
    return _mixed(found, crowds) | 1


cdef class Beam:
    cdef Box box
    cdef Evaluation evaluation
    cdef Network network
    cdef const Net* net  # of the network; NULL: the tables value alone
    cdef int width
    cdef int round_
    cdef int found
    cdef uint8_t cards[ROUNDS]
    cdef Landscape* lands
    cdef Landscape* after
    cdef bint penalised
    cdef double* paid  # by each landscape so far
    cdef double* paid_after
    cdef Step* steps[ROUNDS]
    cdef Step* pool
    cdef uint64_t* seen
    cdef size_t places

    def __cinit__(
        self,
        Evaluation evaluation not None,
        deck,
        variants,
        order,
        int width,
        bint penalised=False,
        Network network=None,
    ):
        cdef int i
        self.box = box(deck, variants)
        self.evaluation = evaluation
        self.network = network
        self.net = &network.net if network is not None else NULL
        self.width = width
        self.penalised = penalised
        for i in range(ROUNDS):
            self.cards[i] = order[i] - 1
            self.steps[i] = <Step*>_room(width * sizeof(Step))
        self.lands = <Landscape*>_room(width * sizeof(Landscape))
        self.after = <Landscape*>_room(width * sizeof(Landscape))
        self.paid = <double*>_room(width * sizeof(double))
        self.paid_after = <double*>_room(width * sizeof(double))
        self.pool = <Step*>_room(<size_t>width * BRANCHES * sizeof(Step))
        self.places = 1
        while self.places < 4 * <size_t>width:
            self.places *= 2
        self.seen = <uint64_t*>_room(self.places * sizeof(uint64_t))
        clear(&self.lands[0])
        self.paid[0] = 0
        self.found = 1

    def __dealloc__(self):
        for i in range(ROUNDS):
            free(self.steps[i])
        free(self.lands)
        free(self.after)
        free(self.paid)
        free(self.paid_after)
        free(self.pool)
        free(self.seen)

    def advance(self, double end):
        """Lay the next card in every way that is kept; false once the clock has passed the end, 0 for none."""
        cdef bint done
        with nogil:
            done = self._advance(end)
        return done

    @property
    def total(self):
        """The best total of the landscapes that are kept."""
        return max([self.lands[i].total for i in range(self.found)])

    @property
    def penalised_total(self):
        """The best total less what was paid for it."""
        return max([self.lands[i].total - self.paid[i] for i in range(self.found)])

    def turns(self):
        """The turns that lead to the best total."""
        cdef Landscape land
        cdef int at = max(range(self.found), key=lambda i: self.lands[i].total)
        cdef int i
        cdef int path[ROUNDS]
        for i in range(self.round_ - 1, -1, -1):
            path[i] = at
            at = self.steps[i][at].before
        clear(&land)
        turns = []
        for i in range(self.round_):
            turns.append(turn_of(&self.box.setup, &land, self.cards[i], &self.steps[i][path[i]].turn))
            make_turn(&self.box.setup, &land, self.cards[i], &self.steps[i][path[i]].turn)
        return turns

    cdef int _branches(self, const Landscape* land, int card, Choice* turns) noexcept nogil:
        """The turns worth trying, with their values; gives their number."""
        if self.net:
            return judge_turns(self.net, &self.box.setup, &self.evaluation.weights, land, card, turns, BRANCHES)
        return top_turns(&self.box.setup, &self.evaluation.weights, land, card, turns, BRANCHES)

    cdef bint _advance(self, double end) noexcept nogil:
        cdef const Setup* setup = &self.box.setup
        cdef Choice turns[BRANCHES]
        cdef Landscape* swapped
        cdef double* swapped_paid
        cdef Landscape* land
        cdef uint64_t print_
        cdef size_t place, tried = 0, i
        cdef int card = self.cards[self.round_], number, k, kept = 0
        for number in range(self.found):
            if over(end):
                return False
            if self.penalised:
                self.paid[number] += price(
                    self.net, setup, &self.evaluation.weights, &self.lands[number], card, REPLIES
                )
            for k in range(self._branches(&self.lands[number], card, turns)):
                self.pool[tried].turn = turns[k]
                self.pool[tried].turn.value -= self.paid[number]
                self.pool[tried].before = number
                tried += 1
        qsort(self.pool, tried, sizeof(Step), _better)
        for i in range(self.places):
            self.seen[i] = 0
        for i in range(tried):
            land = &self.after[kept]
            copy(land, &self.lands[self.pool[i].before])
            make_turn(setup, land, card, &self.pool[i].turn)
            print_ = _fingerprint(land)
            place = print_ & self.places - 1
            while self.seen[place] and self.seen[place] != print_:
                place = place + 1 & self.places - 1
            if self.seen[place]:
                continue
            self.seen[place] = print_
            self.steps[self.round_][kept] = self.pool[i]
            self.paid_after[kept] = self.paid[self.pool[i].before]
            kept += 1
            if kept == self.width:
                break
        swapped = self.lands
        self.lands = self.after
        self.after = swapped
        swapped_paid = self.paid
        self.paid = self.paid_after
        self.paid_after = swapped_paid
        self.found = kept
        self.round_ += 1
        return True
