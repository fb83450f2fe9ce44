"""Decisions as numbers, zone by zone: how the Python face and records name what search does on territories.

All numbers belong to the frame as it is, never to the grid a7 to g1. A card is laid with 4 * cell + facing, the
cell counted 5 * row + column in the frame with one more row in the north and one more column in the west. Then a
worker stays, is placed on a quarter, or moves from one zone of the frame to another.
"""

from libc.stdint cimport uint16_t, uint64_t

from limes.core.actions cimport MOVE, PLACE, STAY, Action, card_territories, targets, worker_in
from limes.core.bits cimport bit, count, lowest
from limes.core.landscape cimport (
    WORKERS,
    Landscape,
    Setup,
    State,
    laid_zones,
    lay,
    move_worker,
    open_spots,
    put_worker,
    spot_of_cell,
)


cdef enum:
    WINDOW = 5  # cells in a row: the frame and a margin in the north and in the west
    STAY_NUMBER = 100
    PLACE_NUMBER = 101  # + quarter: nw, ne, sw, se
    MOVE_NUMBER = 105  # + 64 * origin + target
    ALL_NUMBERS = 4201


cdef inline int laying_number(int spot, int facing) noexcept nogil:
    """The number of laying a card on an open spot."""
    return 4 * (WINDOW * (spot >> 3) + (spot & 7)) + facing


