"""Sets of zones as 64-bit masks: 8 rows of 8 zones from the north-west, zone 8 * row + column."""

from libc.stdint cimport uint64_t


cdef extern from "bits.h" nogil:
    int lowest "limes_lowest"(uint64_t mask)  # of a mask that is not empty
    int highest "limes_highest"(uint64_t mask)  # of a mask that is not empty
    int count "limes_count"(uint64_t mask)
    void fetch "limes_fetch"(const void* at)  # a line of memory that is wanted soon


cdef inline uint64_t bit(int index) noexcept nogil:
    return <uint64_t>1 << index


cdef inline uint64_t grown(uint64_t mask) noexcept nogil:
    """The zones of a mask and all that share an edge with one of them."""
    cdef uint64_t east = mask << 1 & <uint64_t>0xfefefefefefefefe
    cdef uint64_t west = mask >> 1 & <uint64_t>0x7f7f7f7f7f7f7f7f
    return mask | east | west | mask << 8 | mask >> 8


cdef inline int nth(uint64_t mask, int place) noexcept nogil:
    """The index of a mask's bit with this place, from 0."""
    while place:
        mask &= mask - 1
        place -= 1
    return lowest(mask)


cdef inline uint64_t between_towers(uint64_t line, uint64_t rock, int zone) noexcept nogil:
    """The zones of a row or column from one zone to the next tower on either side, those towers included."""
    cdef uint64_t own = bit(zone)
    cdef uint64_t others = line & rock & ~own
    cdef uint64_t after = others & ~(own | own - 1)
    cdef uint64_t before = others & own - 1
    cdef uint64_t last = bit(highest(before | 1))
    return line & (after ^ (after - last))


cdef inline int forest_in_sight(uint64_t forest, uint64_t rock, int zone) noexcept nogil:
    """What a watchman on this zone earns."""
    cdef uint64_t row = <uint64_t>0xff << (zone & 56)
    cdef uint64_t column = <uint64_t>0x0101010101010101 << (zone & 7)
    return count((between_towers(row, rock, zone) | between_towers(column, rock, zone)) & forest)
