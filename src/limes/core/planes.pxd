"""What a player may know as numbers: planes over the window of 10 x 10 zones, and scalars."""

from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.string cimport memset

from limes.core.actions cimport targets
from limes.core.bits cimport lowest
from limes.core.landscape cimport WORKERS, Landscape, Setup, open_spots
from limes.core.numbers cimport card_zones
from limes.core.slot cimport LAY, WORKER, Slot, card_at_hand, seen_cards


cdef enum:
    SIDE = 10  # zones of the window: the frame of 8 x 8 and a card's margin in the north and in the west
    PLANE = 100
    HUTS = 4  # after the four terrains
    WORKERS_HERE = 5
    POINTS = 6
    CROWD = 7
    CARD = 8
    PLACES = 9
    REACHED = 10
    PLANES = 11

cdef enum:
    FACE = 4  # of the card at hand, after whether the worker is due, the round, the supply and the total
    UNSEEN = 24
    QUARTER = 5  # numbers for a quarter of a face: the four terrains, a hut


cdef inline void write_zones(uint8_t* plane, uint64_t zones) noexcept nogil:
    """Ones for these zones of the frame, on an empty plane."""
    cdef int row
    cdef uint64_t spread
    for row in range(8):
        # The eight bits of a row become eight bytes: the multiplication copies them, each copy keeps one.
        spread = (zones >> 8 * row & 0x7f) * <uint64_t>0x0002040810204081 & <uint64_t>0x0101010101010101
        spread |= (zones >> 8 * row & 0x80) << 49
        write_bytes(plane + SIDE * (row + 2) + 2, spread)


cdef inline void write_bytes(uint8_t* to, uint64_t bytes) noexcept nogil:
    """Eight bytes, the lowest first on every machine; compilers make it one store where it is one."""
    cdef int i
    for i in range(8):
        to[i] = bytes >> 8 * i & 0xff


cdef inline void write_planes(const Setup* setup, const Slot* slot, uint8_t* planes) noexcept nogil:
    """All PLANES planes of a game."""
    cdef const Landscape* land = &slot.land
    cdef uint64_t left, zones
    cdef int i, zone, at
    memset(planes, 0, PLANES * PLANE)
    for i in range(4):
        write_zones(planes + i * PLANE, land.state.zones[i])
    write_zones(planes + HUTS * PLANE, land.state.huts)
    for i in range(land.state.workers):
        zone = land.state.worker[i]
        planes[WORKERS_HERE * PLANE + SIDE * ((zone >> 3) + 2) + (zone & 7) + 2] += 1
    left = land.live
    while left:
        i = lowest(left)
        left &= left - 1
        zones = land.territory[i].mask
        while zones:
            zone = lowest(zones)
            zones &= zones - 1
            at = SIDE * ((zone >> 3) + 2) + (zone & 7) + 2
            planes[POINTS * PLANE + at] = land.territory[i].points
            planes[CROWD * PLANE + at] = land.territory[i].crowd
    if slot.phase == LAY:
        left = open_spots(setup, &land.state)
        while left:
            at = PLACES * PLANE + SIDE * 2 * (lowest(left) >> 3) + 2 * (lowest(left) & 7)
            left &= left - 1
            planes[at] = planes[at + 1] = planes[at + SIDE] = planes[at + SIDE + 1] = 1
    elif slot.phase == WORKER:
        write_zones(planes + CARD * PLANE, card_zones(land))
        write_zones(planes + REACHED * PLANE, reached_zones(setup, land))


cdef inline uint64_t reached_zones(const Setup* setup, const Landscape* land) noexcept nogil:
    """Where a worker may move to, whichever it is."""
    cdef uint64_t origins = land.manned, reached = 0, zones = 0
    while origins:
        reached |= targets(setup, land, lowest(origins))
        origins &= origins - 1
    while reached:
        zones |= land.territory[lowest(reached)].mask
        reached &= reached - 1
    return zones


cdef inline void write_scalars(const Setup* setup, const Slot* slot, int16_t* scalars) noexcept nogil:
    """The UNSEEN first scalars of a game and one for each card of the deck."""
    cdef uint64_t seen = seen_cards(slot)
    cdef int card = card_at_hand(slot), quarter, i
    memset(scalars, 0, UNSEEN * sizeof(int16_t))
    scalars[0] = slot.phase == WORKER
    scalars[1] = slot.land.state.laid
    scalars[2] = WORKERS - slot.land.state.workers
    scalars[3] = slot.land.total
    if card >= 0:
        for quarter in range(4):
            scalars[FACE + QUARTER * quarter + setup.terrain[card][0][quarter]] = 1
            i = 1 << (quarter & 1) + 8 * (quarter >> 1)
            scalars[FACE + QUARTER * quarter + 4] = setup.huts[card][0] & i != 0
    for i in range(setup.cards):
        scalars[UNSEEN + i] = not seen >> i & 1
