"""Choosing a turn by search: contests of play-outs, looking ahead over all cards, exact play at the end.

Landscapes are valued by the tables alone, or by the network among the turns that the tables like best.
"""

from cpython.time cimport perf_counter
from libc.math cimport sqrt
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from limes.bots.evaluation cimport Choice, Evaluation, make_turn, top_turns
from limes.bots.lookahead cimport (
    MOST_REPLIES,
    OUT_OF_TIME,
    cards_mean,
    next_card_mean,
    over,
    play_on,
)
from limes.bots.network cimport Net, Network, expected
from limes.bots.wording cimport turn_of
from limes.core.bits cimport bit
from limes.core.chance cimport Rng, deal, start, unseen_by_face
from limes.core.landscape cimport MAX_CARDS, ROUNDS, Landscape, Setup, copy
from limes.core.state cimport State


cdef enum:
    ALL_TURNS = 8192  # more than any position has
    LOOKED = 150  # the widest look ahead that a contest follows
    LATE = 3  # cards to come from which on the search is exact enough for turns unlike those the network learnt from
    LATE_TURNS = 300  # that it judges then
    RIVALS = 40  # turns that are worth playing out
    FIRST_DOUBT = 12  # orders of cards after which a clear loser is known
    FIRST_WIDTH = 3  # replies tried when looking further ahead than one card
    CALM_PLAYOUTS = 600
    LONG_THOUGHT = 6000  # play-outs, or as many tenths of a millisecond: enough to look three cards ahead

cdef double CALM_SECONDS = 0.05
cdef double DOUBT = 2.5  # standard errors behind the best that make a clear loser


ctypedef struct Manner:
    # How the expert thinks.
    int wide  # turns that are worth looking one card ahead
    double glance  # the part of the time for that
    double prior  # orders of cards that the value one card ahead is worth
    int cards  # of each order that are played
    int replies  # turns with each of them that the network judges


cdef Manner BY_TABLES = Manner(wide=LOOKED, glance=0.25, prior=10, cards=ROUNDS, replies=0)
cdef Manner HASTY = Manner(wide=60, glance=0.3, prior=3, cards=3, replies=6)
cdef Manner CALM = Manner(wide=60, glance=0.3, prior=5, cards=5, replies=6)


ctypedef struct Rival:
    Landscape land  # after the turn
    double total  # of the play-outs, the value before them counted as some
    double square[RIVALS]  # of the differences to each of the others, summed up


