"""Many games that are played together: actions come in as one array, masks and observations go out as arrays."""

from limes.core.box import box
from limes.core.saving import SavedGame, pack_game, unpack_game
from limes.rules import STANDARD, LimesError, TurnError, Variants

cimport cython
from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from limes.core.bits cimport bit
from limes.core.block cimport (
    Block,
    begin_games,
    check_games,
    choose_at_random,
    hide,
    observe_games,
    redeal_games,
    show,
    show_games,
    step_games,
)
from limes.core.buffers cimport read_numbers, writable
from limes.core.chance cimport draw
from limes.core.crew cimport share_out
from limes.core.games cimport Random
from limes.core.kept_games cimport KeptGames
from limes.core.landscape cimport ROUNDS, copy, laid_zones, put_worker
from limes.core.numbers cimport ALL_NUMBERS, lay_number, number_of_place
from limes.core.planes cimport PLANES, SIDE, UNSEEN
from limes.core.slot cimport CHANCE, LAY, WORKER, Slot, begin, copy_slot, next_card, seen_cards
from limes.core.state cimport State

PLANE_NAMES = (
    "field", "water", "forest", "rock", "hut", "workers", "points", "crowd", "card", "places", "reached"
)
BASIC = Variants()


@cython.final
cdef class Batch(KeptGames):
    """Games that are stepped together. The arrays change in place; docs/look-up/batches.md describes them."""

    def __init__(
        self,
        games,
        deck=STANDARD,
        variants=BASIC,
        seed=0,
        *,
        threads=1,
        restart=True,
        every=False,
        observe=False,
    ):
        self.furnish(deck, variants, threads, observe)
        self.block.restart = restart
        self.block.every = every
        self.reset(seed)

    def reset(self, seed):
        """Start every game anew: game i with deal i of the seed or, with None, waiting for its first card."""
        self.enter()
        self.seed = seed
        self.block.seed = (seed or 0) & 0xffffffffffffffff
        self.block.dealt = seed is not None
        self.share_out(begin_games, &self.block)

    def step(self, actions):
        """Take one action in each game. If one is not legal, `TurnError` names it and no game changes."""
        cdef Py_ssize_t wrong
        cdef int i
        self.enter()
        try:
            read_numbers(actions, self.block.actions, self.block.games)
            for i in range(self.threads):
                self.block.wrong[i] = self.block.games
            share_out(check_games, &self.block, self.block.games, self.threads)
            wrong = min([self.block.wrong[i] for i in range(self.threads)])
            if wrong < self.block.games:
                raise TurnError(
                    "{action} is not a legal action in game {game}",
                    action=self.block.actions[wrong],
                    game=wrong,
                )
            share_out(step_games, &self.block, self.block.games, self.threads)
        finally:
            self.busy = False

    def random_actions(self, Random random):
        """One action of each game's mask, all equally likely; -1 where there is none."""
        cdef Block drawn
        self.enter()
        drawn = self.block
        drawn.seed = draw(&random.rng)
        self.share_out(choose_at_random, &drawn)
        return self.actions

    def turn_up(self, cards):
        """Chance for waiting games: the number of each game's next card, or 0 for none."""
        cdef int32_t* numbers = self.block.actions
        cdef Py_ssize_t game
        self.enter()
        try:
            read_numbers(cards, numbers, self.block.games)
            for game in range(self.block.games):
                if numbers[game]:
                    _check_waiting(self, game, numbers[game])
            for game in range(self.block.games):
                if numbers[game]:
                    _deal(self, game, [numbers[game]])
        finally:
            self.busy = False

    def begin(self, Py_ssize_t game):
        """Start one game anew, with the next deal."""
        cdef Slot* slot = self.slot(game)
        hide(&self.block, game)
        slot.number += self.block.games
        begin(self.block.setup, slot, self.block.seed, self.block.dealt)
        show(&self.block, game)

    def deal(self, Py_ssize_t game, cards):
        """Set the next cards of one game, after the current card; cards dealt before come after them."""
        cdef Slot* slot = self.slot(game)
        cdef int begun = slot.land.state.laid + (slot.phase == LAY), i
        cdef uint64_t seen = seen_cards(slot)
        order = list(cards)
        if len(order) > ROUNDS - begun:
            raise LimesError(
                "{left} cards are still to come, not {cards}", left=ROUNDS - begun, cards=len(order)
            )
        for number in order:
            self.deck.face(number)
            if seen >> (number - 1) & 1:
                raise LimesError("card {number} has already been turned up", number=number)
            seen |= bit(number - 1)
        order += [slot.cards[i] + 1 for i in range(begun, slot.known) if slot.cards[i] + 1 not in order]
        _deal(self, game, order[:ROUNDS - begun])

    def redeal(self, seed):
        """Draw the cards to come of all games anew, for game i with stream i of the seed, so that no search peeks."""
        cdef Block drawn
        self.enter()
        drawn = self.block
        drawn.seed = seed & 0xffffffffffffffff
        self.share_out(redeal_games, &drawn)

    def masks_into(self, out):
        """Write the masks into your own array, games x 4201."""
        kept = memoryview(out)
        memcpy(
            writable(kept, "? B b", (self.block.games, ALL_NUMBERS)),
            self.block.masks,
            self.block.games * ALL_NUMBERS,
        )

    def observe_into(self, planes, scalars):
        """Write the observations into your own arrays, games x 11 x 10 x 10 and games x (24 + cards)."""
        cdef Block shown
        kept = memoryview(planes), memoryview(scalars)
        self.enter()
        try:
            shown = self.block
            shown.planes = <uint8_t*>writable(kept[0], "B", (self.block.games, PLANES, SIDE, SIDE))
            shown.scalars = <int16_t*>writable(
                kept[1], "h", (self.block.games, UNSEEN + self.box.setup.cards)
            )
            share_out(observe_games, &shown, self.block.games, self.threads)
        finally:
            self.busy = False

    def state(self, Py_ssize_t game):
        """One game as a `State`, which does not know its cards to come."""
        cdef Slot* slot = self.slot(game)
        cdef State state = State(self.deck, self.variants)
        copy(&state.land, &slot.land)
        state.worker_due = slot.phase == WORKER
        if slot.phase == LAY:
            state.card = slot.cards[slot.land.state.laid]
        return state

    def put(self, Py_ssize_t game, State state):
        """Set one game from a `State`; it waits for its cards until they are dealt or turned up."""
        cdef Slot* slot = self.slot(game)
        cdef int i
        if (state.deck, state.variants) != (self.deck, self.variants):
            raise ValueError("the state has another deck or other variants than the batch")
        hide(&self.block, game)
        copy(&slot.land, &state.land)
        for i in range(state.land.state.laid):
            slot.cards[i] = state.land.state.log[i].card
        slot.known = state.land.state.laid
        if state.card >= 0:
            slot.cards[slot.known] = state.card
            slot.known += 1
        slot.phase = WORKER
        if not state.worker_due:
            next_card(slot)
        show(&self.block, game)

    def save(self, Py_ssize_t game):
        """One game as bytes, including its cards to come, for `restore`."""
        cdef Slot* slot = self.slot(game)
        cdef int i
        return pack_game(SavedGame(
            slot.number,
            slot.phase,
            bytes([slot.cards[i] for i in range(slot.known)]),
            bytes([slot.land.state.log[i].place for i in range(slot.land.state.laid)]),
            bytes([slot.land.state.worker[i] for i in range(slot.land.state.workers)]),
        ))

    def restore(self, Py_ssize_t game, saved):
        """Set one game from saved bytes; bytes that are not a game of this deck and these variants are refused."""
        cdef Slot* slot = self.slot(game)
        cdef Slot fresh
        cdef int place, zone, i
        kept = unpack_game(saved, self.box.setup.cards)
        memset(&fresh, 0, sizeof(Slot))
        fresh.number = kept.number
        fresh.phase = kept.phase
        fresh.known = len(kept.cards)
        memcpy(fresh.cards, <const char*>kept.cards, fresh.known)
        for i, place in enumerate(kept.places):
            place = number_of_place(&fresh.land.state, place)
            if not lay_number(&self.box.setup, &fresh.land, fresh.cards[i], place):
                raise ValueError("this is no saved game of this deck and these variants")
        for zone in kept.workers:
            if not laid_zones(&fresh.land.state) & bit(zone):
                raise ValueError("this is no saved game of this deck and these variants")
            put_worker(&fresh.land, zone)
        hide(&self.block, game)
        copy_slot(slot, &fresh)
        show(&self.block, game)

    def copy(self):
        """An independent batch with the same games."""
        return self.take(range(self.block.games))

    def take(self, games):
        """A new batch of these games, each as often as it is named, for searches that try several actions."""
        cdef list chosen = [int(game) for game in games]
        cdef Batch other = Batch(
            len(chosen),
            self.deck,
            self.variants,
            None,
            threads=self.threads,
            restart=self.restart,
            every=self.every,
            observe=self.planes is not None,
        )
        cdef Py_ssize_t i, game
        for i, game in enumerate(chosen):
            copy_slot(&other.block.slots[i], self.slot(game))
            other.block.slots[i].choices = 0
            other.block.rewards[i] = self.block.rewards[game]
            other.block.done[i] = self.block.done[game]
            other.block.finals[i] = self.block.finals[game]
        other.seed = self.seed
        other.block.seed = self.block.seed
        other.block.dealt = self.block.dealt
        other.enter()
        other.share_out(show_games, &other.block)
        return other


cdef _check_waiting(Batch batch, Py_ssize_t game, int number):
    """A card may come to a game that waits for one."""
    if batch.block.slots[game].phase != CHANCE:
        raise LimesError("the turn with the previous card is not complete")
    batch.deck.face(number)
    if batch.block.slots[game].land.state.cards & bit(number - 1):
        raise LimesError("card {number} has already been turned up", number=number)


cdef _deal(Batch batch, Py_ssize_t game, list order):
    """These cards, which were checked, are the ones to come of a game."""
    cdef Slot* slot = &batch.block.slots[game]
    cdef int begun = slot.land.state.laid + (slot.phase == LAY), i
    for i in range(len(order)):
        slot.cards[begun + i] = order[i] - 1
    slot.known = begun + len(order)
    if slot.phase == CHANCE:
        hide(&batch.block, game)
        next_card(slot)
        show(&batch.block, game)
