"""What the network sees of a landscape after a turn: a list of rows of its first layer, to be added up.

Every feature is the same for a landscape that is turned, mirrored or moved inside the floating frame.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from limes.bots.evaluation cimport Frame, cells_of, openness, survey_frame
from limes.core.actions cimport targets
from limes.core.bits cimport between_towers, bit, count, grown, lowest
from limes.core.landscape cimport (
    COUNTS,
    FIELD,
    FOREST,
    HUTS,
    ROCK,
    ROUNDS,
    WATER,
    WORKERS,
    Landscape,
    Setup,
    Territory,
    laid_zones,
    open_spots,
)


cdef enum:
    MOST_FEATURES = 1024  # more than any landscape has
    POINT_LEVELS = 16
    OPEN_LEVELS = 16
    KINDS = 80
    STEPS = 6
    CROWDS = 6  # no worker there and 0, 1, 2, more in the supply; one worker; several
    NEAR = 144  # classes of territories that a worker may move to
    FROM = 32  # classes of territories that a worker may leave
    GROUNDS = 51  # what a zone beside an open cell is: outside, empty inside, empty in the slack, or laid
    PAIRS = GROUNDS * GROUNDS + GROUNDS  # of two zones; the last ones of one territory
    ROUGH = 27  # the same with half as many steps of points
    ROUGH_PAIRS = ROUGH * ROUGH + ROUGH
    LAID = 3  # the first class of a zone that is laid
    SIDE = 14  # zones in a row of the board with room around the frame
    SHARE_LEVELS = 16
    COUNT_LEVELS = 32
    MOST_UNSEEN = 64

cdef enum:
    # Where each group of rows begins.
    TERRITORY = 0  # terrain, points, open zones, crowd
    KIND = TERRITORY + 4 * POINT_LEVELS * OPEN_LEVELS * CROWDS  # terrain, kind, points, manned
    EDGE = KIND + 4 * KINDS * STEPS * 3  # a worker's territory and one beside it
    CORNER = EDGE + FROM * NEAR  # two zones that a quarter of an open cell would touch
    FLANK = CORNER + 2 * PAIRS  # two zones along one side of an open cell
    AROUND = FLANK + ROUGH_PAIRS  # how much of each terrain surrounds an open cell
    CELL = AROUND + 192 * 8  # sides of an open cell that are laid or outside, cards to come
    SIGHT = CELL + 25 * ROUNDS  # forest and empty zones along a tower's line
    SUPPLY = SIGHT + 64 * 3
    SHAPE = SUPPLY + 8 * ROUNDS  # width and height
    SHARE = SHAPE + 25 * ROUNDS  # how much of each terrain, and of huts, the cards not seen hold
    MEET = SHARE + 4 * SHARE_LEVELS  # what one zone of a terrain could join around an open cell
    DECK = MEET + 3 * 3 * 4 * 3 * 8  # how much of each kind the cards not seen hold
    UNSEEN = DECK + COUNTS * COUNT_LEVELS  # how many they are
    GAME = UNSEEN + MOST_UNSEEN  # variants, cards to come
    FERRY = GAME + 4 * ROUNDS  # a worker's territory and one across a water with a fisherman
    FEATURES = FERRY + FROM * NEAR

cdef enum:
    DECK_FEATURES = FERRY - DECK  # the rows that tell the deck and the variants; they come first in a list
    DECK_ROWS = COUNTS + 2  # how many of them there are in it


cdef inline int _least(int one, int other) noexcept nogil:
    return one if one < other else other


cdef inline int _step(int points) noexcept nogil:
    """Points in six steps: 0-1, 2-3, 4-5, 6-7, 8-9, more."""
    return points >> 1 if points < 10 else 5


cdef inline int _near(const Territory* territory, int open_zones) noexcept nogil:
    """The class of a territory as a place to go."""
    cdef int room = (open_zones > 0) + (open_zones > 2)
    return ((territory.terrain * 2 + (territory.crowd > 0)) * STEPS + _step(territory.points)) * 3 + room


cdef inline int _ground(const Territory* territory) noexcept nogil:
    """The class of a territory as a neighbour of an open cell."""
    return LAID + (territory.terrain * 2 + (territory.crowd > 0)) * STEPS + _step(territory.points)


cdef inline int _rough(int ground) noexcept nogil:
    return ground if ground < LAID else LAID + (ground - LAID) / 2


cdef inline int _pair(int one, int other, int kinds) noexcept nogil:
    """The number of a pair of classes in any order, of so many kinds."""
    return _least(one, other) * kinds + (one if one > other else other)


cdef inline int list_features(const Setup* setup, const Landscape* land, uint16_t* rows) noexcept nogil:
    """The rows of a landscape after a turn, with cards to come; gives their number."""
    cdef int left = ROUNDS - land.state.laid, supply = WORKERS - land.state.workers
    cdef int found, unmanned = _least(supply, 3), number, crowd, open_zones, zone, from_class
    cdef uint8_t ground[64]
    cdef uint8_t near_class[64]
    cdef int share[4]  # of field, water, forest and (as ROCK) huts
    cdef uint64_t live = land.live, near
    cdef const Territory* territory
    cdef Frame frame
    survey_frame(land, &frame)
    found = _global_features(setup, land, left, supply, share, rows)
    while live:
        number = lowest(live)
        live &= live - 1
        territory = &land.territory[number]
        crowd = territory.crowd
        open_zones = openness(&frame, territory)
        rows[found] = TERRITORY + (
            ((territory.terrain * POINT_LEVELS + _least(territory.points, POINT_LEVELS - 1)) * OPEN_LEVELS + open_zones)
            * CROWDS + (unmanned if crowd == 0 else 3 + _least(crowd, 2))
        )
        rows[found + 1] = KIND + (
            ((territory.terrain * KINDS + _kind(land, &frame, territory, share)) * STEPS + _step(territory.points)) * 3
            + _least(crowd, 2)
        )
        found += 2
        ground[number] = _ground(territory)
        if territory.terrain == ROCK:
            zone = lowest(territory.mask)
            near = <uint64_t>0xff << (zone & 56)
            rows[found] = _sight(land, &frame, near, frame.slack_columns, zone, crowd)
            near = <uint64_t>0x0101010101010101 << (zone & 7)
            rows[found + 1] = _sight(land, &frame, near, frame.slack_rows, zone, crowd)
            found += 2
        near_class[number] = _near(territory, open_zones)
    live = land.manned
    while live:
        number = lowest(live)
        live &= live - 1
        territory = &land.territory[number]
        from_class = (territory.points > 2) + (territory.points > 4) + (territory.points > 7)
        from_class = NEAR * ((territory.terrain * 2 + (territory.crowd > 1)) * 4 + from_class)
        near = territory.border
        while near:
            rows[found] = EDGE + from_class + near_class[lowest(near)]
            near &= near - 1
            found += 1
        if setup.ferryman:
            near = targets(setup, land, number) & ~territory.border
            while near:
                rows[found] = FERRY + from_class + near_class[lowest(near)]
                near &= near - 1
                found += 1
    return _cell_features(setup, land, left, ground, rows, found)


cdef inline int _kind(
    const Landscape* land, const Frame* frame, const Territory* territory, const int* share
) noexcept nogil:
    """Where a territory may meet another of its terrain, the open cells beside it, and what favours it."""
    cdef uint64_t own = territory.mask
    cdef uint64_t near = grown(own)
    cdef uint64_t west = own & frame.west, north = own & frame.north
    cdef int contact = 0, cells = cells_of(near & frame.empty), favour
    cells += count((west | west >> 8) & <uint64_t>0x0001000100010001) + count((north | north >> 1) & 0x55)
    if territory.terrain == ROCK:
        favour = count(near & land.state.zones[FOREST])
    else:
        contact = count(near & frame.inside & grown(land.state.zones[territory.terrain] & ~own))
        if territory.terrain == FOREST:
            favour = count(near & frame.rock) >> 1
        else:
            favour = share[FIELD if territory.terrain == FIELD else ROCK] >> 2
    return (_least(contact, 3) * 5 + _least(cells, 4)) * 4 + _least(favour, 3)


cdef inline int _sight(
    const Landscape* land, const Frame* frame, uint64_t line, int slack, int zone, int crowd
) noexcept nogil:
    """Forest and empty zones along one line of a tower."""
    cdef uint64_t own = bit(zone), seen = between_towers(line, frame.rock, zone)
    cdef int ends = ((line & frame.rock & own - 1) == 0) + ((line & frame.rock & ~(own | own - 1)) == 0)
    cdef int empty = count(seen & frame.inside) + (slack * ends >> 1)
    return SIGHT + (_least(count(seen & land.state.zones[FOREST]), 7) * 8 + _least(empty, 7)) * 3 + _least(crowd, 2)


cdef inline int _global_features(
    const Setup* setup, const Landscape* land, int left, int supply, int* share, uint16_t* rows
) noexcept nogil:
    cdef uint16_t held[COUNTS]
    cdef int cards = setup.cards - land.state.laid, i, kind, short_side, long_side
    cdef const uint16_t* counts
    memcpy(held, setup.counts_of_all, sizeof(held))
    for i in range(land.state.laid):
        counts = setup.counts[land.state.log[i].card]
        for kind in range(COUNTS):
            held[kind] -= counts[kind]
    for kind in range(COUNTS):
        rows[kind] = DECK + kind * COUNT_LEVELS + _count_level(held[kind], cards)
    rows[COUNTS] = UNSEEN + _least(cards, MOST_UNSEEN - 1)
    rows[COUNTS + 1] = GAME + (2 * setup.diagonal + setup.ferryman) * ROUNDS + left
    rows += DECK_ROWS
    rows[0] = SUPPLY + supply * ROUNDS + left
    short_side = _least(land.state.width, land.state.height)
    long_side = land.state.width + land.state.height - short_side
    rows[1] = SHAPE + (short_side * 5 + long_side) * ROUNDS + left
    held[ROCK] = held[HUTS] + held[HUTS + 1] + held[HUTS + 2]
    for i in range(4):
        share[i] = _share(held[i], cards, 16 if i == ROCK else 12)
        rows[2 + i] = SHARE + i * SHARE_LEVELS + share[i]
    return DECK_ROWS + 6


cdef inline int _count_level(int number, int cards) noexcept nogil:
    """How many of a kind there are a card: in sixteenths up to one and a half, then in coarser steps."""
    cdef int level = 16 * number / cards if cards else 0
    return level if level < 24 else _least(24 + (level - 24) / 5, COUNT_LEVELS - 1)


cdef inline int _share(int zones, int cards, int usual) noexcept nogil:
    cdef int level
    if cards == 0:
        return SHARE_LEVELS / 2
    level = (12000 * zones / (cards * usual) - 600) / 50
    return 0 if level < 0 else _least(level, SHARE_LEVELS - 1)


cdef inline bint _gains(const Landscape* land, int one, int other) noexcept nogil:
    """Whether the territory of one zone would earn more if a zone of it came to lie beside the other zone."""
    cdef const Territory* territory = &land.territory[land.label[one]]
    if territory.terrain == FOREST:
        return not territory.border & bit(land.label[other])
    if territory.terrain == WATER:
        return (land.state.huts & ~grown(territory.mask) & bit(other)) != 0
    return False


cdef inline int _cell_features(
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
        amount = (_least(zones[FIELD], 3) * 4 + _least(zones[WATER], 3)) * 4 + _least(zones[FOREST], 3)
        amount = (amount * 3 + _least(zones[ROCK], 2)) * 8
        amount += (manned[FIELD] > 0) * 4 + (manned[WATER] > 0) * 2 + (manned[FOREST] > 0)
        rows[found] = AROUND + amount
        rows[found + 1] = CELL + (sides * 5 + outside) * ROUNDS + left
        found += 2
        for i in range(3):
            if zones[i]:
                amount = (i * 3 + _least(zones[i], 3) - 1) * 4 + _least(different[i], 3)
                rows[found] = MEET + (amount * 3 + _least(manned[i], 2)) * 8 + _least((points[i] + 1) / 2, 7)
                found += 1
    return found
