"""All landscapes of a game finished on the same orders of cards: who is ahead then, the tie-break included.

Of the evaluation this uses `best_turn`, `top_turns` and `make_turn`, of the look ahead `next_card_mean` by the
tables alone.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from limes.bots.evaluation cimport Choice, Evaluation, best_turn, make_turn, top_turns
from limes.bots.lookahead cimport next_card_mean
from limes.bots.wording cimport turn_of
from limes.core.bits cimport lowest
from limes.core.chance cimport Rng, deal, start, unseen_by_face
from limes.core.landscape cimport MAX_CARDS, ROUNDS, WORKERS, Landscape, Setup, copy
from limes.core.state cimport State

cdef enum:
    MOST_OTHERS = 64
    REPLIES = 40  # turns of another player that are worth looking one card ahead


cdef class Finish:
    cdef Evaluation evaluation
    cdef uint64_t seed

    def __cinit__(self, Evaluation evaluation not None, uint64_t seed):
        self.evaluation = evaluation
        self.seed = seed

    def chances(self, State state not None, int card, list others not None, int width, int orders):
        cdef const Setup* setup = &state.box.setup
        cdef Choice* turns = <Choice*>malloc(width * sizeof(Choice))
        cdef Landscape* mine = <Landscape*>malloc(width * sizeof(Landscape))
        cdef Landscape* theirs = <Landscape*>malloc(MOST_OTHERS * sizeof(Landscape))
        cdef double* won = <double*>malloc(width * sizeof(double))
        cdef double* total = <double*>malloc(width * sizeof(double))
        cdef int found, number = 0
        cdef State other
        try:
            if not (turns and mine and theirs and won and total):
                raise MemoryError
            for other in others[:MOST_OTHERS]:
                copy(&theirs[number], &other.land)
                number += 1
            with nogil:
                found = self._candidates(setup, &state.land, card - 1, turns, mine, width)
                for i in range(number):
                    self._reply(setup, &theirs[i], card - 1)
                self._play(setup, mine, found, theirs, number, orders, won, total)
            return [
                (turn_of(setup, &state.land, card - 1, &turns[i]), won[i], total[i]) for i in range(found)
            ]
        finally:
            free(turns)
            free(mine)
            free(theirs)
            free(won)
            free(total)

    cdef int _candidates(
        self, const Setup* setup, const Landscape* land, int card, Choice* turns, Landscape* mine, int width
    ) noexcept nogil:
        cdef int found = top_turns(setup, &self.evaluation.weights, land, card, turns, width), i
        for i in range(found):
            copy(&mine[i], land)
            make_turn(setup, &mine[i], card, &turns[i])
        return found

    cdef void _reply(self, const Setup* setup, Landscape* land, int card) noexcept nogil:
        """The turn that another player is expected to make in this round."""
        cdef Choice turns[REPLIES]
        cdef Landscape after
        cdef int found = top_turns(setup, &self.evaluation.weights, land, card, turns, REPLIES), best = 0, i
        cdef double most = -1, value
        if land.state.laid < ROUNDS - 1:
            for i in range(found):
                copy(&after, land)
                make_turn(setup, &after, card, &turns[i])
                value = next_card_mean(NULL, setup, &self.evaluation.weights, &after, 0, NULL)
                if value > most:
                    most = value
                    best = i
        make_turn(setup, land, card, &turns[best])

    cdef void _play(
        self,
        const Setup* setup,
        const Landscape* mine,
        int found,
        const Landscape* theirs,
        int number,
        int orders,
        double* won,
        double* total,
    ) noexcept nogil:
        """The share of orders in which each of my landscapes comes first (a shared win in part), and its mean."""
        cdef uint8_t cards[MAX_CARDS]
        cdef int left = ROUNDS - mine[0].state.laid
        cdef int unseen = unseen_by_face(setup, mine[0].state.cards, cards)
        cdef int order, i, equals
        cdef uint64_t best, rank
        cdef Rng rng
        start(&rng, self.seed, mine[0].state.laid)
        if left == 0:
            orders = 1
        for i in range(found):
            won[i] = total[i] = 0
        for order in range(orders):
            deal(&rng, cards, unseen, left)
            best = equals = 0
            for i in range(number):
                rank = self._rank(setup, &theirs[i], cards)
                if rank > best:
                    best = rank
                    equals = 0
                equals += rank == best
            for i in range(found):
                rank = self._rank(setup, &mine[i], cards)
                total[i] += <double>(rank >> 56) / orders
                if rank > best:
                    won[i] += 1.0 / orders
                elif rank == best:
                    won[i] += 1.0 / (equals + 1) / orders

    cdef uint64_t _rank(self, const Setup* setup, const Landscape* land, const uint8_t* cards) noexcept nogil:
        """The final total, then the best workers' points, packed so that the higher number wins."""
        cdef Landscape played
        cdef Choice choice
        cdef uint8_t points[WORKERS]
        cdef uint64_t manned, rank
        cdef int i, place, number = 0, earned
        copy(&played, land)
        for i in range(ROUNDS - land.state.laid):
            best_turn(setup, &self.evaluation.weights, &played, cards[i], &choice)
            make_turn(setup, &played, cards[i], &choice)
        manned = played.manned
        while manned:
            earned = played.territory[lowest(manned)].points
            manned &= manned - 1
            place = number
            while place > 0 and points[place - 1] < earned:
                points[place] = points[place - 1]
                place -= 1
            points[place] = earned
            number += 1
        rank = <uint64_t>min(played.total, 255)
        for i in range(WORKERS):
            rank = rank << 8 | (points[i] if i < number else 0)
        return rank
