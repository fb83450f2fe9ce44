"""A landscape on C structs: the cards and workers of one player, its territories, and how a card is laid.

Everything here is inline, so that a search in another module is compiled together with it.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memmove, memset

from limes.core.bits cimport bit, count, forest_in_sight, grown, highest, lowest


cdef enum:
    ROUNDS = 16
    WORKERS = 7
    MAX_CARDS = 64  # of a deck
    MAX_SPOTS = 20  # open cells of any landscape, diagonal ones included
    START_SPOT = 9

cdef enum:
    FIELD = 0
    WATER = 1
    FOREST = 2
    ROCK = 3

cdef enum:
    # What is counted of a card: its grounds; huts on field, forest and rock; sides between two of its zones.
    HUTS = 4
    HUT_SHORES = 7  # between water and a hut
    SIDES = 8  # ff ww tt rr fw ft wt tr
    COUNTS = 16


ctypedef struct Setup:
    # What never changes in a game: the deck, every card in all facings, and the variants.
    uint16_t zones[MAX_CARDS][4][4]  # card, facing, terrain: its zones on the cell in the north-west corner
    uint16_t huts[MAX_CARDS][4]
    uint8_t terrain[MAX_CARDS][4][4]  # card, facing, quarter: nw, ne, sw, se
    uint16_t counts[MAX_CARDS][COUNTS]
    uint16_t counts_of_all[COUNTS]  # of the cards together
    uint8_t by_face[MAX_CARDS]  # the cards in an order that does not depend on their numbers
    uint8_t facings[MAX_CARDS]  # how many of the facings N, E, S, W look different: 1, 2 or 4
    uint8_t cards
    uint8_t diagonal
    uint8_t ferryman


ctypedef struct LaidCard:
    uint8_t card  # from 0
    uint8_t place  # 4 * cell + facing; the cell 7 * row + column from a7, the start card on 24


ctypedef struct State:
    # All that one player has on the table: 104 bytes without pointers, copied by assignment.
    #
    # It lies in the north-west corner of the frame and moves when a card is laid north or west of it.
    uint64_t zones[4]  # by terrain
    uint64_t huts
    uint64_t cards  # bit n: card n lies here
    uint64_t cells  # bit 8 * (row + 1) + column + 1: a card lies there
    uint8_t worker[8]  # the zones of the workers, in no order
    uint8_t workers  # how many
    uint8_t laid  # how many cards
    uint8_t width  # in cards
    uint8_t height
    int8_t start_column  # where in the frame the start card lies, in cards
    int8_t start_row
    LaidCard log[ROUNDS]


ctypedef struct Territory:
    uint64_t mask
    uint64_t border  # bit i: shares an edge with territory i
    uint8_t terrain
    uint8_t points  # what a worker here earns
    uint8_t crowd  # workers here


ctypedef struct Landscape:
    # A state with its territories; numbers of territories last until one is joined to another.
    State state
    uint64_t live  # bit i: there is a territory i
    uint64_t towers  # bit i: territory i is a rock
    uint64_t manned  # bit i: a worker stands in territory i
    int16_t total
    int16_t corner  # the north-western zone of the card laid last
    uint8_t label[64]  # the territory of each zone, where a card lies
    Territory territory[64]


cdef inline void clear(Landscape* land) noexcept nogil:
    """The empty landscape."""
    memset(land, 0, sizeof(Landscape))


cdef inline void copy(Landscape* to, const Landscape* land) noexcept nogil:
    """The same as assignment, without the numbers of territories that are not in use."""
    cdef size_t used = highest(land.live | 1) + 1
    memcpy(to, land, sizeof(Landscape) - (64 - used) * sizeof(Territory))


cdef inline uint64_t laid_zones(const State* state) noexcept nogil:
    return state.zones[FIELD] | state.zones[WATER] | state.zones[FOREST] | state.zones[ROCK]


cdef inline uint64_t open_spots(const Setup* setup, const State* state) noexcept nogil:
    """Where the next card may go: bit 8 * (row + 1) + column + 1 of the frame; row or column -1 moves it."""
    cdef uint64_t cells = state.cells
    cdef uint64_t around
    if not cells:
        return bit(START_SPOT)
    around = cells << 1 | cells >> 1 | cells << 8 | cells >> 8
    if setup.diagonal:
        around |= cells << 9 | cells << 7 | cells >> 9 | cells >> 7
    around &= ~cells
    if state.width == 4:
        around &= <uint64_t>0x1e1e1e1e1e1e1e1e
    if state.height == 4:
        around &= <uint64_t>0x000000ffffffff00
    return around


cdef inline int cell_of_spot(const State* state, int spot) noexcept nogil:
    """The cell's place on the grid a7 to g1: 7 * row + column."""
    cdef int column = (spot & 7) - 1 - state.start_column + 3
    cdef int row = (spot >> 3) - 1 - state.start_row + 3
    return 7 * row + column


