"""Where cards can still come to lie around a landscape, and what room that leaves a territory."""

from functools import cache
from typing import NamedTuple

from limes.plain.ground import ROCK, Ground, line_in_sight, sight_lines
from limes.rules.geometry import FRAME, ROW, ZONES_A_SIDE, Mask, grown

MOST_ROOM = 15
_FIRST_COLUMN = sum(1 << row * ROW for row in range(ZONES_A_SIDE))


class Frame(NamedTuple):
    """All that follows from which columns and rows of cells have cards."""

    width: int
    height: int
    box: Mask  # the zones of these cells, laid or not
    onward: Mask  # the same and, where the landscape may grow, the next cells in the east and in the south
    around: Mask  # the same and the next zones in the west and in the north


@cache
def frame_of(columns: int, rows: int) -> Frame:
    """The frame of cards in these columns and rows, one bit each."""
    width, height = columns.bit_count(), rows.bit_count()
    west, north = (columns & -columns).bit_length() - 1, (rows & -rows).bit_length() - 1
    east, south = 2 * (west + width), 2 * (north + height)
    more_columns, more_rows = 2 * (width < FRAME), 2 * (height < FRAME)
    box = _area(2 * west, east, 2 * north, south)
    onward = _area(2 * west, east + more_columns, 2 * north, south + more_rows)
    beside = _area(2 * west - more_columns // 2, 2 * west, 2 * north, south)
    above = _area(2 * west, east, 2 * north - more_rows // 2, 2 * north)
    return Frame(width, height, box, onward, onward | beside | above)


def room(ground: Ground, frame: Frame, number: int) -> int:
    """The zones around a territory that are still to come, for a tower those in its sight; 15 at most."""
    own = ground.mask[number]
    if ground.terrain[number] != ROCK:
        found = (grown(own) & frame.around & ~ground.laid).bit_count()
    else:
        east, west, south, north = sight_lines(own.bit_length() - 1)
        rock, empty = ground.zones[ROCK], frame.box & ~ground.laid
        found = _view(east, west, rock, empty, FRAME - frame.width)
        found += _view(south, north, rock, empty, FRAME - frame.height)
    return min(found, MOST_ROOM)


def _view(onward: Mask, back: Mask, rock: Mask, empty: Mask, slack: int) -> int:
    """The empty zones in sight along a line, and room for the frame to grow where no tower ends it."""
    open_ends = (not onward & rock) + (not back & rock)
    return (line_in_sight(rock, onward, back) & empty).bit_count() + slack * open_ends


def _area(west: int, east: int, north: int, south: int) -> Mask:
    """The zones from these columns and rows on, up to those."""
    columns = _FIRST_COLUMN * ((1 << east) - (1 << west))
    return columns & (1 << south * ROW) - (1 << north * ROW)
