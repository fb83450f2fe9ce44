"""What a landscape is worth before its end: a sum over its territories, read from tables that self-play filled.

A worker's action changes the crowd of a territory or two and the supply, nothing else. So a placement is valued once
(`value_placement`), and each action is a difference of values known then.
"""

from libc.stdint cimport uint8_t, uint64_t

from limes.core.actions cimport MOVE, PLACE, STAY, Action, act, card_territories, place_zone, targets
from limes.core.bits cimport between_towers, bit, count, grown, lowest
from limes.core.landscape cimport (
    FIELD,
    FOREST,
    MAX_CARDS,
    ROCK,
    ROUNDS,
    WATER,
    WORKERS,
    Landscape,
    Setup,
    Territory,
    card_lines,
    copy,
    laid_zones,
    lay,
    open_spots,
)


cdef enum:
    POINTS = 20
    OPENS = 16
    SHARES = 5
    KINDS = 16
    STATUSES = 8

cdef enum:
    # With no worker there and none, one, two, more in the supply; then with one worker there, with more.
    UNMANNED = 0
    ONE = 4
    MANY = 5


ctypedef struct Weights:
    # By cards to come after this one, then as the names say.
    float territory[ROUNDS][4][POINTS][OPENS][STATUSES]
    float share[ROUNDS][4][OPENS][SHARES][STATUSES]
    float kind[ROUNDS][4][KINDS][OPENS][STATUSES]
    float supply[ROUNDS][8]
    float frame[ROUNDS][5][5]


cdef class Evaluation:
    cdef Weights weights


ctypedef struct Prospect:
    # How much of each kind may still come.
    uint8_t share[4]


ctypedef struct Frame:
    # Where cards can still come to lie, beside the zones of the landscape as the frame holds them.
    uint64_t empty
    uint64_t west  # zones with an open cell to the west that the frame would have to move for
    uint64_t north
    uint64_t inside
    uint64_t rock
    int slack_columns
    int slack_rows


ctypedef struct Worth:
    # What a territory counts with no worker there, with none after one was placed elsewhere, with one, with more.
    float unmanned
    float unmanned_placed
    float one
    float many


ctypedef struct Outlook:
    # What all placements of a card have in common, and what each territory is worth where the card does not reach.
    const Weights* weights
    Prospect prospect
    int left  # cards to come after this one
    int width
    int height
    int supply
    int kept  # the status of a territory without workers
    int spent  # the same when a worker has left the supply
    Worth worth[64]


ctypedef struct Values:
    float stay
    float placed  # a worker taken from the supply, but put nowhere
    float leave[64]
    float enter[64]
    float enter_placed[64]


ctypedef struct Choice:
    float value
    uint8_t spot
    uint8_t facing
    Action action


cdef inline int _share_level(int zones, int cards, int usual) noexcept nogil:
    """How zones of a kind compare with the usual number of them on twelve cards, from 0 (few) to 4 (many)."""
    cdef int per_mille = 12000 * zones / (cards * usual)
    return (per_mille > 840) + (per_mille > 950) + (per_mille > 1050) + (per_mille > 1160)


cdef inline void look_ahead(const Setup* setup, uint64_t seen, Prospect* prospect) noexcept nogil:
    """The prospect with these cards seen."""
    cdef int fields = 0, forests = 0, huts = 0, cards = 0, card
    cdef uint64_t rest = ~seen
    if setup.cards < MAX_CARDS:
        rest &= bit(setup.cards) - 1
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        cards += 1
        fields += count(setup.zones[card][0][FIELD])
        forests += count(setup.zones[card][0][FOREST])
        huts += count(setup.huts[card][0])
    if not cards:
        cards = 1
    prospect.share[FIELD] = _share_level(fields, cards, 12)
    prospect.share[WATER] = _share_level(huts, cards, 16)
    prospect.share[FOREST] = _share_level(forests, cards, 12)
    prospect.share[ROCK] = prospect.share[FOREST]


