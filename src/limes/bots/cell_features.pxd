"""What surrounds the open cells of a landscape, as rows of the network's first layer."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from limes.bots.feature_rows cimport (
    AROUND,
    CELL,
    CORNER,
    FLANK,
    GROUNDS,
    LAID,
    MEET,
    PAIRS,
    ROUGH,
    SIDE,
    least,
)
from limes.core.bits cimport bit, grown, lowest
from limes.core.landscape cimport (
    FIELD,
    FOREST,
    ROCK,
    ROUNDS,
    WATER,
    Landscape,
    Setup,
    Territory,
    laid_zones,
    open_spots,
)


cdef inline int _rough(int ground) noexcept nogil:
    return ground if ground < LAID else LAID + (ground - LAID) / 2


cdef inline int _pair(int one, int other, int kinds) noexcept nogil:
    """The number of a pair of classes in any order, of so many kinds."""
    return least(one, other) * kinds + (one if one > other else other)


cdef inline bint _gains(const Landscape* land, int one, int other) noexcept nogil:
    """Whether the territory of one zone would earn more if a zone of it came to lie beside the other zone."""
    cdef const Territory* territory = &land.territory[land.label[one]]
    if territory.terrain == FOREST:
        return not territory.border & bit(land.label[other])
    if territory.terrain == WATER:
        return (land.state.huts & ~grown(territory.mask) & bit(other)) != 0
    return False


cdef inline int cell_features(
    const Setup* setup, const Landscape* land, int left, const uint8_t* ground, uint16_t* rows, int found
) noexcept nogil:
    """What surrounds each open cell."""
    cdef uint8_t board[SIDE * SIDE]
    cdef uint8_t zone[SIDE * SIDE]
    cdef int around[8]
    cdef int width = land.state.width, height = land.state.height
    cdef int row, north, west, i, at, spot, one, other, sides, outside, amount, number, terrain, here, there
    cdef bint joined, gains
    cdef int zones[4]  # beside the cell, by terrain
    cdef int different[4]  # territories
    cdef int manned[4]
    cdef int points[4]
    cdef uint64_t spots = open_spots(setup, &land.state), laid, met
    memset(board, 0, sizeof(board))
    north, west = max(2 * height - 8, -3), max(2 * width - 8, -3)
    for row in range(north, 8):
        memset(board + (row + 3) * SIDE + 3 + west, 2, 8 - west)
    for row in range(2 * height):
        memset(board + (row + 3) * SIDE + 3, 1, 2 * width)
    laid = laid_zones(&land.state)
    while laid:
        i = lowest(laid)
        laid &= laid - 1
        at = ((i >> 3) + 3) * SIDE + (i & 7) + 3
        zone[at] = i
        board[at] = ground[land.label[i]]
    while spots:
        spot = lowest(spots)
        spots &= spots - 1
        at = (2 * ((spot >> 3) - 1) + 3) * SIDE + 2 * ((spot & 7) - 1) + 3
        # clockwise from the north-western zone of the northern side
        around[0] = at - SIDE
        around[1] = at - SIDE + 1
        around[2] = at + 2
        around[3] = at + 2 + SIDE
        around[4] = at + 2 * SIDE + 1
        around[5] = at + 2 * SIDE
        around[6] = at + SIDE - 1
        around[7] = at - 1
        sides = outside = 0
        met = 0
        memset(zones, 0, sizeof(zones))
        memset(different, 0, sizeof(different))
        memset(manned, 0, sizeof(manned))
        memset(points, 0, sizeof(points))
        for i in range(8):
            one = board[around[i]]
            other = board[around[i + 1 & 7]]
            if one >= LAID:
                number = land.label[zone[around[i]]]
                terrain = land.territory[number].terrain
                zones[terrain] += 1
                if not met & bit(number):
                    met |= bit(number)
                    different[terrain] += 1
                    manned[terrain] += land.territory[number].crowd > 0
                    points[terrain] += land.territory[number].points
                if i & 1 == 0:
                    sides += 1
            elif one == 0 and i & 1 == 0:
                outside += 1
            if one < LAID and other < LAID:
                continue
            joined = gains = False
            if one >= LAID and other >= LAID:
                here, there = zone[around[i]], zone[around[i + 1 & 7]]
                joined = land.label[here] == land.label[there]
                gains = i & 1 and not joined and (_gains(land, here, there) or _gains(land, there, here))
            if i & 1:
                amount = GROUNDS * GROUNDS + one if joined else _pair(one, other, GROUNDS) + PAIRS * gains
                rows[found] = CORNER + amount
            else:
                one, other = _rough(one), _rough(other)
                rows[found] = FLANK + (ROUGH * ROUGH + one if joined else _pair(one, other, ROUGH))
            found += 1
        amount = (least(zones[FIELD], 3) * 4 + least(zones[WATER], 3)) * 4 + least(zones[FOREST], 3)
        amount = (amount * 3 + least(zones[ROCK], 2)) * 8
        amount += (manned[FIELD] > 0) * 4 + (manned[WATER] > 0) * 2 + (manned[FOREST] > 0)
        rows[found] = AROUND + amount
        rows[found + 1] = CELL + (sides * 5 + outside) * ROUNDS + left
        found += 2
        for i in range(3):
            if zones[i]:
                amount = (i * 3 + least(zones[i], 3) - 1) * 4 + least(different[i], 3)
                rows[found] = MEET + (amount * 3 + least(manned[i], 2)) * 8 + least((points[i] + 1) / 2, 7)
                found += 1
    return found
