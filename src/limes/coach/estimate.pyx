"""What a landscape is worth after a turn, for the coach: the mean of its final score over the cards that may come.

The coach meets the bots' evaluation here and nowhere else. It needs of it every turn with its value (`top_turns`), the
mean over all unseen cards of the best next turn's value (`next_card_mean`, exact further ahead by `cards_mean`), and
play on a known order (`play_on`), by the network. After another evaluation came in here, run
`scripts/calibrate_coach.py`: it measures what `limes.coach.calibration` holds.
"""

from cpython.time cimport perf_counter
from libc.math cimport sqrt
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from limes.bots.evaluation cimport Choice, Evaluation, make_turn, top_turns
from limes.bots.lookahead cimport MOST_REPLIES, cards_mean, next_card_mean, over, play_on, reply
from limes.bots.network cimport Network
from limes.bots.wording cimport turn_of
from limes.core.chance cimport Rng, deal, start, unseen_by_face, unseen_cards
from limes.core.landscape cimport MAX_CARDS, ROUNDS, Landscape, Setup, cell_of_spot, copy
from limes.core.state cimport State

from limes.bots.learned import learned
from limes.bots.weights import tuned
from limes.core import notation

cdef enum:
    ALL_TURNS = 8192  # more than any position has
    EXACT = 2  # cards to come that all orders are tried of
    MOST_RIVALS = 32
    LEAST_ORDERS = 8  # however little time there is
    PLAYED = 6  # cards of an order that the network plays on before it values what came of it
    JUDGED = 6  # turns that it judges with each of them


