"""A landscape that is played, driven by numbers or by the notation. Chance is always an argument."""

from limes.core import notation
from limes.core.box import box
from limes.core.territory import Territory
from limes.rules import STANDARD, LimesError, Move, Place, ScoredTurn, Turn, TurnError, Variants
from limes.rules import Landscape as RulesLandscape
from limes.rules.turn import as_turn

cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint64_t

from limes.core.actions cimport MAX_ACTIONS, Action, act, total_after
from limes.core.bits cimport bit, lowest
from limes.core.chance cimport deal, play_out, random_action, random_placement, unseen_cards
from limes.core.games cimport Random
from limes.core.landscape cimport (
    MAX_CARDS,
    ROUNDS,
    WORKERS,
    Landscape,
    Setup,
    cell_of_spot,
    copy,
    laid_zones,
    put_worker,
    survey,
)
from limes.core.landscape cimport State as Kept
from limes.core.numbers cimport (
    ALL_NUMBERS,
    MOVE_NUMBER,
    PLACE_NUMBER,
    STAY_NUMBER,
    act_number,
    action_number,
    count_numbers,
    lay_number,
    laying_number,
    list_layings,
    list_worker_numbers,
    number_of_place,
    numbered_action,
    spot_of_number,
)

ACTION_SPACE = ALL_NUMBERS
BASIC = Variants()


