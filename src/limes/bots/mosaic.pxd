"""A full frame without its history: sixteen cards on 4 x 4 cells, and the best that workers can earn there.

A territory only grows, so a worker placed in it when one of its cards is laid stays in it to the end. One worker a
turn can be placed, so territories are paired with turns. Taking them by their points, and pairing earlier ones anew
where one does not fit in, finds the best pairing: sets that can be paired form a matroid. Moves are left out.
"""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t

from limes.core.bits cimport bit, count, forest_in_sight, grown, lowest
from limes.core.landscape cimport FIELD, FOREST, ROCK, ROUNDS, WATER, WORKERS, Setup


cdef enum:
    ZONES = 64


ctypedef struct Mosaic:
    uint8_t card[ROUNDS]  # by turn, from 0
    uint8_t facing[ROUNDS]  # by turn
    uint8_t cell[ROUNDS]  # by turn: 4 * row + column from the north-west
    uint8_t turn[ROUNDS]  # by cell


ctypedef struct Ground:
    uint64_t zones[4]  # by terrain
    uint64_t huts
    int found  # territories
    uint64_t territory[ZONES]
    uint64_t with_points[ZONES + 1]  # the territories that earn so many
    int most  # points of one of them


cdef inline uint64_t cell_zones(int cell) noexcept nogil:
    return <uint64_t>0x303 << 16 * (cell >> 2) + 2 * (cell & 3)


cdef inline int earnings(const Setup* setup, const Mosaic* mosaic, uint64_t* stand) noexcept nogil:
    """The points of the best seven workers; and by turn the territory that its worker stands in at the end, or 0."""
    cdef Ground ground
    cdef uint64_t equal
    cdef uint16_t turns[ZONES]
    cdef int8_t holder[ROUNDS]
    cdef uint16_t tried
    cdef int points, total = 0, workers = 0, i
    _lay_out(setup, mosaic, &ground)
    _count(&ground)
    for i in range(ROUNDS):
        holder[i] = -1
    points = ground.most
    while points and workers < WORKERS:
        equal = ground.with_points[points]
        while equal and workers < WORKERS:
            i = lowest(equal)
            equal &= equal - 1
            turns[i] = _turns_in(mosaic, ground.territory[i])
            tried = 0
            if _pair(i, turns, holder, &tried):
                total += points
                workers += 1
        points -= 1
    if stand:
        for i in range(ROUNDS):
            stand[i] = ground.territory[holder[i]] if holder[i] >= 0 else 0
    return total


cdef inline void _lay_out(const Setup* setup, const Mosaic* mosaic, Ground* ground) noexcept nogil:
    cdef int turn, terrain, card, facing, corner, i
    for i in range(4):
        ground.zones[i] = 0
    ground.huts = 0
    for turn in range(ROUNDS):
        card, facing = mosaic.card[turn], mosaic.facing[turn]
        corner = 16 * (mosaic.cell[turn] >> 2) + 2 * (mosaic.cell[turn] & 3)
        for terrain in range(4):
            ground.zones[terrain] |= <uint64_t>setup.zones[card][facing][terrain] << corner
        ground.huts |= <uint64_t>setup.huts[card][facing] << corner


cdef inline void _count(Ground* ground) noexcept nogil:
    """Find the territories with their points."""
    cdef uint64_t rest, own, near
    cdef int shores, points, zone, i
    ground.found = ground.most = 0
    for i in range(ZONES + 1):
        ground.with_points[i] = 0
    rest = ground.zones[FIELD]
    while rest:
        own = _territory(ground.zones[FIELD], rest & -rest)
        rest ^= own
        _enter(ground, own, count(own))
    rest = ground.zones[WATER]
    while rest:
        own = _territory(ground.zones[WATER], rest & -rest)
        rest ^= own
        _enter(ground, own, count(grown(own) & ground.huts))
    shores = ground.found
    rest = ground.zones[FOREST]
    while rest:
        own = _territory(ground.zones[FOREST], rest & -rest)
        rest ^= own
        near = grown(own) ^ own
        points = count(near & ground.zones[ROCK])
        for i in range(shores):
            points += (ground.territory[i] & near) != 0
        _enter(ground, own, points)
    rest = ground.zones[ROCK]
    while rest:
        zone = lowest(rest)
        rest &= rest - 1
        _enter(ground, bit(zone), forest_in_sight(ground.zones[FOREST], ground.zones[ROCK], zone))


cdef inline uint64_t _territory(uint64_t terrain, uint64_t zone) noexcept nogil:
    cdef uint64_t before = 0
    while zone != before:
        before = zone
        zone = grown(zone) & terrain
    return zone


cdef inline void _enter(Ground* ground, uint64_t territory, int points) noexcept nogil:
    ground.territory[ground.found] = territory
    ground.with_points[points] |= bit(ground.found)
    ground.found += 1
    if points > ground.most:
        ground.most = points


cdef inline uint16_t _turns_in(const Mosaic* mosaic, uint64_t territory) noexcept nogil:
    """The turns that laid a part of a territory."""
    cdef uint64_t corners = territory | territory >> 1 | territory >> 8 | territory >> 9
    cdef uint16_t turns = 0
    cdef int zone
    corners &= <uint64_t>0x0055005500550055
    while corners:
        zone = lowest(corners)
        corners &= corners - 1
        turns |= <uint16_t>1 << mosaic.turn[4 * (zone >> 4) + ((zone & 7) >> 1)]
    return turns


cdef inline bint _pair(int territory, const uint16_t* turns, int8_t* holder, uint16_t* tried) noexcept nogil:
    """Give a territory one of its turns, the one that holds it another; false where that cannot be."""
    cdef uint16_t open_turns = turns[territory]
    cdef int turn
    while open_turns:
        turn = lowest(open_turns)
        open_turns &= open_turns - 1
        if holder[turn] < 0:
            holder[turn] = territory
            return True
    open_turns = turns[territory] & ~tried[0]
    while open_turns:
        turn = lowest(open_turns)
        tried[0] |= <uint16_t>1 << turn
        if _pair(holder[turn], turns, holder, tried):
            holder[turn] = territory
            return True
        open_turns = turns[territory] & ~tried[0]
    return False