cdef class Estimate:
    cdef Evaluation evaluation
    cdef Network network
    cdef Choice* turns
    cdef Landscape* rivals

    def __cinit__(self):
        self.evaluation = tuned()
        self.network = learned()
        self.turns = <Choice*>malloc(ALL_TURNS * sizeof(Choice))
        self.rivals = <Landscape*>malloc(MOST_RIVALS * sizeof(Landscape))
        if not self.turns or not self.rivals:
            raise MemoryError

    def __dealloc__(self):
        free(self.turns)
        free(self.rivals)

    def worth(self, list states not None, int orders, int replies, uint64_t seed, double seconds):
        cdef double total[MOST_RIVALS]
        cdef double square[MOST_RIVALS]
        cdef State first = states[0]
        cdef State state
        cdef int number = len(states), i
        cdef double end = perf_counter() + seconds if seconds > 0 else 0
        if number > MOST_RIVALS:
            raise ValueError(f"at most {MOST_RIVALS} landscapes are compared at a time, not {number}")
        for i, state in enumerate(states):
            copy(&self.rivals[i], &state.land)
            total[i] = square[i] = 0
        with nogil:
            if ROUNDS - first.land.state.laid <= EXACT:
                orders = 1
                for i in range(number):
                    total[i] = self._exact(&first.box.setup, &self.rivals[i], min(replies, <int>MOST_REPLIES))
            else:
                orders = self._play(&first.box.setup, number, orders, seed, end, total, square)
        return [(total[i] / orders, _error(total[i] - total[0], square[i], orders)) for i in range(number)]

    cdef double _exact(self, const Setup* setup, const Landscape* land, int replies) noexcept nogil:
        cdef int left = ROUNDS - land.state.laid
        if left == 0:
            return land.total
        return cards_mean(setup, &self.evaluation.weights, land, left, replies, 0)

    cdef int _play(
        self,
        const Setup* setup,
        int number,
        int orders,
        uint64_t seed,
        double end,
        double* total,
        double* square,
    ) noexcept nogil:
        """Play all rivals on with the same sampled orders; gives how many there were."""
        cdef uint8_t unseen[MAX_CARDS]
        cdef uint8_t cards[MAX_CARDS]
        cdef int laid = self.rivals[0].state.laid
        cdef int cards_played = min(ROUNDS - laid, <int>PLAYED)
        cdef int found = unseen_by_face(setup, self.rivals[0].state.cards, unseen)
        cdef int order, i
        cdef double got, first = 0
        cdef Rng rng
        start(&rng, seed, laid)
        for order in range(orders):
            if order >= LEAST_ORDERS and over(end):
                return order
            next_order(&rng, unseen, found, order, ROUNDS - laid, cards)
            for i in range(number):
                got = play_on(
                    &self.network.net, setup, &self.evaluation.weights, &self.rivals[i], cards, cards_played, JUDGED, NULL
                )
                if i == 0:
                    first = got
                total[i] += got
                square[i] += (got - first) * (got - first)
        return orders

    def lap(self, State state not None, uint64_t seed):
        cdef uint8_t unseen[MAX_CARDS]
        cdef uint8_t cards[MAX_CARDS]
        cdef double score[MAX_CARDS]
        cdef int laid = state.land.state.laid
        cdef int cards_played = min(ROUNDS - laid, <int>PLAYED)
        cdef int found, order, i
        cdef Rng rng
        with nogil:
            found = unseen_by_face(&state.box.setup, state.land.state.cards, unseen)
            start(&rng, seed, laid)
            for order in range(found):
                next_order(&rng, unseen, found, order, ROUNDS - laid, cards)
                score[cards[0]] = play_on(
                    &self.network.net,
                    &state.box.setup,
                    &self.evaluation.weights,
                    &state.land,
                    cards,
                    cards_played,
                    JUDGED,
                    NULL,
                )
            unseen_cards(&state.box.setup, state.land.state.cards, cards)
        return [score[cards[i]] for i in range(found)]

    def with_card(self, State state not None, int card, int replies):
        cdef int left = ROUNDS - state.land.state.laid
        cdef Choice found[MOST_REPLIES]
        cdef double best
        with nogil:
            if left > EXACT:
                reply(
                    &self.network.net, &state.box.setup, &self.evaluation.weights, &state.land, card - 1, JUDGED, found
                )
                best = found[0].value
            else:
                best = self._best_with(state, card - 1, min(replies, <int>MOST_REPLIES))
        return best

    cdef double _best_with(self, State state, int card, int replies) noexcept nogil:
        """The exact value of the best turn with a card, by so many replies to try where others come after it."""
        cdef Choice found[MOST_REPLIES]
        cdef Landscape after
        cdef double best = 0
        cdef int i
        for i in range(top_turns(&state.box.setup, &self.evaluation.weights, &state.land, card, found, replies)):
            copy(&after, &state.land)
            make_turn(&state.box.setup, &after, card, &found[i])
            best = max(best, self._exact(&state.box.setup, &after, replies))
        return best

    def glance(self, State state not None, int card, int width, int near, played):
        cdef int place = -1 if played is None else notation.place_number(played)
        cdef int facings = state.box.setup.facings[card - 1]
        cdef int found, kept = 0, i
        with nogil:
            found = top_turns(
                &state.box.setup, &self.evaluation.weights, &state.land, card - 1, self.turns, ALL_TURNS
            )
            kept = self._keep(&state.land, found, width, near, place, facings)
            self._look_ahead(state, card - 1, kept)
        seen = [
            (turn_of(&state.box.setup, &state.land, card - 1, &self.turns[i]), self.turns[i].value)
            for i in range(kept)
        ]
        return sorted(seen, key=lambda each: -each[1])

    cdef int _keep(
        self, const Landscape* land, int found, int width, int near, int place, int facings
    ) noexcept nogil:
        """Only turns that are among the best so many, or among the best on the cell or in the facing played, stay."""
        cdef int i, kept = 0, on_cell = 0, in_facing = 0
        cdef bint stays
        for i in range(found):
            stays = i < width
            if cell_of_spot(&land.state, self.turns[i].spot) == place >> 2:
                on_cell += 1
                stays = stays or on_cell <= near
                if self.turns[i].facing == (place & 3) % facings:
                    in_facing += 1
                    stays = stays or in_facing <= near
            if stays:
                self.turns[kept] = self.turns[i]
                kept += 1
        return kept

    cdef void _look_ahead(self, State state, int card, int kept) noexcept nogil:
        cdef Landscape after
        cdef int i
        for i in range(kept):
            copy(&after, &state.land)
            make_turn(&state.box.setup, &after, card, &self.turns[i])
            if after.state.laid < ROUNDS:
                self.turns[i].value = next_card_mean(
                    &self.network.net, &state.box.setup, &self.evaluation.weights, &after, JUDGED, NULL
                )


cdef void next_order(Rng* rng, uint8_t* unseen, int found, int order, int wanted, uint8_t* cards) noexcept nogil:
    """So many cards of those not seen, in an order drawn at random; each is the next one equally often."""
    if order % found == 0:
        deal(rng, unseen, found, found)
    memcpy(cards, unseen, found)
    cards[0] = unseen[order % found]
    cards[order % found] = unseen[0]
    deal(rng, cards + 1, found - 1, wanted - 1)


cdef double _error(double difference, double square, int orders) noexcept:
    """The standard error of a mean difference, from the sums of the differences and of their squares."""
    cdef double mean = difference / orders
    return sqrt(max(square / orders - mean * mean, 0) / orders)