cdef inline void survey_frame(const Landscape* land, Frame* frame) noexcept nogil:
    cdef int width = land.state.width, height = land.state.height
    cdef uint64_t laid = laid_zones(&land.state)
    cdef uint64_t columns = <uint64_t>0x0101010101010101 * ((1 << 2 * width) - 1)
    cdef uint64_t rows = ~<uint64_t>0
    cdef uint64_t reach = ~<uint64_t>0
    if height < 4:
        rows = bit(16 * height) - 1
        if height < 3:
            reach = bit(16 * height + 16) - 1
    if width < 3:
        reach &= <uint64_t>0x0101010101010101 * ((1 << 2 * width + 2) - 1)
    frame.inside = columns & rows & ~laid
    frame.empty = reach & ~laid
    frame.west = <uint64_t>0x0101010101010101 if width < 4 else 0
    frame.north = <uint64_t>0xff if height < 4 else 0
    frame.rock = land.state.zones[ROCK]
    frame.slack_columns = 8 - 2 * width
    frame.slack_rows = 8 - 2 * height


cdef inline int _view(const Frame* frame, uint64_t line, uint64_t own, int slack, int zone) noexcept nogil:
    cdef int ends = ((line & frame.rock & own - 1) == 0) + ((line & frame.rock & ~(own | own - 1)) == 0)
    return count(between_towers(line, frame.rock, zone) & frame.inside) + (slack * ends >> 1)


cdef inline int openness(const Frame* frame, const Territory* territory) noexcept nogil:
    """The zones around a territory that are still to come, for a tower those in its sight; OPENS - 1 at most."""
    cdef uint64_t own = territory.mask
    cdef int found, zone
    if territory.terrain == ROCK:
        zone = lowest(own)
        found = _view(frame, <uint64_t>0xff << (zone & 56), own, frame.slack_columns, zone)
        found += _view(frame, <uint64_t>0x0101010101010101 << (zone & 7), own, frame.slack_rows, zone)
    else:
        found = count(grown(own) & frame.empty) + count(own & frame.west) + count(own & frame.north)
    return found if found < OPENS else OPENS - 1


cdef inline int supply_status(int supply) noexcept nogil:
    """The status of a territory without workers."""
    return UNMANNED + (supply if supply < 3 else 3)


cdef inline int _level(int number, int step) noexcept nogil:
    number = number / step
    return number if number < 4 else 3


cdef inline int cells_of(uint64_t zones) noexcept nogil:
    """How many cells these zones lie on."""
    return count((zones | zones >> 1 | zones >> 8 | zones >> 9) & <uint64_t>0x0055005500550055)


cdef inline int kind_of(const Landscape* land, const Frame* frame, const Territory* territory) noexcept nogil:
    """Where a territory may meet another of its terrain, and what lies around it."""
    cdef uint64_t own = territory.mask
    cdef uint64_t near = grown(own)
    cdef uint64_t still = near & frame.empty
    cdef int contact
    if territory.terrain == ROCK:
        return 4 * _level(count(near & land.state.zones[FOREST]), 1) + _level(cells_of(still), 1)
    contact = _level(count(still & grown(land.state.zones[territory.terrain] & ~own)), 1)
    if territory.terrain == FOREST:
        return 4 * contact + _level(count(near & frame.rock), 2)
    return 4 * contact + _level(cells_of(still), 1)


cdef inline void _value_territory(
    const Outlook* outlook, const Landscape* land, const Frame* frame, const Territory* territory, Worth* worth
) noexcept nogil:
    cdef int open_zones = openness(frame, territory), points = territory.points, terrain = territory.terrain
    cdef int kept = outlook.kept, spent = outlook.spent
    cdef float beyond = 0
    cdef const float* row
    cdef const float* share
    cdef const float* kind
    if points >= POINTS:
        beyond = points - (POINTS - 1)
        points = POINTS - 1
    row = outlook.weights.territory[outlook.left][terrain][points][open_zones]
    share = outlook.weights.share[outlook.left][terrain][open_zones][outlook.prospect.share[terrain]]
    kind = outlook.weights.kind[outlook.left][terrain][kind_of(land, frame, territory)][open_zones]
    worth.unmanned = row[kept] + share[kept] + kind[kept]
    worth.unmanned_placed = row[spent] + share[spent] + kind[spent]
    worth.one = row[ONE] + share[ONE] + kind[ONE] + beyond
    worth.many = row[MANY] + share[MANY] + kind[MANY] + beyond


