"""Every placement of a card with territories, points and where workers may go, written as JSON at once.

What a client needs to preview any draft of a turn without rules of its own; `docs/server.md` has the format.
"""

from limes.core import notation

from libc.stdint cimport uint64_t
from libc.stdio cimport snprintf
from libc.stdlib cimport free, malloc

from limes.core.actions cimport targets
from limes.core.bits cimport bit, lowest
from limes.core.landscape cimport MAX_SPOTS, Landscape, Setup, cell_of_spot, copy, lay, open_spots
from limes.core.state cimport State

cdef enum:
    # 64 zones of 5 letters, 64 territories with numbers, 7 lists of at most 63 targets, and room to spare
    MOST_A_PLACEMENT = 8192

cdef char ZONE_NAMES[14][14][5]
cdef char PLACE_NAMES[196][4]
cdef const char* TERRAINS = b"fwtr"


cdef void _remember_names():
    cdef bytes name
    for row in range(14):
        for column in range(14):
            name = notation.zone_name(0, 3 - column // 2, 3 - row // 2)[:2].encode()
            name += notation.quarter_text(2 * (row % 2) + column % 2).encode()
            for i in range(5):
                ZONE_NAMES[row][column][i] = (name + b"\0")[i]
    for place in range(196):
        name = notation.place_text(place).encode()
        for i in range(4):
            PLACE_NAMES[place][i] = (name + b"\0")[i]


_remember_names()


def offer(State state, int number):
    """The JSON text of all that may be done with this card in this landscape."""
    state.box.deck.face(number)  # whose error says which cards there are
    cdef char* text = <char*>malloc((MAX_SPOTS * 4 + 1) * MOST_A_PLACEMENT)
    cdef const Setup* setup = &state.box.setup
    cdef const Landscape* land = &state.land
    if not text:
        raise MemoryError
    try:
        return text[: _write(setup, land, number - 1, text)].decode("ascii")
    finally:
        free(text)


cdef int _write(const Setup* setup, const Landscape* land, int card, char* out) noexcept nogil:
    cdef uint64_t spots = open_spots(setup, &land.state), left
    cdef Landscape after
    cdef char* at = out
    cdef int spot, facing
    cdef int index[64]
    cdef int known = 0
    cdef bint first = True
    at += snprintf(at, 64, b'{"territories":[')
    left = land.live
    while left:
        index[known] = lowest(left)
        left &= left - 1
        at = _territory(at, land, index[known], known > 0)
        known += 1
    at += snprintf(at, 64, b'],"placements":[')
    while spots:
        spot = lowest(spots)
        spots &= spots - 1
        for facing in range(4):
            copy(&after, land)
            lay(setup, &after, card, spot, facing)
            if not first:
                at[0] = c","
                at += 1
            first = False
            at += snprintf(
                at, 64, b'{"at":"%s",', PLACE_NAMES[4 * cell_of_spot(&land.state, spot) + facing]
            )
            at = _changes(at, setup, land, &after, index, known)
    at += snprintf(at, 8, b"]}")
    return at - out


cdef char* _changes(
    char* at, const Setup* setup, const Landscape* land, const Landscape* after, const int* index, int known
) noexcept nogil:
    """What a placement changes: territories that are gone or new, changed points, and every move."""
    cdef int shift = 2 * (after.state.start_column - land.state.start_column)
    cdef int number_of[64]
    cdef int i, number, fresh = known
    cdef uint64_t mask, left, kept = 0
    cdef bint first = True
    shift += 16 * (after.state.start_row - land.state.start_row)
    at += snprintf(at, 16, b'"gone":[')
    for i in range(known):
        mask = land.territory[index[i]].mask << shift
        number = after.label[lowest(mask)]
        if after.territory[number].mask == mask:
            kept |= bit(number)
            number_of[number] = i
        else:
            at += snprintf(at, 16, b"%s%d", b"" if first else b",", i)
            first = False
    at += snprintf(at, 16, b'],"new":[')
    left = after.live & ~kept
    while left:
        number = lowest(left)
        left &= left - 1
        at = _territory(at, after, number, fresh > known)
        number_of[number] = fresh
        fresh += 1
    at += snprintf(at, 16, b'],"points":[')
    first = True
    left = kept
    while left:
        number = lowest(left)
        left &= left - 1
        i = number_of[number]
        if after.territory[number].points != land.territory[index[i]].points:
            at += snprintf(at, 32, b"%s[%d,%d]", b"" if first else b",", i, after.territory[number].points)
            first = False
    at += snprintf(at, 16, b'],"moves":[')
    return _moves(at, setup, after, number_of)


cdef char* _moves(
    char* at, const Setup* setup, const Landscape* after, const int* number_of
) noexcept nogil:
    cdef uint64_t origins = after.manned, reached
    cdef int origin
    cdef bint first = True
    while origins:
        origin = lowest(origins)
        origins &= origins - 1
        at += snprintf(at, 16, b"%s[%d", b"" if first else b",", number_of[origin])
        first = False
        reached = targets(setup, after, origin)
        while reached:
            at += snprintf(at, 16, b",%d", number_of[lowest(reached)])
            reached &= reached - 1
        at[0] = c"]"
        at += 1
    at += snprintf(at, 32, b'],"total":%d}', after.total)
    return at


cdef char* _territory(char* at, const Landscape* land, int number, bint more) noexcept nogil:
    cdef uint64_t mask = land.territory[number].mask
    cdef int zone, row, column
    cdef bint first = True
    at += snprintf(
        at,
        32,
        b'%s["%c",%d,"',
        b"," if more else b"",
        TERRAINS[land.territory[number].terrain],
        <int>land.territory[number].points,
    )
    while mask:
        zone = lowest(mask)
        mask &= mask - 1
        row = (zone >> 3) + 6 - 2 * land.state.start_row
        column = (zone & 7) + 6 - 2 * land.state.start_column
        at += snprintf(at, 8, b"%s%s", b"" if first else b" ", ZONE_NAMES[row][column])
        first = False
    at += snprintf(at, 8, b'"]')
    return at