cdef class Search:
    cdef Evaluation evaluation
    cdef Network network
    cdef const Net* net  # of the network; NULL: the tables decide alone
    cdef Manner manner
    cdef Rng rng
    cdef Choice* turns  # under consideration, best first
    cdef int* looked  # for each of them, until the contest is over, the row of its replies
    cdef int found
    cdef Choice* replies  # the best with each card that may come next, a row for each turn
    cdef Rival* rivals
    cdef int alive[RIVALS]
    cdef double begun
    cdef double end  # 0: no limit in time
    cdef long most  # play-outs; 0: no limit
    cdef readonly long playouts

    def __cinit__(self, Evaluation evaluation not None, uint64_t seed, Network network=None):
        self.evaluation = evaluation
        self.network = network
        self.net = &network.net if network is not None else NULL
        self.manner = HASTY if network is not None else BY_TABLES
        self.turns = <Choice*>malloc(ALL_TURNS * sizeof(Choice))
        self.looked = <int*>calloc(ALL_TURNS, sizeof(int))
        self.replies = <Choice*>malloc(LOOKED * MAX_CARDS * sizeof(Choice))
        self.rivals = <Rival*>malloc(RIVALS * sizeof(Rival))
        if not self.turns or not self.looked or not self.replies or not self.rivals:
            raise MemoryError
        start(&self.rng, seed, 0)

    def __dealloc__(self):
        free(self.turns)
        free(self.looked)
        free(self.replies)
        free(self.rivals)

    def turns_by_tables(self, State state not None, int card):
        cdef int i
        self._list(&state.box.setup, &state.land, card - 1, ALL_TURNS)
        return [
            (turn_of(&state.box.setup, &state.land, card - 1, &self.turns[i]), self.turns[i].value)
            for i in range(self.found)
        ]

    def turns_with_replies(self, State state not None, int card, int width):
        cdef uint8_t cards[MAX_CARDS]
        cdef int i, k, number = unseen_by_face(&state.box.setup, state.land.state.cards | bit(card - 1), cards)
        self._list(&state.box.setup, &state.land, card - 1, min(width, <int>LOOKED))
        self._look_ahead(&state.box.setup, &state.land, card - 1, 0)
        return [
            (self.turns[i].value, [self.replies[self.looked[i] * MAX_CARDS + cards[k]].value for k in range(number)])
            for i in range(self.found)
        ]

    def greedy(self, State state not None, int card, int width):
        with nogil:
            self._list(&state.box.setup, &state.land, card - 1, width)
            self._judge(&state.box.setup, &state.land, card - 1)
        return turn_of(&state.box.setup, &state.land, card - 1, &self.turns[0])

    def monte_carlo(self, State state not None, int card, int width, double seconds, long playouts):
        self._begin(seconds, playouts)
        with nogil:
            self._list(&state.box.setup, &state.land, card - 1, min(width, <int>RIVALS))
            self._contest(&state.box.setup, &state.land, card - 1, 0, 1)
        return turn_of(&state.box.setup, &state.land, card - 1, &self.turns[0])

    def expert(self, State state not None, int card, double seconds, long playouts):
        self._begin(seconds, playouts)
        with nogil:
            self._expert(&state.box.setup, &state.land, card - 1)
        return turn_of(&state.box.setup, &state.land, card - 1, &self.turns[0])

    cdef void _expert(self, const Setup* setup, const Landscape* land, int card) noexcept nogil:
        cdef int left = ROUNDS - land.state.laid - 1
        cdef bint long_thought = self.most >= LONG_THOUGHT or self.end - self.begun >= 1e-4 * LONG_THOUGHT
        cdef bint deep = left == 2 or left == 3 and long_thought
        cdef double glance
        cdef int wide
        if left <= 1:
            self._list(setup, land, card, ALL_TURNS)
            self._look_ahead(setup, land, card, self.end)
        else:
            glance = self.begun + self.manner.glance * (self.end - self.begun) if self.end else 0
            wide = min(self.manner.wide, RIVALS + self.most / 16) if self.most else self.manner.wide
            self._list(setup, land, card, LATE_TURNS if self.net and left <= LATE else wide)
            self._judge(setup, land, card)
            self.found = min(self.found, wide)
            self._look_ahead(setup, land, card, glance)
            if left > 2:
                self.found = min(self.found, <int>RIVALS)
                self._contest(setup, land, card, self.manner.prior, 0.5 if deep else 1)
            if deep:
                self._deepen(setup, land, card, left)

    cdef void _begin(self, double seconds, long playouts):
        self.begun = perf_counter()
        self.end = self.begun + seconds if seconds > 0 else 0
        self.most = playouts
        if self.net:
            self.manner = CALM if seconds >= CALM_SECONDS or playouts >= CALM_PLAYOUTS else HASTY

    cdef void _list(self, const Setup* setup, const Landscape* land, int card, int width) noexcept nogil:
        """The turns of the highest values."""
        self.found = top_turns(setup, &self.evaluation.weights, land, card, self.turns, width)

    cdef void _judge(self, const Setup* setup, const Landscape* land, int card) noexcept nogil:
        """Sort the turns by the network's values, if there is one."""
        cdef Landscape after
        cdef int i
        if not self.net:
            return
        for i in range(self.found):
            copy(&after, land)
            make_turn(setup, &after, card, &self.turns[i])
            self.turns[i].value = expected(self.net, setup, &after)
        self._sort()

    cdef void _look_ahead(self, const Setup* setup, const Landscape* land, int card, double end) noexcept nogil:
        """Sort the turns by the mean over the next card; those that the time does not suffice for are dropped."""
        cdef Landscape after
        cdef int i
        if self.found == 1 or land.state.laid == ROUNDS - 1:
            return
        for i in range(self.found):
            copy(&after, land)
            make_turn(setup, &after, card, &self.turns[i])
            self.looked[i] = i
            self.turns[i].value = next_card_mean(
                self.net,
                setup,
                &self.evaluation.weights,
                &after,
                self.manner.replies,
                &self.replies[i * MAX_CARDS] if i < LOOKED else NULL,
            )
            if over(end):
                self.found = i + 1
                break
        self._sort()

    cdef void _deepen(self, const Setup* setup, const Landscape* land, int card, int ahead) noexcept nogil:
        """Put first the turn with the best mean over all cards to the end, trying more turns while time allows."""
        cdef Landscape after
        cdef double value = 0, most
        cdef int i, best, width = FIRST_WIDTH
        while width <= MOST_REPLIES:
            most = best = 0
            for i in range(min(self.found, 2 * width)):
                copy(&after, land)
                make_turn(setup, &after, card, &self.turns[i])
                value = cards_mean(setup, &self.evaluation.weights, &after, ahead, width, self.end)
                if value == OUT_OF_TIME:
                    break
                if value > most:
                    most = value
                    best = i
            self._put_first(best)
            if value == OUT_OF_TIME or 0 < self.most < 400 * width or (self.most and ahead > 2):
                return
            width *= 2

    cdef void _contest(
        self, const Setup* setup, const Landscape* land, int card, double prior, double share
    ) noexcept nogil:
        """Play out the turns on the same sampled orders; clear losers go early, and the best comes first.

        Each turn's value before counts as so many orders; the contest takes its share of the budget. If it counts at
        all it is the mean over the next card, whose best replies are kept. With a network an order then tells only
        what comes after that card.
        """
        cdef uint8_t unseen[MAX_CARDS]
        cdef uint8_t cards[MAX_CARDS]
        cdef int left = ROUNDS - land.state.laid - 1, alive = self.found, number, i
        cdef long orders = 0, done = 0, most = <long>(share * self.most)
        cdef double begun = perf_counter(), part
        cdef double end = self.begun + share * (self.end - self.begun) if self.end else 0
        if left == 0:
            return
        self._enter(setup, land, card, prior)
        number = unseen_by_face(setup, self.rivals[0].land.state.cards, unseen)
        while alive > 1:
            if orders % number == 0:
                deal(&self.rng, unseen, number, number)
            # each card is the next one equally often
            memcpy(cards, unseen, number)
            cards[0] = unseen[orders % number]
            cards[orders % number] = unseen[0]
            deal(&self.rng, cards + 1, number - 1, left - 1)
            if (most and done + alive > most) or not self._play_order(
                setup, cards, min(left, self.manner.cards), alive, end, prior > 0
            ):
                break
            done += alive
            orders += 1
            part = (perf_counter() - begun) / (end - begun) if end else <double>done / most
            alive = self._drop_last(alive, <int>(self.found * 2 ** (-6 * part)) + 2, orders)
            if orders >= FIRST_DOUBT and orders % 4 == 0:
                alive = self._drop_losers(alive, orders, prior)
        self.playouts += done
        for i in range(alive):
            self.turns[self.alive[i]].value = self.rivals[self.alive[i]].total / (orders + prior + 1e-9)
        self._sort()

    cdef void _enter(self, const Setup* setup, const Landscape* land, int card, double prior) noexcept nogil:
        """Make every turn a rival."""
        cdef int i, k
        for i in range(self.found):
            self.alive[i] = i
            copy(&self.rivals[i].land, land)
            make_turn(setup, &self.rivals[i].land, card, &self.turns[i])
            self.rivals[i].total = prior * self.turns[i].value
            for k in range(self.found):
                self.rivals[i].square[k] = 0

    cdef bint _play_order(
        self, const Setup* setup, const uint8_t* cards, int number, int alive, double end, bint ahead
    ) noexcept nogil:
        """Play every rival on with so many cards of one order; false, and nothing counted, if the time does not suffice.

        Ahead: the best replies to the first of these cards are known, and with a network the mean over them is believed.
        """
        cdef double got[RIVALS]
        cdef double difference
        cdef const Choice* replies = NULL
        cdef int i, k
        for i in range(alive):
            if over(end):
                return False
            if ahead:
                replies = &self.replies[self.looked[self.alive[i]] * MAX_CARDS]
            got[i] = play_on(
                self.net,
                setup,
                &self.evaluation.weights,
                &self.rivals[self.alive[i]].land,
                cards,
                number,
                self.manner.replies,
                replies,
            )
            if ahead and self.net:
                got[i] += self.turns[self.alive[i]].value - replies[cards[0]].value
        for i in range(alive):
            self.rivals[self.alive[i]].total += got[i]
            for k in range(alive):
                difference = got[i] - got[k]
                self.rivals[self.alive[i]].square[self.alive[k]] += difference * difference
        return True

    cdef int _drop_losers(self, int alive, long orders, double prior) noexcept nogil:
        """Only rivals stay that may still be the best one."""
        cdef int best = self.alive[0], i, kept = 0
        cdef double difference, variance
        for i in range(1, alive):
            if self.rivals[self.alive[i]].total > self.rivals[best].total:
                best = self.alive[i]
        for i in range(alive):
            difference = (self.rivals[best].total - self.rivals[self.alive[i]].total) / (orders + prior)
            variance = self.rivals[best].square[self.alive[i]] / orders - difference * difference
            if self.alive[i] == best or difference < DOUBT * sqrt(max(variance, 0) / orders):
                self.alive[kept] = self.alive[i]
                kept += 1
            else:
                self.turns[self.alive[i]].value = -1.0 / orders
        return kept

    cdef int _drop_last(self, int alive, int room, long orders) noexcept nogil:
        """Only so many rivals stay, those with the best totals."""
        cdef int last, i
        while alive > room:
            last = 0
            for i in range(1, alive):
                if self.rivals[self.alive[i]].total < self.rivals[self.alive[last]].total:
                    last = i
            self.turns[self.alive[last]].value = -1.0 / orders
            alive -= 1
            for i in range(last, alive):
                self.alive[i] = self.alive[i + 1]
        return alive

    cdef void _put_first(self, int place) noexcept nogil:
        cdef Choice kept = self.turns[place]
        while place > 0:
            self.turns[place] = self.turns[place - 1]
            place -= 1
        self.turns[0] = kept

    cdef void _sort(self) noexcept nogil:
        """Best values first, equal ones in the order they have."""
        cdef int i, place, looked
        cdef Choice kept
        for i in range(1, self.found):
            kept = self.turns[i]
            looked = self.looked[i]
            place = i
            while place > 0 and self.turns[place - 1].value < kept.value:
                self.turns[place] = self.turns[place - 1]
                self.looked[place] = self.looked[place - 1]
                place -= 1
            self.turns[place] = kept
            self.looked[place] = looked