cdef inline void survey_outlook(
    const Setup* setup, const Weights* weights, const Landscape* land, int card, Outlook* outlook
) noexcept nogil:
    """What is the same for all placements of a card."""
    cdef int supply = WORKERS - land.state.workers, number
    cdef uint64_t live = land.live
    cdef Frame frame
    outlook.weights = weights
    outlook.left = ROUNDS - land.state.laid - 1
    outlook.width = land.state.width
    outlook.height = land.state.height
    outlook.supply = supply
    outlook.kept = supply_status(supply)
    outlook.spent = supply_status(supply - 1) if supply else outlook.kept
    if outlook.left == 0:
        return
    look_ahead(setup, land.state.cards | bit(card), &outlook.prospect)
    survey_frame(land, &frame)
    while live:
        number = lowest(live)
        live &= live - 1
        _value_territory(outlook, land, &frame, &land.territory[number], &outlook.worth[number])


cdef inline void value_placement(
    const Outlook* outlook, const Landscape* land, uint64_t changed, Values* values
) noexcept nogil:
    """Value a landscape with the card laid, which changed these territories, and every step a worker may take in it."""
    cdef int number
    cdef float stay, placed
    cdef uint64_t live = land.live, near, lines
    cdef const Territory* territory
    cdef const Worth* worth
    cdef const float* supply
    cdef Worth fresh
    cdef Frame frame
    if outlook.left == 0:
        _value_full(land, values)
        return
    survey_frame(land, &frame)
    # More than two zones from the card, or for a tower off its rows and columns, a territory is worth what it was.
    near = grown(grown(<uint64_t>0x303 << land.corner))
    lines = card_lines(land)
    if land.state.width != outlook.width or land.state.height != outlook.height:  # the frame has grown
        near = lines = ~<uint64_t>0
    supply = outlook.weights.supply[outlook.left]
    stay = supply[outlook.supply] + outlook.weights.frame[outlook.left][land.state.width][land.state.height]
    placed = stay - supply[outlook.supply] + (supply[outlook.supply - 1] if outlook.supply else 0)
    while live:
        number = lowest(live)
        live &= live - 1
        territory = &land.territory[number]
        worth = &outlook.worth[number]
        if changed & bit(number) or territory.mask & (lines if territory.terrain == ROCK else near):
            _value_territory(outlook, land, &frame, territory, &fresh)
            worth = &fresh
        if territory.crowd == 0:
            stay += worth.unmanned
            placed += worth.unmanned_placed
            values.enter[number] = worth.one - worth.unmanned
            values.enter_placed[number] = worth.one - worth.unmanned_placed
        elif territory.crowd == 1:
            stay += worth.one
            placed += worth.one
            values.leave[number] = worth.unmanned - worth.one
            values.enter[number] = values.enter_placed[number] = worth.many - worth.one
        else:
            stay += worth.many
            placed += worth.many
            values.leave[number] = worth.one - worth.many if territory.crowd == 2 else 0
            values.enter[number] = values.enter_placed[number] = 0
    values.stay = stay
    values.placed = placed


cdef inline void _value_full(const Landscape* land, Values* values) noexcept nogil:
    """With no card to come the points are all there is."""
    cdef uint64_t live = land.live
    cdef int number
    cdef const Territory* territory
    values.stay = values.placed = land.total
    while live:
        number = lowest(live)
        live &= live - 1
        territory = &land.territory[number]
        values.enter[number] = values.enter_placed[number] = 0 if territory.crowd else territory.points
        values.leave[number] = -<float>territory.points if territory.crowd == 1 else 0


cdef inline float best_action(
    const Setup* setup, const Landscape* land, const Values* values, Action* action
) noexcept nogil:
    """The action of the highest value."""
    cdef float best = values.stay, value, leave
    cdef uint64_t origins = land.manned, entered
    cdef int number, origin
    action.kind = STAY
    action.origin = action.target = 0
    if land.state.workers < WORKERS:
        entered = card_territories(land)
        while entered:
            number = lowest(entered)
            entered &= entered - 1
            value = values.placed + values.enter_placed[number]
            if value > best:
                best = value
                action.kind = PLACE
                action.target = number
    while origins:
        origin = lowest(origins)
        origins &= origins - 1
        leave = values.stay + values.leave[origin]
        entered = targets(setup, land, origin)
        while entered:
            number = lowest(entered)
            entered &= entered - 1
            value = leave + values.enter[number]
            if value > best:
                best = value
                action.kind = MOVE
                action.origin = origin
                action.target = number
    return best