cdef inline int spot_of_cell(const State* state, int cell) noexcept nogil:
    """The spot of a cell of the grid, or -1 where the frame cannot reach."""
    cdef unsigned int place = cell
    cdef int row = place // 7
    cdef int column = cell - 7 * row + state.start_column - 3 + 1
    row += state.start_row - 3 + 1
    if 0 <= column <= 5 and 0 <= row <= 5:
        return 8 * row + column
    return -1


cdef inline uint64_t lay(const Setup* setup, Landscape* land, int card, int spot, int facing) noexcept nogil:
    """Lay a card on an open spot; territories, points and the total follow. Gives what `lay_bare` gives."""
    cdef uint64_t changed = lay_bare(setup, land, card, spot, facing)
    count_points(land, changed, card_lines(land))
    return changed


cdef inline uint64_t card_lines(const Landscape* land) noexcept nogil:
    """The rows and columns of the card laid last."""
    return <uint64_t>0xffff << (land.corner & 56) | <uint64_t>0x0303030303030303 << (land.corner & 7)


cdef inline uint64_t lay_bare(
    const Setup* setup, Landscape* land, int card, int spot, int facing
) noexcept nogil:
    """Lay a card, points and total left as they were; gives the territories whose points may have changed."""
    cdef const State* state = &land.state
    cdef int corner = _enter(setup, land, card, spot, facing)
    cdef uint64_t laid = laid_zones(state) & ~(<uint64_t>0x303 << corner)
    cdef uint64_t changed = 0, around, same, borders, own
    cdef int quarter, zone, terrain, number, near
    for quarter in range(4):
        zone = corner + (quarter & 1) + (quarter >> 1) * 8
        terrain = setup.terrain[card][facing][quarter]
        around = grown(bit(zone)) & laid
        laid |= bit(zone)
        same = around & state.zones[terrain] if terrain != ROCK else 0
        around ^= same
        if same:
            number = land.label[lowest(same)]
            same &= same - 1
            land.territory[number].mask |= bit(zone)
            while same:
                near = land.label[lowest(same)]
                same &= same - 1
                if near != number:
                    changed |= _join(land, number, near)
        else:
            number = lowest(~land.live)
            _found(land, number, zone, terrain)
        land.label[zone] = number
        own = bit(number)
        borders = 0
        while around:
            near = land.label[lowest(around)]
            around &= around - 1
            borders |= bit(near)
            land.territory[near].border |= own
        land.territory[number].border |= borders
        changed |= own | borders
    return changed & land.live


cdef inline void count_points(Landscape* land, uint64_t territories, uint64_t towers) noexcept nogil:
    """Count these fields, waters and forests and the watchmen on these zones anew, then the total."""
    cdef const State* state = &land.state
    cdef uint64_t counted[4]
    cdef Territory* territory
    cdef int zone
    territories &= ~land.towers
    while territories:
        territory = &land.territory[lowest(territories)]
        territories &= territories - 1
        counted[FIELD] = territory.mask
        counted[WATER] = grown(territory.mask) & state.huts
        counted[FOREST] = territory.border
        territory.points = count(counted[territory.terrain])  # no branch: terrains cannot be predicted
    towers &= state.zones[ROCK]
    while towers:
        zone = lowest(towers)
        towers &= towers - 1
        territory = &land.territory[land.label[zone]]
        territory.points = forest_in_sight(state.zones[FOREST], state.zones[ROCK], zone)
    land.total = manned_points(land, land.manned)


cdef inline int manned_points(const Landscape* land, uint64_t manned) noexcept nogil:
    """The points of the workers if one stood in each of these territories."""
    cdef int points = 0
    while manned:
        points += land.territory[lowest(manned)].points
        manned &= manned - 1
    return points


