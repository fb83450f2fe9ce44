"""Every placement of a card with territories, points and where workers may go, written as JSON at once.

What a client needs to preview any draft of a turn without rules of its own; `docs/look-up/server.md` has the format.
"""

from limes.core import notation

from libc.stdint cimport uint64_t
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


cdef inline char* _put(char* at, const char* text) noexcept nogil:
    while text[0]:
        at[0] = text[0]
        at += 1
        text += 1
    return at


cdef inline char* _put_number(char* at, int number) noexcept nogil:
    """A number below 1000; `snprintf` would take most of an offer's time."""
    if number >= 100:
        at[0] = c"0" + number // 100
        at += 1
    if number >= 10:
        at[0] = c"0" + number // 10 % 10
        at += 1
    at[0] = c"0" + number % 10
    return at + 1


cdef int _write(const Setup* setup, const Landscape* land, int card, char* out) noexcept nogil:
    cdef uint64_t spots = open_spots(setup, &land.state), left
    cdef Landscape after
    cdef char* at = out
    cdef int spot, facing
    cdef int index[64]
    cdef int known = 0
    cdef bint first = True
    at = _put(at, b'{"territories":[')
    left = land.live
    while left:
        index[known] = lowest(left)
        left &= left - 1
        at = _territory(at, land, index[known], known > 0)
        known += 1
    at = _put(at, b'],"placements":[')
    while spots:
        spot = lowest(spots)
        spots &= spots - 1
        for facing in range(4):
            copy(&after, land)
            lay(setup, &after, card, spot, facing)
            at = _put(at, b'{"at":"' if first else b',{"at":"')
            first = False
            at = _put(at, PLACE_NAMES[4 * cell_of_spot(&land.state, spot) + facing])
            at = _put(at, b'",')
            at = _changes(at, setup, land, &after, index, known)
    return _put(at, b"]}") - out


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
    at = _put(at, b'"gone":[')
    for i in range(known):
        mask = land.territory[index[i]].mask << shift
        number = after.label[lowest(mask)]
        if after.territory[number].mask == mask:
            kept |= bit(number)
            number_of[number] = i
        else:
            at = _put_number(_put(at, b"" if first else b","), i)
            first = False
    at = _put(at, b'],"new":[')
    left = after.live & ~kept
    while left:
        number = lowest(left)
        left &= left - 1
        at = _territory(at, after, number, fresh > known)
        number_of[number] = fresh
        fresh += 1
    at = _put(at, b'],"points":[')
    first = True
    left = kept
    while left:
        number = lowest(left)
        left &= left - 1
        i = number_of[number]
        if after.territory[number].points != land.territory[index[i]].points:
            at = _put_number(_put(at, b"[" if first else b",["), i)
            at = _put(_put_number(_put(at, b","), after.territory[number].points), b"]")
            first = False
    at = _put(at, b'],"moves":[')
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
        at = _put_number(_put(at, b"[" if first else b",["), number_of[origin])
        first = False
        reached = targets(setup, after, origin)
        while reached:
            at = _put_number(_put(at, b","), number_of[lowest(reached)])
            reached &= reached - 1
        at = _put(at, b"]")
    return _put(_put_number(_put(at, b'],"total":'), after.total), b"}")


cdef char* _territory(char* at, const Landscape* land, int number, bint more) noexcept nogil:
    cdef uint64_t mask = land.territory[number].mask
    cdef int zone, row, column
    cdef bint first = True
    at = _put(at, b',["' if more else b'["')
    at[0] = TERRAINS[land.territory[number].terrain]
    at = _put(_put_number(_put(at + 1, b'",'), land.territory[number].points), b',"')
    while mask:
        zone = lowest(mask)
        mask &= mask - 1
        row = (zone >> 3) + 6 - 2 * land.state.start_row
        column = (zone & 7) + 6 - 2 * land.state.start_column
        at = _put(_put(at, b"" if first else b" "), ZONE_NAMES[row][column])
        first = False
    return _put(at, b'"]')
