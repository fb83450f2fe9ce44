"""Games that the network learns from: in every position several turns are played out on the same orders of cards.

Without a network the tables choose the turns.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.math cimport NAN
from libc.string cimport memcpy

from limes.bots.evaluation cimport Choice, Evaluation, Weights, best_turn, make_turn, top_turns
from limes.bots.feature_rows cimport FEATURES, MOST_FEATURES
from limes.bots.features cimport list_features
from limes.bots.lookahead cimport MOST_REPLIES, cards_mean, next_card_mean, play_on, reply
from limes.bots.network cimport Net, Network, expected
from limes.core.box cimport Box
from limes.core.chance cimport Rng, below, deal, draw, start, unseen_cards
from limes.core.landscape cimport MAX_CARDS, ROUNDS, Landscape, Setup, clear, copy

from limes.core.box import box


cdef enum:
    TURNS = 8  # of a position
    LIKED = 5  # of them by value, the others by chance
    RANKED = 60
    JUDGED = 24
    GROUPS = ROUNDS - 1  # positions of a game
    STEPS = 16  # turns of all play-outs of a landscape together, at least
    HORIZON = 8  # cards of a play-out; the network values what comes of it
    ROOM = 320  # features kept of a landscape

GROUP = TURNS
SAMPLES = TURNS * GROUPS
LENGTH = ROOM
EMPTY_ROW = FEATURES


cdef class SelfPlay:
    """A source of games; the GIL is free while it plays."""

    cdef Evaluation tables
    cdef Network network
    cdef Box box
    cdef Rng rng
    cdef int width
    cdef double fade
    cdef double chance
    cdef double exact

    def __init__(
        self, Evaluation tables not None, deck, variants, uint64_t seed, uint64_t stream,
        int width=4, double fade=0.9, double chance=0.15, double exact=0.03,
    ):
        self.tables = tables
        self.box = box(deck, variants)
        self.width = width
        self.fade = fade
        self.chance = chance
        self.exact = exact
        start(&self.rng, seed, stream)

    def change_game(self, deck, variants):
        """Play with this deck and these variants from now on."""
        self.box = box(deck, variants)

    def follow(self, Network network not None):
        """Play by this network from now on."""
        self.network = network

    def play(
        self, uint16_t[:, ::1] rows not None, uint8_t[::1] left not None, float[::1] now not None,
        float[::1] aim not None, float[::1] end not None,
    ):
        """Fill the arrays with whole games, SAMPLES landscapes each; gives the mean total."""
        cdef int games = len(left) // (TURNS * GROUPS), i
        cdef double total = 0
        cdef Network held = self.network  # another may follow while this one plays
        cdef Net* net = &held.net if held is not None else NULL
        with nogil:
            for i in range(games):
                total += self._game(
                    net, &rows[i * TURNS * GROUPS, 0], &left[i * TURNS * GROUPS], &now[i * TURNS * GROUPS],
                    &aim[i * TURNS * GROUPS], &end[i * TURNS * GROUPS],
                )
        return total / games

    def greedy(self, int games, int width):
        """The mean total of games played by the network's values alone."""
        cdef Network held = self.network  # another may follow while this one plays
        cdef Net* net = &held.net if held is not None else NULL
        cdef double total = 0
        cdef int i
        with nogil:
            for i in range(games):
                total += self._greedy(net, width)
        return total / games

    cdef int _greedy(self, const Net* net, int width) noexcept nogil:
        cdef Landscape land
        cdef Choice turns[RANKED]
        cdef uint8_t cards[MAX_CARDS]
        cdef int number = unseen_cards(&self.box.setup, 0, cards), i
        clear(&land)
        deal(&self.rng, cards, number, ROUNDS)
        for i in range(ROUNDS):
            reply(net, &self.box.setup, &self.tables.weights, &land, cards[i], width, turns)
            make_turn(&self.box.setup, &land, cards[i], &turns[0])
        return land.total

    cdef bint _by_chance(self, double chance) noexcept nogil:
        return (draw(&self.rng) >> 11) < chance * 9007199254740992.0

    cdef int _game(
        self, const Net* net, uint16_t* rows, uint8_t* left, float* now, float* aim, float* end
    ) noexcept nogil:
        cdef const Setup* setup = &self.box.setup
        cdef Landscape land
        cdef Choice turns[RANKED]
        cdef Choice kept
        cdef uint8_t cards[MAX_CARDS]
        cdef int number = unseen_cards(setup, 0, cards), i, k, place, found, chosen
        clear(&land)
        deal(&self.rng, cards, number, number)
        for i in range(GROUPS):
            found = top_turns(setup, &self.tables.weights, &land, cards[i], turns, RANKED)
            self._rank(net, &land, cards[i], turns, found)
            for k in range(LIKED, TURNS):
                if k < found:
                    place = k + below(&self.rng, found - k)
                    kept = turns[k]
                    turns[k] = turns[place]
                    turns[place] = kept
            place = i * TURNS
            chosen = self._group(
                net, &land, cards + i, turns, found, rows + place * ROOM, left + place, now + place, aim + place,
                end + place,
            )
            if self._by_chance(self.chance):
                chosen = below(&self.rng, TURNS)
            make_turn(setup, &land, cards[i], &turns[chosen % found])
        best_turn(setup, &self.tables.weights, &land, cards[GROUPS], &turns[0])
        make_turn(setup, &land, cards[GROUPS], &turns[0])
        return land.total

    cdef void _rank(self, const Net* net, const Landscape* land, int card, Choice* turns, int found) noexcept nogil:
        """Bring the turns that the network likes best to the front."""
        cdef Landscape after
        cdef Choice kept
        cdef int i, place
        if not net:
            return
        for i in range(min(found, <int>JUDGED)):
            copy(&after, land)
            make_turn(&self.box.setup, &after, card, &turns[i])
            turns[i].value = expected(net, &self.box.setup, &after)
            kept = turns[i]
            place = i
            while place > 0 and turns[place - 1].value < kept.value:
                turns[place] = turns[place - 1]
                place -= 1
            turns[place] = kept

    cdef int _group(
        self, const Net* net, const Landscape* land, const uint8_t* cards, const Choice* turns, int found,
        uint16_t* rows, uint8_t* left, float* now, float* aim, float* end,
    ) noexcept nogil:
        """Write down TURNS turns of a position with the first of these cards; gives the one to play."""
        cdef const Setup* setup = &self.box.setup
        cdef Landscape after
        cdef uint8_t unseen[MAX_CARDS]
        cdef uint8_t order[TURNS * STEPS][MAX_CARDS]
        cdef uint16_t listed[MOST_FEATURES]
        cdef int k, i, n, best = 0, to_come = ROUNDS - land.state.laid - 1, number = setup.cards - land.state.laid - 1
        cdef int steps = min(to_come, <int>HORIZON) if net else to_come, told = below(&self.rng, TURNS)
        cdef int orders = min((STEPS + steps - 1) / steps, number)
        cdef bint exact = to_come == 2 and self._by_chance(self.exact)
        cdef double value, most = -1e9
        memcpy(unseen, cards + 1, number)
        deal(&self.rng, unseen, number, number)
        for i in range(orders):
            # each card is the next one in one order at most
            memcpy(order[i], unseen, number)
            order[i][0] = unseen[i]
            order[i][i] = unseen[0]
            deal(&self.rng, order[i] + 1, number - 1, to_come - 1)
        for k in range(TURNS):
            copy(&after, land)
            make_turn(setup, &after, cards[0], &turns[k % found])
            left[k] = to_come
            now[k] = after.total
            n = list_features(setup, &after, listed)
            for i in range(ROOM):
                rows[k * ROOM + i] = listed[i] if i < n else FEATURES
            aim[k] = 0
            end[k] = NAN
            for i in range(orders):
                aim[k] += self._play_out(net, &after, order[i], steps) / orders
            if k == told:
                end[k] = play_on(net, setup, &self.tables.weights, &after, order[0], to_come, self.width, NULL)
            if exact:
                aim[k] = cards_mean(setup, &self.tables.weights, &after, 2, self.width, 0)
            elif to_come == 1:
                aim[k] = next_card_mean(NULL, setup, &self.tables.weights, &after, 0, NULL)
            value = aim[k]
            if net:
                value = 0.2 * value + 0.8 * expected(net, setup, &after)
            if value > most:
                most = value
                best = k
        return best

    cdef double _play_out(
        self, const Net* net, const Landscape* land, const uint8_t* cards, int number
    ) noexcept nogil:
        """The mean of the values on the way, later ones weighing more: TD(lambda)'s aim."""
        cdef Landscape played
        cdef Choice turns[MOST_REPLIES]
        cdef double aim = 0, weight = 1
        cdef int i
        copy(&played, land)
        for i in range(number):
            reply(net, &self.box.setup, &self.tables.weights, &played, cards[i], self.width, turns)
            make_turn(&self.box.setup, &played, cards[i], &turns[0])
            if i < number - 1:
                aim += weight * (1 - self.fade) * turns[0].value
                weight *= self.fade
        return aim + weight * turns[0].value
