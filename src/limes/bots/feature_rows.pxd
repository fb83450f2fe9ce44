"""Where the rows of the network's first layer lie, group by group, and how numbers become steps."""

from limes.core.landscape cimport COUNTS, ROUNDS, Territory


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


cdef inline int least(int one, int other) noexcept nogil:
    return one if one < other else other


cdef inline int step_of(int points) noexcept nogil:
    """Points in six steps: 0-1, 2-3, 4-5, 6-7, 8-9, more."""
    return points >> 1 if points < 10 else 5


cdef inline int ground_of(const Territory* territory) noexcept nogil:
    """The class of a territory as a neighbour of an open cell."""
    return LAID + (territory.terrain * 2 + (territory.crowd > 0)) * STEPS + step_of(territory.points)
