"""What a worker may do once the card is laid; all zones of a territory count as one place to go."""

from libc.stdint cimport int16_t, uint8_t, uint64_t

from limes.core.bits cimport bit, lowest
from limes.core.landscape cimport (
    WATER,
    WORKERS,
    Landscape,
    Setup,
    Territory,
    move_worker,
    put_worker,
)


cdef enum:
    STAY = 0
    PLACE = 1
    MOVE = 2

cdef enum:
    MAX_ACTIONS = 448  # 1 + 4 + 7 workers * 63 territories


ctypedef struct Action:
    uint8_t kind
    uint8_t origin  # the territory that is left, for a move
    uint8_t target  # the territory that is entered
    uint8_t zone  # where the worker goes
    int16_t total  # of the landscape after it


cdef inline uint64_t card_territories(const Landscape* land) noexcept nogil:
    """The territories of the card laid last: where a worker from the supply may go."""
    cdef const uint8_t* label = land.label + land.corner
    return bit(label[0]) | bit(label[1]) | bit(label[8]) | bit(label[9])


cdef inline uint64_t targets(const Setup* setup, const Landscape* land, int origin) noexcept nogil:
    """The territories that a worker in this one may move to."""
    cdef uint64_t reached = land.territory[origin].border
    cdef uint64_t ferries
    cdef const Territory* near
    if setup.ferryman:
        ferries = reached & land.manned
        while ferries:
            near = &land.territory[lowest(ferries)]
            ferries &= ferries - 1
            if near.terrain == WATER:
                reached |= near.border
        reached &= ~bit(origin)
    return reached


cdef inline int total_after(const Landscape* land, const Action* action) noexcept nogil:
    cdef int total = land.total
    if action.kind != STAY and not land.territory[action.target].crowd:
        total += land.territory[action.target].points
    if action.kind == MOVE and land.territory[action.origin].crowd == 1:
        total -= land.territory[action.origin].points
    return total


cdef inline int list_actions(const Setup* setup, const Landscape* land, Action* actions) noexcept nogil:
    """Every action with its total, staying first; gives their number, MAX_ACTIONS at most."""
    cdef uint64_t origins = land.manned, entered
    cdef int found = 1
    cdef Action action
    action.kind = STAY
    action.origin = action.target = action.zone = 0
    action.total = land.total
    actions[0] = action
    if land.state.workers < WORKERS:
        action.kind = PLACE
        entered = card_territories(land)
        while entered:
            action.target = lowest(entered)
            entered &= entered - 1
            action.zone = place_zone(land, action.target)
            action.total = total_after(land, &action)
            actions[found] = action
            found += 1
    action.kind = MOVE
    while origins:
        action.origin = lowest(origins)
        origins &= origins - 1
        entered = targets(setup, land, action.origin)
        while entered:
            action.target = lowest(entered)
            entered &= entered - 1
            action.zone = lowest(land.territory[action.target].mask)
            action.total = total_after(land, &action)
            actions[found] = action
            found += 1
    return found


cdef inline int place_zone(const Landscape* land, int target) noexcept nogil:
    """The first zone of the card laid last that belongs to this territory."""
    return lowest(land.territory[target].mask & <uint64_t>0x303 << land.corner)


cdef inline int worker_in(const Landscape* land, int territory) noexcept nogil:
    """A worker that stands in a manned territory: its place among the state's."""
    cdef int worker = 0
    while land.label[land.state.worker[worker]] != territory:
        worker += 1
    return worker


cdef inline void act(Landscape* land, const Action* action) noexcept nogil:
    """Do a legal action; the landscape then waits for the next card."""
    if action.kind == PLACE:
        put_worker(land, action.zone)
    elif action.kind == MOVE:
        move_worker(land, worker_in(land, action.origin), action.zone)
