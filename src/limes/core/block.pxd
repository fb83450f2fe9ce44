"""The games of a batch in one block of memory, with the arrays that show them."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t

from limes.core.chance cimport Rng, below, start
from limes.core.crew cimport MAX_THREADS
from limes.core.landscape cimport Setup
from limes.core.numbers cimport ALL_NUMBERS
from limes.core.planes cimport PLANE, PLANES, UNSEEN, write_planes, write_scalars
from limes.core.slot cimport (
    NO_ACTION,
    OVER,
    Slot,
    begin,
    card_at_hand,
    draw_cards,
    fetch_slot,
    list_legal,
    may_play,
    play,
    seen_cards,
)


ctypedef struct Block:
    const Setup* setup
    Slot* slots
    Py_ssize_t games
    uint64_t seed
    bint dealt  # the seed deals; otherwise the caller turns up the cards
    bint restart
    bint every
    Py_ssize_t wrong[MAX_THREADS]  # the first game that refuses its action, share by share
    int32_t* actions
    uint8_t* masks
    int16_t* rewards
    uint8_t* done
    int16_t* totals
    int16_t* finals
    uint8_t* cards
    uint8_t* phases
    uint8_t* unseen
    uint8_t* planes  # NULL unless observations are wanted with every step
    int16_t* scalars


cdef inline void hide(Block* block, Py_ssize_t game) noexcept nogil:
    """Empty the mask of a game, by the list of what it shows."""
    cdef Slot* slot = &block.slots[game]
    cdef uint8_t* mask = block.masks + game * ALL_NUMBERS
    cdef int i
    for i in range(slot.choices):
        mask[slot.legal[i]] = 0
    slot.choices = 0


cdef inline void show(Block* block, Py_ssize_t game) noexcept nogil:
    """Bring the arrays up to date with a game whose mask is empty."""
    cdef Slot* slot = &block.slots[game]
    cdef uint8_t* mask = block.masks + game * ALL_NUMBERS
    cdef int cards = block.setup.cards, i
    cdef uint64_t unseen = ~seen_cards(slot)
    list_legal(block.setup, slot, block.every)
    for i in range(slot.choices):
        mask[slot.legal[i]] = 1
    block.totals[game] = slot.land.total
    block.cards[game] = card_at_hand(slot) + 1
    block.phases[game] = slot.phase
    for i in range(cards):
        block.unseen[game * cards + i] = unseen >> i & 1
    if block.planes != NULL:
        observe(block, game)


cdef inline void observe(Block* block, Py_ssize_t game) noexcept nogil:
    """Write the planes and scalars of a game."""
    cdef const Slot* slot = &block.slots[game]
    write_planes(block.setup, slot, block.planes + game * PLANES * PLANE)
    write_scalars(block.setup, slot, block.scalars + game * (UNSEEN + block.setup.cards))


cdef inline void check_games(void* given, int share, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """Find the first game that refuses its action."""
    cdef Block* block = <Block*>given
    cdef Py_ssize_t game
    for game in range(first, last):
        fetch_slot(&block.slots[game + 1])
        if not may_play(block.setup, &block.slots[game], block.actions[game]):
            if game < block.wrong[share]:
                block.wrong[share] = game
            return


cdef inline void step_games(void* given, int share, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """Take every game's action; all of them were checked."""
    cdef Block* block = <Block*>given
    cdef Slot* slot
    cdef Py_ssize_t game
    for game in range(first, last):
        slot = &block.slots[game]
        fetch_slot(slot + 1)
        hide(block, game)
        block.rewards[game] = play(block.setup, slot, block.actions[game])
        block.done[game] = slot.phase == OVER
        if slot.phase == OVER:
            block.finals[game] = slot.land.total
            if block.restart:
                slot.number += block.games
                begin(block.setup, slot, block.seed, block.dealt)
        show(block, game)


cdef inline void begin_games(void* given, int share, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """Every game from its start, game i with deal i of the seed."""
    cdef Block* block = <Block*>given
    cdef Py_ssize_t game
    for game in range(first, last):
        hide(block, game)
        block.slots[game].number = game
        begin(block.setup, &block.slots[game], block.seed, block.dealt)
        block.rewards[game] = block.done[game] = block.finals[game] = 0
        show(block, game)


cdef inline void redeal_games(void* given, int share, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """Draw the cards to come anew, game i with stream i of the block's seed."""
    cdef Block* block = <Block*>given
    cdef Py_ssize_t game
    for game in range(first, last):
        if block.slots[game].phase != OVER:
            hide(block, game)
            draw_cards(block.setup, &block.slots[game], block.seed, game)
            show(block, game)


cdef inline void show_games(void* given, int share, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """Bring all arrays up to date."""
    cdef Block* block = <Block*>given
    cdef Py_ssize_t game
    for game in range(first, last):
        hide(block, game)
        show(block, game)


cdef inline void observe_games(void* given, int share, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """Write planes and scalars alone."""
    cdef Block* block = <Block*>given
    cdef Py_ssize_t game
    for game in range(first, last):
        observe(block, game)


cdef inline void choose_at_random(void* given, int share, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """One of the actions in each game's mask, game i by stream i of the block's seed."""
    cdef Block* block = <Block*>given
    cdef Slot* slot
    cdef Py_ssize_t game
    cdef Rng rng
    for game in range(first, last):
        slot = &block.slots[game]
        block.actions[game] = NO_ACTION
        if slot.choices:
            start(&rng, block.seed, game)
            block.actions[game] = slot.legal[below(&rng, slot.choices)]
