"""Seeded chance that is the same on every machine, and play at random."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from limes.core.actions cimport MOVE, PLACE, STAY, Action, act, card_territories, place_zone, targets
from limes.core.bits cimport bit, count, lowest, nth
from limes.core.landscape cimport (
    MAX_CARDS,
    ROUNDS,
    WORKERS,
    Landscape,
    Setup,
    clear,
    count_points,
    lay_bare,
    open_spots,
)


ctypedef struct Rng:
    # xoshiro256++ 1.0 (Blackman and Vigna, public domain).
    uint64_t s[4]


cdef inline uint64_t _splitmix(uint64_t* seed) noexcept nogil:
    cdef uint64_t z
    seed[0] += <uint64_t>0x9e3779b97f4a7c15
    z = seed[0]
    z = (z ^ z >> 30) * <uint64_t>0xbf58476d1ce4e5b9
    z = (z ^ z >> 27) * <uint64_t>0x94d049bb133111eb
    return z ^ z >> 31


cdef inline void start(Rng* rng, uint64_t seed, uint64_t stream) noexcept nogil:
    """Streams of one seed are independent of each other: one a game, one a thread, one a play-out."""
    cdef uint64_t mixed = stream
    cdef int i
    mixed = seed ^ _splitmix(&mixed)
    for i in range(4):
        rng.s[i] = _splitmix(&mixed)


cdef inline uint64_t draw(Rng* rng) noexcept nogil:
    cdef uint64_t mixed = rng.s[0] + rng.s[3]
    cdef uint64_t drawn = (mixed << 23 | mixed >> 41) + rng.s[0]
    cdef uint64_t shifted = rng.s[1] << 17
    rng.s[2] ^= rng.s[0]
    rng.s[3] ^= rng.s[1]
    rng.s[1] ^= rng.s[2]
    rng.s[0] ^= rng.s[3]
    rng.s[2] ^= shifted
    rng.s[3] = rng.s[3] << 45 | rng.s[3] >> 19
    return drawn


cdef inline uint32_t below(Rng* rng, uint32_t limit) noexcept nogil:
    """A number from 0 to limit - 1, all of them exactly equally likely (Lemire's method)."""
    cdef uint64_t product = (draw(rng) >> 32) * limit
    cdef uint32_t least
    if <uint32_t>product < limit:
        least = (0 - limit) % limit
        while <uint32_t>product < least:
            product = (draw(rng) >> 32) * limit
    return product >> 32


cdef inline int unseen_cards(const Setup* setup, uint64_t seen, uint8_t* cards) noexcept nogil:
    """The deck's cards that are not among those seen, in order; gives their number."""
    cdef uint64_t rest = ~seen
    cdef int found = 0
    if setup.cards < MAX_CARDS:
        rest &= bit(setup.cards) - 1
    while rest:
        cards[found] = lowest(rest)
        found += 1
        rest &= rest - 1
    return found


cdef inline int unseen_by_face(const Setup* setup, uint64_t seen, uint8_t* cards) noexcept nogil:
    """The same in an order that does not depend on how the deck numbers its cards."""
    cdef int found = 0, i
    for i in range(setup.cards):
        cards[found] = setup.by_face[i]
        found += (seen & bit(cards[found])) == 0
    return found


cdef inline void deal(Rng* rng, uint8_t* cards, int number, int wanted) noexcept nogil:
    """Shuffle until the first so many cards are in an order drawn at random."""
    cdef int i, other
    cdef uint8_t kept
    for i in range(wanted):
        other = i + below(rng, number - i)
        kept = cards[i]
        cards[i] = cards[other]
        cards[other] = kept


cdef inline void random_placement(
    const Setup* setup, const Landscape* land, Rng* rng, int* spot, int* facing
) noexcept nogil:
    """An open spot, then one of the four facings, each uniformly."""
    cdef uint64_t spots = open_spots(setup, &land.state)
    spot[0] = nth(spots, below(rng, count(spots)))
    facing[0] = draw(rng) >> 62


cdef inline Action random_action(const Setup* setup, const Landscape* land, Rng* rng) noexcept nogil:
    """One of the actions on territories, uniformly; its total is left open."""
    cdef uint64_t origins, entered
    cdef uint64_t places = card_territories(land) if land.state.workers < WORKERS else 0
    cdef uint64_t reached[WORKERS]
    cdef int counts[WORKERS]
    cdef int choices = 1 + count(places), i = 0, chosen
    cdef Action action
    origins = land.manned
    while origins:
        reached[i] = targets(setup, land, lowest(origins))
        counts[i] = count(reached[i])
        choices += counts[i]
        origins &= origins - 1
        i += 1
    chosen = below(rng, choices)
    action.kind = STAY
    action.origin = action.target = action.zone = action.total = 0
    if chosen == 0:
        return action
    chosen -= 1
    if chosen < count(places):
        action.kind = PLACE
        action.target = nth(places, chosen)
        action.zone = place_zone(land, action.target)
        return action
    chosen -= count(places)
    i = 0
    while chosen >= counts[i]:
        chosen -= counts[i]
        i += 1
    action.kind = MOVE
    action.origin = nth(land.manned, i)
    action.target = nth(reached[i], chosen)
    action.zone = lowest(land.territory[action.target].mask)
    return action


cdef inline void play_out(
    const Setup* setup, Landscape* land, const uint8_t* cards, int number, Rng* rng
) noexcept nogil:
    """Lay these cards in this order, each turn at random; points are counted at the end."""
    cdef int i, spot, facing
    cdef Action action
    for i in range(number):
        random_placement(setup, land, rng, &spot, &facing)
        lay_bare(setup, land, cards[i], spot, facing)
        action = random_action(setup, land, rng)
        act(land, &action)
    count_points(land, land.live, ~<uint64_t>0)


cdef inline int random_game(const Setup* setup, Rng* rng) noexcept nogil:
    """The total of a game with a deck shuffled and every turn made at random."""
    cdef Landscape land
    cdef uint8_t cards[MAX_CARDS]
    cdef int number = unseen_cards(setup, 0, cards)
    clear(&land)
    deal(rng, cards, number, ROUNDS)
    play_out(setup, &land, cards, ROUNDS, rng)
    return land.total