cdef inline void put_worker(Landscape* land, int zone) noexcept nogil:
    """One more worker on a laid zone; the total is kept."""
    cdef int number = land.label[zone]
    land.state.worker[land.state.workers] = zone
    land.state.workers += 1
    if not land.territory[number].crowd:
        land.manned |= bit(number)
        land.total += land.territory[number].points
    land.territory[number].crowd += 1


cdef inline void move_worker(Landscape* land, int worker, int zone) noexcept nogil:
    """A worker (its place among the state's) goes to a laid zone; the total is kept."""
    cdef int number = land.label[land.state.worker[worker]]
    land.territory[number].crowd -= 1
    if not land.territory[number].crowd:
        land.manned &= ~bit(number)
        land.total -= land.territory[number].points
    land.state.workers -= 1
    land.state.worker[worker] = land.state.worker[land.state.workers]
    put_worker(land, zone)


cdef inline void survey(const Setup* setup, const State* state, Landscape* land) noexcept nogil:
    """The landscape of a state that was kept without its territories: its cards are laid once more."""
    cdef int i, place
    clear(land)
    for i in range(state.laid):
        place = state.log[i].place
        lay_bare(setup, land, state.log[i].card, spot_of_cell(&land.state, place >> 2), place & 3)
    for i in range(state.workers):
        put_worker(land, state.worker[i])
    count_points(land, land.live, ~<uint64_t>0)


cdef inline int _enter(const Setup* setup, Landscape* land, int card, int spot, int facing) noexcept nogil:
    """The card's zones in the state, the frame moved if need be; gives the card's north-western zone."""
    cdef State* state = &land.state
    cdef int column = (spot & 7) - 1, row = (spot >> 3) - 1
    cdef int terrain, corner
    state.log[state.laid].card = card
    state.log[state.laid].place = 4 * cell_of_spot(state, spot) + facing
    if column < 0 or row < 0:
        _move_frame(land, column < 0, row < 0)
        column += column < 0
        row += row < 0
    corner = 16 * row + 2 * column
    for terrain in range(4):
        state.zones[terrain] |= <uint64_t>setup.zones[card][facing][terrain] << corner
    state.huts |= <uint64_t>setup.huts[card][facing] << corner
    state.cards |= bit(card)
    state.cells |= bit(8 * row + column + START_SPOT)
    state.laid += 1
    if column >= state.width:
        state.width = column + 1
    if row >= state.height:
        state.height = row + 1
    land.corner = corner
    return corner


cdef inline void _move_frame(Landscape* land, int east, int south) noexcept nogil:
    """Everything moves by one card so that there is room in the west, in the north or in both."""
    cdef State* state = &land.state
    cdef int zones = 2 * east + 16 * south
    cdef uint64_t live = land.live
    cdef int i
    for i in range(4):
        state.zones[i] <<= zones
    state.huts <<= zones
    state.cells <<= east + 8 * south
    for i in range(state.workers):
        state.worker[i] += zones
    state.width += east
    state.height += south
    state.start_column += east
    state.start_row += south
    memmove(land.label + zones, land.label, 64 - zones)
    while live:
        land.territory[lowest(live)].mask <<= zones
        live &= live - 1


cdef inline void _found(Landscape* land, int number, int zone, int terrain) noexcept nogil:
    """A new territory of one zone."""
    cdef Territory* territory = &land.territory[number]
    land.live |= bit(number)
    land.towers |= <uint64_t>(terrain == ROCK) << number
    territory.mask = bit(zone)
    territory.border = 0
    territory.terrain = terrain
    territory.points = 0
    territory.crowd = 0


cdef inline uint64_t _join(Landscape* land, int kept, int lost) noexcept nogil:
    """Two territories become one; gives those that border it."""
    cdef Territory* to = &land.territory[kept]
    cdef Territory* gone = &land.territory[lost]
    cdef uint64_t zones = gone.mask, borders = gone.border
    to.mask |= zones
    to.border |= borders
    to.crowd += gone.crowd
    if gone.crowd:
        land.manned = land.manned & ~bit(lost) | bit(kept)
    land.live &= ~bit(lost)
    while zones:
        land.label[lowest(zones)] = kept
        zones &= zones - 1
    while borders:
        land.territory[lowest(borders)].border &= ~bit(lost)
        land.territory[lowest(borders)].border |= bit(kept)
        borders &= borders - 1
    return gone.border