@cython.final
@cython.freelist(32)
cdef class State:
    """One player's landscape as it is played; it changes in place and copies fast."""

    def __init__(self, deck=STANDARD, variants=BASIC):
        self.box = box(deck, variants)
        self.card = -1

    @staticmethod
    def from_landscape(landscape):
        """The state of a landscape of the rules, between turns."""
        cdef State state = State(landscape.deck, landscape.variants)
        try:
            legal = _lay_all(state, landscape.cards) and _put_all(state, landscape.workers)
        except (KeyError, ValueError):  # no such cell, facing or zone
            legal = False
        if not legal:
            RulesLandscape(landscape.deck, landscape.variants, landscape.cards, landscape.workers)
            raise AssertionError(f"core and rules differ about {landscape}")
        return state

    def landscape(self):
        """The same as a value of the rules; before the worker's action, as if there were none."""
        cards = tuple([
            notation.laid_card(self.land.state.log[i].card + 1, self.land.state.log[i].place)
            for i in range(self.land.state.laid)
        ])
        return RulesLandscape(self.box.deck, self.box.variants, cards, self.workers)

    cpdef State copy(self):
        """An independent state; decks are shared."""
        cdef State other = State.__new__(State)
        copy(&other.land, &self.land)
        other.box = self.box
        other.card = self.card
        other.worker_due = self.worker_due
        return other

    def __reduce__(self):
        kept = (<const char*>&self.land.state)[:sizeof(Kept)]
        return _restored, (self.box.deck, self.box.variants, kept, self.card, self.worker_due)

    def __str__(self):
        return str(self.landscape())

    def __repr__(self):
        return f"State.from_landscape({self.landscape()!r})"

    @property
    def deck(self):
        return self.box.deck

    @property
    def variants(self):
        return self.box.variants

    @property
    def cards_laid(self):
        """How many cards have been laid, 0 to 16."""
        return self.land.state.laid

    @property
    def supply(self):
        """The workers not yet placed."""
        return WORKERS - self.land.state.workers

    @property
    def total(self):
        """The current points of the landscape."""
        return self.land.total

    @property
    def workers(self):
        """The zones of the workers, sorted; a zone named twice holds two."""
        return tuple(sorted([
            _zone_name(self, self.land.state.worker[i]) for i in range(self.land.state.workers)
        ]))

    @property
    def territories(self):
        """The territories in reading order of their first zones."""
        cdef uint64_t unnamed = laid_zones(&self.land.state)
        cdef int number
        found = []
        while unnamed:
            number = self.land.label[lowest(unnamed)]
            unnamed &= ~self.land.territory[number].mask
            found.append(Territory(
                notation.TERRAINS[self.land.territory[number].terrain],
                tuple(_zone_names(self, self.land.territory[number].mask)),
                self.land.territory[number].points,
                self.land.territory[number].crowd,
            ))
        return found

    @property
    def turned_up(self):
        """The card to be laid, if one is turned up."""
        return None if self.card < 0 else self.card + 1

    @property
    def worker_acts(self):
        """Whether the card is laid and the worker's action comes next."""
        return self.worker_due

    @property
    def finished(self):
        """Whether 16 turns are complete."""
        return self.land.state.laid == ROUNDS and not self.worker_due

    @property
    def unseen(self):
        """The cards that may still be turned up."""
        cdef uint8_t cards[MAX_CARDS]
        return [cards[i] + 1 for i in range(_unseen(self, cards))]

    def turn_up(self, number):
        """Chance: this card comes now."""
        if self.card >= 0 or self.worker_due:
            raise LimesError("the turn with the previous card is not complete")
        if not _may_come(self, number):
            _refuse_card(self, number)
        self.card = number - 1

    def legal_actions(self):
        """The numbers of the legal actions; of several with the same future, only the first."""
        return _numbers(self, False)

    def every_action(self):
        """The numbers of all legal actions: every facing, every zone."""
        return _numbers(self, True)

    def apply_action(self, int action):
        """Lay the card that is turned up, or perform the worker's action."""
        if not (_act(self, action) if self.worker_due else _lay(self, action)):
            _check_turned_up(self)
            raise TurnError("{action} is not a legal action here", action=action)

    def action_text(self, int action):
        """The part of a turn that a number represents, in this state's frame."""
        if 0 <= action < STAY_NUMBER:
            return notation.place_text(4 * cell_of_spot(&self.land.state, spot_of_number(action)) + action % 4)
        acted = _acted(self, action)
        return "" if acted is None else str(acted)

    def play(self, number, turn):
        """Play a whole turn, given as a `Turn` or as text; `TurnError` names the rule it breaks."""
        cdef State after = _with_card(self, number)
        turn = as_turn(turn)
        if not (_lay(after, _laying(after, turn)) and _act(after, _worker_action(after, turn.action))):
            self.landscape().play(number, turn)
            raise AssertionError(f"core and rules differ about {turn} after {self}")
        copy(&self.land, &after.land)

    def placements(self, number):
        """Every way to lay a card: its text, and the state in which the worker acts next."""
        cdef State card_up = _with_card(self, number), after
        found = []
        for action in _numbers(card_up, True):
            after = card_up.copy()
            _lay(after, action)
            found.append((self.action_text(action), after))
        return found

    def turns(self, number):
        """Every legal turn with a card, each with the total after it."""
        cdef State after
        cdef Action wanted
        found = []
        for place, after in self.placements(number):
            for action in _numbers(after, True):
                wanted = numbered_action(&after.land, action)
                found.append(ScoredTurn(_turn(place, after, action), total_after(&after.land, &wanted)))
        return found

    def count_turns(self, number):
        """How many legal turns there are, without their texts."""
        cdef State after
        cdef long found = 0
        for _, after in self.placements(number):
            found += count_numbers(&after.box.setup, &after.land)
        return found

    def random_turn(self, number, Random rng):
        """A random turn: the cell, then the facing, then the worker's action. It is not played."""
        cdef State after = _with_card(self, number)
        cdef int spot, facing, laying
        cdef Action action
        random_placement(&self.box.setup, &self.land, &rng.rng, &spot, &facing)
        laying = laying_number(spot, facing)
        _lay(after, laying)
        action = random_action(&self.box.setup, &after.land, &rng.rng)
        return _turn(self.action_text(laying), after, action_number(&after.land, &action))

    def playout(self, Random rng, cards=None):
        """The total after random play to the end, with these cards or, if none are given, with drawn ones."""
        cdef uint8_t order[MAX_CARDS]
        cdef Landscape land
        cdef Action action
        cdef Setup* setup = &self.box.setup
        cdef int number = 0, unseen, i
        if self.card >= 0:
            order[0] = self.card
            number = 1
        if cards is None:
            unseen = _unseen(self, order + number)
            deal(&rng.rng, order + number, unseen, ROUNDS - self.land.state.laid - number)
            number = ROUNDS - self.land.state.laid
        else:
            for i in _checked_order(self, cards):
                order[number] = i
                number += 1
        with nogil:
            copy(&land, &self.land)
            if self.worker_due:
                action = random_action(setup, &land, &rng.rng)
                act(&land, &action)
            play_out(setup, &land, order, number, &rng.rng)
        return land.total


def _restored(deck, variants, bytes kept, int card, bint worker_due):
    """A pickled state; its territories are found anew."""
    cdef State state = State(deck, variants)
    survey(&state.box.setup, <const Kept*><const char*>kept, &state.land)
    state.card = card
    state.worker_due = worker_due
    return state


cdef bint _lay_all(State state, cards):
    """Lay these cards of the rules in their order; gives whether that is legal."""
    for laid in cards:
        if not _may_come(state, laid.number):
            return False
        if not lay_number(&state.box.setup, &state.land, laid.number - 1, _laying(state, laid)):
            return False
    return True


