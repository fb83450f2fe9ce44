"""What the network sees of a landscape after a turn: a list of rows of its first layer, to be added up.

Every feature is the same for a landscape that is turned, mirrored or moved inside the floating frame.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy

from limes.bots.cell_features cimport cell_features
from limes.bots.evaluation cimport Frame, cells_of, openness, survey_frame
from limes.bots.feature_rows cimport (
    COUNT_LEVELS,
    CROWDS,
    DECK,
    DECK_ROWS,
    EDGE,
    FERRY,
    GAME,
    KIND,
    KINDS,
    MOST_UNSEEN,
    NEAR,
    OPEN_LEVELS,
    POINT_LEVELS,
    SHAPE,
    SHARE,
    SHARE_LEVELS,
    SIGHT,
    STEPS,
    SUPPLY,
    TERRITORY,
    UNSEEN,
    ground_of,
    least,
    step_of,
)
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
)


cdef inline int _near(const Territory* territory, int open_zones) noexcept nogil:
    """The class of a territory as a place to go."""
    cdef int room = (open_zones > 0) + (open_zones > 2)
    return ((territory.terrain * 2 + (territory.crowd > 0)) * STEPS + step_of(territory.points)) * 3 + room


cdef inline int list_features(const Setup* setup, const Landscape* land, uint16_t* rows) noexcept nogil:
    """The rows of a landscape after a turn, with cards to come; gives their number."""
    cdef int left = ROUNDS - land.state.laid, supply = WORKERS - land.state.workers
    cdef int found, unmanned = least(supply, 3), number, crowd, open_zones, zone, from_class
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
            ((territory.terrain * POINT_LEVELS + least(territory.points, POINT_LEVELS - 1)) * OPEN_LEVELS + open_zones)
            * CROWDS + (unmanned if crowd == 0 else 3 + least(crowd, 2))
        )
        rows[found + 1] = KIND + (
            ((territory.terrain * KINDS + _kind(land, &frame, territory, share)) * STEPS + step_of(territory.points)) * 3
            + least(crowd, 2)
        )
        found += 2
        ground[number] = ground_of(territory)
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
    return cell_features(setup, land, left, ground, rows, found)


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
    return (least(contact, 3) * 5 + least(cells, 4)) * 4 + least(favour, 3)


cdef inline int _sight(
    const Landscape* land, const Frame* frame, uint64_t line, int slack, int zone, int crowd
) noexcept nogil:
    """Forest and empty zones along one line of a tower."""
    cdef uint64_t own = bit(zone), seen = between_towers(line, frame.rock, zone)
    cdef int ends = ((line & frame.rock & own - 1) == 0) + ((line & frame.rock & ~(own | own - 1)) == 0)
    cdef int empty = count(seen & frame.inside) + (slack * ends >> 1)
    return SIGHT + (least(count(seen & land.state.zones[FOREST]), 7) * 8 + least(empty, 7)) * 3 + least(crowd, 2)


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
    rows[COUNTS] = UNSEEN + least(cards, MOST_UNSEEN - 1)
    rows[COUNTS + 1] = GAME + (2 * setup.diagonal + setup.ferryman) * ROUNDS + left
    rows += DECK_ROWS
    rows[0] = SUPPLY + supply * ROUNDS + left
    short_side = least(land.state.width, land.state.height)
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
    return level if level < 24 else least(24 + (level - 24) / 5, COUNT_LEVELS - 1)


cdef inline int _share(int zones, int cards, int usual) noexcept nogil:
    cdef int level
    if cards == 0:
        return SHARE_LEVELS / 2
    level = (12000 * zones / (cards * usual) - 600) / 50
    return 0 if level < 0 else least(level, SHARE_LEVELS - 1)