cdef inline int spot_of_number(int number) noexcept nogil:
    """The spot that a number below STAY_NUMBER names."""
    cdef unsigned int cell = number >> 2
    return 8 * (cell // WINDOW) + cell % WINDOW


cdef inline int number_of_place(const State* state, int place) noexcept nogil:
    """The number of a place as records have it, 4 * cell of the grid + facing, or -1 outside of the window."""
    cdef int spot = spot_of_cell(state, place >> 2)
    if spot < 0 or spot >> 3 >= WINDOW or spot & 7 >= WINDOW:
        return -1
    return laying_number(spot, place & 3)


cdef inline int quarter_zone(const Landscape* land, int quarter) noexcept nogil:
    """A zone of the card laid last."""
    return land.corner + (quarter & 1) + (quarter >> 1) * 8


cdef inline int action_number(const Landscape* land, const Action* action) noexcept nogil:
    """The number of an action on territories."""
    cdef int zone
    if action.kind == PLACE:
        zone = action.zone - land.corner
        return PLACE_NUMBER + (zone & 1) + (zone >> 3) * 2
    if action.kind == MOVE:
        zone = land.state.worker[worker_in(land, action.origin)]
        return MOVE_NUMBER + 64 * zone + action.zone
    return STAY_NUMBER


cdef inline Action numbered_action(const Landscape* land, int number) noexcept nogil:
    """The action on territories that a legal number stands for; its total is left open."""
    cdef Action action
    action.kind = STAY
    action.origin = action.target = action.zone = action.total = 0
    if PLACE_NUMBER <= number < MOVE_NUMBER:
        action.kind = PLACE
        action.zone = quarter_zone(land, number - PLACE_NUMBER)
        action.target = land.label[action.zone]
    elif number >= MOVE_NUMBER:
        action.kind = MOVE
        action.zone = number - MOVE_NUMBER & 63
        action.origin = land.label[number - MOVE_NUMBER >> 6]
        action.target = land.label[action.zone]
    return action


cdef inline bint lay_number(const Setup* setup, Landscape* land, int card, int number) noexcept nogil:
    """Lay a card on a cell in a facing, if that is legal; gives whether it is."""
    if not may_lay(setup, land, number):
        return False
    lay(setup, land, card, spot_of_number(number), number & 3)
    return True


cdef inline bint may_lay(const Setup* setup, const Landscape* land, int number) noexcept nogil:
    if not 0 <= number < STAY_NUMBER:
        return False
    return open_spots(setup, &land.state) & bit(spot_of_number(number)) != 0


cdef inline bint act_number(const Setup* setup, Landscape* land, int number) noexcept nogil:
    """Let a worker act, if that is legal; gives whether it is."""
    if not may_act(setup, land, number):
        return False
    if PLACE_NUMBER <= number < MOVE_NUMBER:
        put_worker(land, quarter_zone(land, number - PLACE_NUMBER))
    elif number >= MOVE_NUMBER:
        number -= MOVE_NUMBER
        move_worker(land, worker_on(land, number >> 6), number & 63)
    return True


cdef inline bint may_act(const Setup* setup, const Landscape* land, int number) noexcept nogil:
    cdef int origin, target
    if number == STAY_NUMBER:
        return True
    if PLACE_NUMBER <= number < MOVE_NUMBER:
        return land.state.workers < WORKERS
    if not MOVE_NUMBER <= number < ALL_NUMBERS:
        return False
    origin, target = number - MOVE_NUMBER >> 6, number - MOVE_NUMBER & 63
    if worker_on(land, origin) < 0 or not laid_zones(&land.state) & bit(target):
        return False
    return targets(setup, land, land.label[origin]) & bit(land.label[target]) != 0


cdef inline int worker_on(const Landscape* land, int zone) noexcept nogil:
    """A worker that stands on a zone: its place among the state's, or -1."""
    cdef int worker
    for worker in range(land.state.workers):
        if land.state.worker[worker] == zone:
            return worker
    return -1


cdef inline uint64_t worker_zones(const Landscape* land) noexcept nogil:
    cdef uint64_t zones = 0
    cdef int i
    for i in range(land.state.workers):
        zones |= bit(land.state.worker[i])
    return zones


cdef inline uint64_t target_zones(const Setup* setup, const Landscape* land, int origin) noexcept nogil:
    """Every zone that a worker on this one may move to."""
    cdef uint64_t reached = targets(setup, land, land.label[origin]), zones = 0
    while reached:
        zones |= land.territory[lowest(reached)].mask
        reached &= reached - 1
    return zones


cdef inline int count_numbers(const Setup* setup, const Landscape* land) noexcept nogil:
    """How many actions there are, zone by zone."""
    cdef uint64_t origins = worker_zones(land)
    cdef int found = 5 if land.state.workers < WORKERS else 1
    while origins:
        found += count(target_zones(setup, land, lowest(origins)))
        origins &= origins - 1
    return found


cdef inline int list_layings(
    const Setup* setup, const Landscape* land, int facings, uint16_t* numbers
) noexcept nogil:
    """The numbers of laying a card in so many facings, in order; gives how many, MAX_ACTIONS at most."""
    cdef uint64_t spots = open_spots(setup, &land.state)
    cdef int facing, found = 0
    while spots:
        for facing in range(facings):
            numbers[found] = laying_number(lowest(spots), facing)
            found += 1
        spots &= spots - 1
    return found


cdef inline int list_worker_numbers(
    const Setup* setup, const Landscape* land, bint every, uint16_t* numbers
) noexcept nogil:
    """The numbers of what a worker may do, in order; gives how many, MAX_ACTIONS at most.

    Every zone, or one for each different future: the first zone of the card in each of its territories, the
    first worker of a territory, the first zone of the territory that it goes to.
    """
    cdef uint64_t origins = worker_zones(land), zones
    cdef int found = 1, quarter, origin
    numbers[0] = STAY_NUMBER
    if land.state.workers < WORKERS:
        zones = ~<uint64_t>0 if every else first_zones(land, card_territories(land), card_zones(land))
        for quarter in range(4):
            if zones & bit(quarter_zone(land, quarter)):
                numbers[found] = PLACE_NUMBER + quarter
                found += 1
    while origins:
        origin = lowest(origins)
        if every:
            origins &= origins - 1
            zones = target_zones(setup, land, origin)
        else:
            origins &= ~land.territory[land.label[origin]].mask
            zones = first_zones(land, targets(setup, land, land.label[origin]), ~<uint64_t>0)
        while zones:
            numbers[found] = MOVE_NUMBER + 64 * origin + lowest(zones)
            found += 1
            zones &= zones - 1
    return found


cdef inline uint64_t card_zones(const Landscape* land) noexcept nogil:
    """The zones of the card laid last."""
    return <uint64_t>0x303 << land.corner


cdef inline uint64_t first_zones(const Landscape* land, uint64_t territories, uint64_t within) noexcept nogil:
    """The first zone of each of these territories among some zones that all of them have a part in."""
    cdef uint64_t zones = 0
    while territories:
        zones |= bit(lowest(land.territory[lowest(territories)].mask & within))
        territories &= territories - 1
    return zones