cdef bint _put_all(State state, zones):
    """Put workers on these zones; gives whether there are as many workers and cards below them."""
    cdef int number
    if len(zones) > WORKERS:
        return False
    for zone in zones:
        number = _zone_number(state, zone)
        if number < 0 or not laid_zones(&state.land.state) & bit(number):
            return False
        put_worker(&state.land, number)
    return True


cdef bint _lay(State state, int number):
    """Lay the card that is turned up, if that is legal; gives whether it is."""
    if state.card < 0 or not lay_number(&state.box.setup, &state.land, state.card, number):
        return False
    state.card = -1
    state.worker_due = True
    return True


cdef bint _act(State state, int number):
    """Let the worker act, if that is legal; gives whether it is."""
    if not act_number(&state.box.setup, &state.land, number):
        return False
    state.worker_due = False
    return True


cdef list _numbers(State state, bint every):
    """The numbers of every legal action, or of one for each different future."""
    cdef uint16_t listed[MAX_ACTIONS]
    cdef const Setup* setup = &state.box.setup
    cdef int found, i
    _check_turned_up(state)
    if state.worker_due:
        found = list_worker_numbers(setup, &state.land, every, listed)
    else:
        found = list_layings(setup, &state.land, 4 if every else setup.facings[state.card], listed)
    return [listed[i] for i in range(found)]


cdef int _unseen(State state, uint8_t* cards):
    cdef uint64_t seen = state.land.state.cards
    if state.card >= 0:
        seen |= bit(state.card)
    return unseen_cards(&state.box.setup, seen, cards)


cdef list _checked_order(State state, cards):
    """Numbers of cards for the rounds to come, from 0."""
    unseen = set(state.unseen)
    order = list(cards)
    left = ROUNDS - state.land.state.laid - (state.card >= 0)
    if len(order) > left:
        raise LimesError("{left} cards are still to come, not {cards}", left=left, cards=len(order))
    for number in order:
        if number not in unseen:
            state.box.deck.face(number)
            raise LimesError("card {number} has already been turned up", number=number)
        unseen.remove(number)
    return [number - 1 for number in order]


cdef State _with_card(State state, number):
    """A copy that has this card turned up."""
    cdef State other = state.copy()
    other.turn_up(number)
    return other


cdef int _laying(State state, laid):
    """The number of laying a card as a record or a turn says, -1 where the frame does not reach."""
    return number_of_place(&state.land.state, notation.place_number(laid))


cdef int _worker_action(State state, action):
    """The number of what a turn's worker does, -1 where the frame does not reach."""
    if isinstance(action, Place):
        return PLACE_NUMBER + notation.quarter_number(action.quarter)
    if isinstance(action, Move):
        origin, target = _zone_number(state, action.origin), _zone_number(state, action.target)
        return -1 if origin < 0 or target < 0 else MOVE_NUMBER + 64 * origin + target
    return STAY_NUMBER


cdef _acted(State state, int number):
    """What a turn's worker does, by its number; the inverse of `_worker_action`."""
    if number == STAY_NUMBER:
        return None
    if PLACE_NUMBER <= number < MOVE_NUMBER:
        return Place(notation.quarter_text(number - PLACE_NUMBER))
    number -= MOVE_NUMBER
    return Move(_zone_name(state, number >> 6), _zone_name(state, number & 63))


cdef _turn(place, State after, int number):
    """A whole turn: the text of its placement, and what the worker does in the state after it."""
    return Turn(place[:2], place[2], _acted(after, number))


cdef int _zone_number(State state, zone):
    return notation.zone_number(zone, state.land.state.start_column, state.land.state.start_row)


cdef _zone_name(State state, int zone):
    return notation.zone_name(zone, state.land.state.start_column, state.land.state.start_row)


cdef list _zone_names(State state, uint64_t zones):
    cdef list names = []
    while zones:
        names.append(_zone_name(state, lowest(zones)))
        zones &= zones - 1
    return names


cdef _check_turned_up(State state):
    if state.card < 0 and not state.worker_due:
        raise LimesError("no card is turned up")


cdef bint _may_come(State state, number):
    if not 0 < number <= state.box.setup.cards:
        return False
    return state.land.state.laid < ROUNDS and not state.land.state.cards & bit(number - 1)


cdef _refuse_card(State state, number):
    cdef int i
    state.box.deck.face(number)
    for i in range(state.land.state.laid):
        if state.land.state.log[i].card == number - 1:
            laid = notation.laid_card(number, state.land.state.log[i].place)
            raise TurnError("card {number} is already on {cell}", number=number, cell=laid.cell)
    raise LimesError("the game is over after {rounds} rounds", rounds=ROUNDS)
