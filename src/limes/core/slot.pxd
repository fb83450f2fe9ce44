"""One game of a batch: a landscape, the cards that come to it, and where it stands."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy

from limes.core.actions cimport MAX_ACTIONS
from limes.core.bits cimport bit, fetch
from limes.core.chance cimport Rng, deal, start, unseen_cards
from limes.core.landscape cimport MAX_CARDS, ROUNDS, Landscape, Setup, clear, copy
from limes.core.numbers cimport (
    act_number,
    lay_number,
    list_layings,
    list_worker_numbers,
    may_act,
    may_lay,
)


cdef enum:
    NO_ACTION = -1  # the game stays as it is

cdef enum:
    LAY = 0  # the card at hand is to be laid
    WORKER = 1  # it lies there, and a worker may act
    CHANCE = 2  # the next card is to be turned up
    OVER = 3


ctypedef struct Slot:
    Landscape land
    uint64_t number  # which deal of the seed it is
    uint8_t phase
    uint8_t known  # how many of the cards are decided, those laid among them
    uint8_t cards[ROUNDS]  # from 0, in the order in which they come
    int16_t choices
    uint16_t legal[MAX_ACTIONS]


cdef inline void copy_slot(Slot* to, const Slot* slot) noexcept nogil:
    copy(&to.land, &slot.land)
    memcpy(&to.number, &slot.number, sizeof(Slot) - sizeof(Landscape))


cdef inline void fetch_slot(const Slot* slot) noexcept nogil:
    """Games are far apart in memory; asking for the next one while this one is played halves the time."""
    cdef const char* at = <const char*>slot
    cdef int line
    for line in range(14):
        fetch(at + 64 * line)
    fetch(at + sizeof(Landscape))
    fetch(at + sizeof(Landscape) + 64)


cdef inline int card_at_hand(const Slot* slot) noexcept nogil:
    """The card of the running round, from 0, or -1."""
    if slot.phase == LAY:
        return slot.cards[slot.land.state.laid]
    if slot.phase == WORKER:
        return slot.cards[slot.land.state.laid - 1]
    return -1


cdef inline uint64_t seen_cards(const Slot* slot) noexcept nogil:
    """The cards laid and the card at hand, one bit each."""
    if slot.phase == LAY:
        return slot.land.state.cards | bit(slot.cards[slot.land.state.laid])
    return slot.land.state.cards


cdef inline void next_card(Slot* slot) noexcept nogil:
    """A turn is complete, or a game begins."""
    if slot.land.state.laid == ROUNDS:
        slot.phase = OVER
    elif slot.land.state.laid < slot.known:
        slot.phase = LAY
    else:
        slot.phase = CHANCE


cdef inline void draw_cards(const Setup* setup, Slot* slot, uint64_t seed, uint64_t stream) noexcept nogil:
    """The cards to come are drawn; a game that waits for one goes on."""
    cdef uint8_t unseen[MAX_CARDS]
    cdef Rng rng
    cdef int begun = slot.land.state.laid + (slot.phase == LAY)
    cdef int number = unseen_cards(setup, seen_cards(slot), unseen)
    start(&rng, seed, stream)
    deal(&rng, unseen, number, ROUNDS - begun)
    memcpy(slot.cards + begun, unseen, ROUNDS - begun)
    slot.known = ROUNDS
    if slot.phase == CHANCE:
        next_card(slot)


cdef inline void begin(const Setup* setup, Slot* slot, uint64_t seed, bint dealt) noexcept nogil:
    """The empty landscape with the cards of this deal, or with none if chance is left to the caller."""
    clear(&slot.land)
    slot.known = 0
    slot.phase = CHANCE
    if dealt:
        draw_cards(setup, slot, seed, slot.number)


cdef inline bint may_play(const Setup* setup, const Slot* slot, int action) noexcept nogil:
    """Whether a game takes this action; one that waits or is over takes any and does nothing."""
    if action == NO_ACTION:
        return True
    if slot.phase == LAY:
        return may_lay(setup, &slot.land, action)
    if slot.phase == WORKER:
        return may_act(setup, &slot.land, action)
    return True


cdef inline int play(const Setup* setup, Slot* slot, int action) noexcept nogil:
    """Take a legal action; gives by how much the total changed."""
    cdef int before = slot.land.total
    if action == NO_ACTION:
        return 0
    if slot.phase == LAY:
        lay_number(setup, &slot.land, card_at_hand(slot), action)
        slot.phase = WORKER
    elif slot.phase == WORKER:
        act_number(setup, &slot.land, action)
        next_card(slot)
    return slot.land.total - before


cdef inline void list_legal(const Setup* setup, Slot* slot, bint every) noexcept nogil:
    """The legal actions of the game as it stands, in order."""
    cdef int facings
    if slot.phase == LAY:
        facings = 4 if every else setup.facings[card_at_hand(slot)]
        slot.choices = list_layings(setup, &slot.land, facings, slot.legal)
    elif slot.phase == WORKER:
        slot.choices = list_worker_numbers(setup, &slot.land, every, slot.legal)
    else:
        slot.choices = 0
