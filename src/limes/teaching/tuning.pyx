"""Self-play that fills the tables of the evaluation, in two ways.

`play` is TD(lambda) on landscapes after a turn. `compare` then makes the evaluation rank turns well: several turns of a
position are played out on one order of cards, and their values step towards the differences between the totals. In both
ways weights can adapt: each has a rate of its own, which shrinks as its errors cancel out or add up.
"""

from libc.math cimport fabs, sqrt
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from limes.bots.evaluation cimport (
    MANY,
    ONE,
    OPENS,
    POINTS,
    Choice,
    Evaluation,
    Frame,
    Prospect,
    Weights,
    kind_of,
    look_ahead,
    make_turn,
    openness,
    supply_status,
    survey_frame,
    top_turns,
)
from limes.bots.lookahead cimport play_on
from limes.core.bits cimport lowest
from limes.core.box cimport Box
from limes.core.chance cimport Rng, below, deal, start, unseen_cards
from limes.core.landscape cimport MAX_CARDS, ROUNDS, WORKERS, Landscape, Setup, Territory, clear, copy
from limes.core.state cimport State

from limes.core.box import box


cdef enum:
    MOST_ACTIVE = 2 + 3 * 64
    RIVALS = 8  # turns of a position that are compared
    RANKED = 60  # of so many with the highest values

cdef double WORKER_IN_SUPPLY = 4  # points, before anything is learnt
cdef double FADE = 0.8  # lambda: how much of what came later is believed at once
cdef double DRIFT = 0.003  # how fast values follow totals while differences are learnt
cdef double FIRST_SIZE = 30  # squared points: no weight takes its first step at full rate


cdef class Tuner:
    cdef readonly Evaluation evaluation
    cdef Box box
    cdef Rng rng
    cdef float* errors
    cdef float* sizes
    cdef float* squares

    def __cinit__(self, deck, variants, uint64_t seed):
        cdef int left, supply
        self.evaluation = Evaluation()
        for left in range(ROUNDS):
            for supply in range(WORKERS + 1):
                self.evaluation.weights.supply[left][supply] = WORKER_IN_SUPPLY * supply
        self.box = box(deck, variants)
        start(&self.rng, seed, 0)
        self.errors = <float*>calloc(1, sizeof(Weights))
        self.sizes = <float*>calloc(1, sizeof(Weights))
        self.squares = <float*>calloc(1, sizeof(Weights))
        if not self.errors or not self.sizes or not self.squares:
            raise MemoryError

    def __dealloc__(self):
        free(self.errors)
        free(self.sizes)
        free(self.squares)

    def play(self, int games, double rate, bint adapt):
        """Greedy games, learning from their totals; gives the mean total."""
        cdef double total = 0
        cdef int i
        with nogil:
            for i in range(games):
                total += self._game(rate, 0, adapt)
        return total / games

    def compare(self, int games, double rate, bint adapt):
        """Greedy games, learning in each position from play-outs of several turns; gives the mean total."""
        cdef double total = 0
        cdef int i
        with nogil:
            for i in range(games):
                total += self._game(DRIFT, rate, adapt)
        return total / games

    cdef int _game(self, double rate, double compare, bint adapt) noexcept nogil:
        cdef Landscape after[ROUNDS]
        cdef Landscape land
        cdef Choice turns[RANKED]
        cdef uint8_t cards[MAX_CARDS]
        cdef const Setup* setup = &self.box.setup
        cdef int number = unseen_cards(setup, 0, cards), i, found
        cdef double aim, value
        clear(&land)
        deal(&self.rng, cards, number, number)
        for i in range(ROUNDS):
            found = top_turns(setup, &self.evaluation.weights, &land, cards[i], turns, RANKED if compare else 1)
            if compare and 0 < i < ROUNDS - 1:
                self._compare(&land, cards, turns, found, compare, adapt)
            make_turn(setup, &land, cards[i], &turns[0])
            after[i] = land
        aim = land.total
        for i in range(ROUNDS - 2, -1, -1):
            value = self._learn(&after[i], aim, rate, adapt and not compare)
            aim = FADE * aim + (1 - FADE) * value
        return land.total

    cdef double _learn(self, const Landscape* land, double aim, double rate, bint adapt) noexcept nogil:
        """Step towards the aim, by less where errors cancel out (temporal coherence); gives the value before that."""
        cdef float* weights = <float*>&self.evaluation.weights
        cdef long active[MOST_ACTIVE]
        cdef double value, error, step, trust
        cdef int found = active_weights(&self.box.setup, &self.evaluation.weights, land, active, &value), i
        error = aim - value
        step = rate * error / found
        for i in range(found):
            trust = 1
            if adapt:
                if self.sizes[active[i]] > 0:
                    trust = fabs(self.errors[active[i]]) / self.sizes[active[i]]
                self.errors[active[i]] += error
                self.sizes[active[i]] += fabs(error)
            weights[active[i]] += step * trust
        return value

    cdef void _compare(
        self, const Landscape* land, const uint8_t* cards, Choice* turns, int found, double rate, bint adapt
    ) noexcept nogil:
        """Play out the best turns and some others on one order; the first of the turns stays where it is."""
        cdef const Setup* setup = &self.box.setup
        cdef int laid = land.state.laid, number = setup.cards - laid - 1, rivals = min(found, <int>RIVALS), i, other
        cdef Landscape tried[RIVALS]
        cdef uint8_t order[MAX_CARDS]
        cdef double error[RIVALS]
        cdef double mean = 0
        cdef Choice kept
        memcpy(order, cards + laid + 1, number)
        deal(&self.rng, order, number, ROUNDS - laid - 1)
        for i in range(rivals):
            if i >= RIVALS // 2:
                other = i + below(&self.rng, found - i)
                kept = turns[i]
                turns[i] = turns[other]
                turns[other] = kept
            copy(&tried[i], land)
            make_turn(setup, &tried[i], cards[laid], &turns[i])
            error[i] = play_on(NULL, setup, &self.evaluation.weights, &tried[i], order, ROUNDS - laid - 1, 0, NULL)
            error[i] -= turns[i].value
            mean += error[i] / rivals
        for i in range(rivals):
            self._step(&tried[i], error[i] - mean, rate, adapt)

    cdef void _step(self, const Landscape* land, double error, double rate, bint adapt) noexcept nogil:
        """Step by an error; weights that adapt take smaller steps the more error they have seen (Adagrad)."""
        cdef float* weights = <float*>&self.evaluation.weights
        cdef long active[MOST_ACTIVE]
        cdef double value
        cdef int found = active_weights(&self.box.setup, &self.evaluation.weights, land, active, &value), i
        for i in range(found):
            if adapt:
                self.squares[active[i]] += error * error
                weights[active[i]] += rate * error / sqrt(self.squares[active[i]] + FIRST_SIZE)
            else:
                weights[active[i]] += rate * error / found