cdef inline void set_zone(const Landscape* land, Action* action) noexcept nogil:
    """Name the zone that an action on territories goes to."""
    if action.kind == PLACE:
        action.zone = place_zone(land, action.target)
    elif action.kind == MOVE:
        action.zone = lowest(land.territory[action.target].mask)
    else:
        action.zone = 0


cdef inline int different_facings(const Setup* setup, const Landscape* land, int card) noexcept nogil:
    """How many facings, from the first on, are worth trying: the start card can face anywhere."""
    return setup.facings[card] if land.state.laid else 1


cdef inline void best_turn(
    const Setup* setup, const Weights* weights, const Landscape* land, int card, Choice* choice
) noexcept nogil:
    """The turn of the highest value."""
    cdef uint64_t spots = open_spots(setup, &land.state)
    cdef Landscape laid
    cdef Values values
    cdef Outlook outlook
    cdef uint64_t changed
    cdef Action action
    cdef float value
    cdef int facing, spot
    survey_outlook(setup, weights, land, card, &outlook)
    choice.value = -1e9
    choice.spot = choice.facing = 0
    choice.action.kind = choice.action.origin = choice.action.target = choice.action.zone = 0
    while spots:
        spot = lowest(spots)
        spots &= spots - 1
        for facing in range(different_facings(setup, land, card)):
            copy(&laid, land)
            changed = lay(setup, &laid, card, spot, facing)
            value_placement(&outlook, &laid, changed, &values)
            value = best_action(setup, &laid, &values, &action)
            if value > choice.value:
                set_zone(&laid, &action)
                choice.value = value
                choice.spot = spot
                choice.facing = facing
                choice.action = action


cdef inline int top_turns(
    const Setup* setup, const Weights* weights, const Landscape* land, int card, Choice* best, int wanted
) noexcept nogil:
    """The turns of the highest values, best first; gives their number."""
    cdef uint64_t spots = open_spots(setup, &land.state), entered, origins
    cdef Landscape laid
    cdef Values values
    cdef Outlook outlook
    cdef uint64_t changed
    cdef Choice turn
    cdef float leave
    cdef int facing, found = 0
    survey_outlook(setup, weights, land, card, &outlook)
    while spots:
        turn.spot = lowest(spots)
        spots &= spots - 1
        for facing in range(different_facings(setup, land, card)):
            turn.facing = facing
            copy(&laid, land)
            changed = lay(setup, &laid, card, turn.spot, facing)
            value_placement(&outlook, &laid, changed, &values)
            turn.action.kind = STAY
            turn.action.origin = turn.action.target = turn.action.zone = 0
            turn.value = values.stay
            found = _keep(&laid, &turn, best, found, wanted)
            if laid.state.workers < WORKERS:
                turn.action.kind = PLACE
                entered = card_territories(&laid)
                while entered:
                    turn.action.target = lowest(entered)
                    entered &= entered - 1
                    turn.value = values.placed + values.enter_placed[turn.action.target]
                    found = _keep(&laid, &turn, best, found, wanted)
            turn.action.kind = MOVE
            origins = laid.manned
            while origins:
                turn.action.origin = lowest(origins)
                origins &= origins - 1
                leave = values.stay + values.leave[turn.action.origin]
                entered = targets(setup, &laid, turn.action.origin)
                while entered:
                    turn.action.target = lowest(entered)
                    entered &= entered - 1
                    turn.value = leave + values.enter[turn.action.target]
                    found = _keep(&laid, &turn, best, found, wanted)
    return found


cdef inline int _keep(const Landscape* laid, Choice* turn, Choice* best, int found, int wanted) noexcept nogil:
    """Sort a turn into the best ones; gives how many there are now."""
    cdef int place
    if found == wanted:
        if turn.value <= best[found - 1].value:
            return found
        found -= 1
    place = found
    while place > 0 and best[place - 1].value < turn.value:
        best[place] = best[place - 1]
        place -= 1
    best[place] = turn[0]
    set_zone(laid, &best[place].action)
    return found + 1


cdef inline void make_turn(const Setup* setup, Landscape* land, int card, const Choice* choice) noexcept nogil:
    lay(setup, land, card, choice.spot, choice.facing)
    act(land, &choice.action)
