"""Decisions as numbers, zone by zone: how the Python face and records name what search does on territories.

A card is laid with 4 * cell + facing, the cell counted 7 * row + column from a7. Then a worker stays, is placed
on a quarter, or moves from one zone of the frame to another.
"""

from libc.stdint cimport uint64_t

from limes.core.actions cimport MOVE, PLACE, STAY, Action, targets, worker_in
from limes.core.bits cimport bit, count, lowest
from limes.core.landscape cimport (
    WORKERS,
    Landscape,
    Setup,
    laid_zones,
    lay,
    move_worker,
    open_spots,
    put_worker,
    spot_of_cell,
)


cdef enum:
    STAY_NUMBER = 196
    PLACE_NUMBER = 197  # + quarter: nw, ne, sw, se
    MOVE_NUMBER = 201  # + 64 * origin + target
    ALL_NUMBERS = 4297


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
    cdef int spot
    if not 0 <= number < STAY_NUMBER:
        return False
    spot = spot_of_cell(&land.state, number >> 2)
    if spot < 0 or not open_spots(setup, &land.state) & bit(spot):
        return False
    lay(setup, land, card, spot, number & 3)
    return True


cdef inline bint act_number(const Setup* setup, Landscape* land, int number) noexcept nogil:
    """Let a worker act, if that is legal; gives whether it is."""
    cdef int worker = 0, origin, target
    if number == STAY_NUMBER:
        return True
    if PLACE_NUMBER <= number < MOVE_NUMBER and land.state.workers < WORKERS:
        put_worker(land, quarter_zone(land, number - PLACE_NUMBER))
        return True
    if not MOVE_NUMBER <= number < ALL_NUMBERS:
        return False
    origin, target = number - MOVE_NUMBER >> 6, number - MOVE_NUMBER & 63
    while worker < land.state.workers and land.state.worker[worker] != origin:
        worker += 1
    if worker == land.state.workers or not target_zones(setup, land, origin) & bit(target):
        return False
    move_worker(land, worker, target)
    return True


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