def landscape_value(Evaluation evaluation not None, State state not None):
    cdef long active[MOST_ACTIVE]
    cdef double value
    active_weights(&state.box.setup, &evaluation.weights, &state.land, active, &value)
    return value


cdef int active_weights(
    const Setup* setup, const Weights* weights, const Landscape* land, long* active, double* value
) noexcept nogil:
    """Where the weights stand that make up the value of a landscape after a turn; gives their number."""
    cdef const float* first = <const float*>weights
    cdef int left = ROUNDS - land.state.laid, supply = WORKERS - land.state.workers
    cdef int found = 2, points, open_zones, status, terrain, i
    cdef uint64_t live = land.live
    cdef const Territory* territory
    cdef Prospect prospect
    cdef Frame frame
    look_ahead(setup, land.state.cards, &prospect)
    survey_frame(land, &frame)
    value[0] = 0
    active[0] = &weights.supply[left][supply] - first
    active[1] = &weights.frame[left][land.state.width][land.state.height] - first
    while live:
        territory = &land.territory[lowest(live)]
        live &= live - 1
        terrain = territory.terrain
        points = min(<int>territory.points, POINTS - 1)
        if territory.crowd:
            value[0] += territory.points - points
        open_zones = openness(&frame, territory)
        status = supply_status(supply) if territory.crowd == 0 else ONE if territory.crowd == 1 else MANY
        active[found] = &weights.territory[left][terrain][points][open_zones][status] - first
        active[found + 1] = &weights.share[left][terrain][open_zones][prospect.share[terrain]][status] - first
        active[found + 2] = (
            &weights.kind[left][terrain][kind_of(land, &frame, territory)][open_zones][status] - first
        )
        found += 3
    for i in range(found):
        value[0] += first[active[i]]
    return found
