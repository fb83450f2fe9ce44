"""A landscape as an environment renders it: text, pixels or an SVG."""

from typing import Any

import numpy as np
import numpy.typing as npt

from limes.core import State
from limes.draw import DAY, landscape_svg
from limes.rules import Landscape
from limes.rules.geometry import zone_column_row

ZONE = 24  # pixels of a zone's side
SIDE = 8 * ZONE
TERRAIN_NAMES = {"f": "field", "w": "water", "t": "forest", "r": "rock"}
Pixels = npt.NDArray[np.uint8]


def render(state: State, mode: str | None) -> Any:
    """What `render()` gives in a mode; nothing without one, as Gymnasium has it."""
    landscape = state.landscape()
    match mode:
        case "ansi":
            from limes.draw.terminal import landscape_text  # noqa: PLC0415

            return landscape_text(landscape, score=landscape.score()).plain
        case "svg":
            return landscape_svg(landscape, score=landscape.score())
        case "rgb_array":
            return pixels(landscape)
    return None


def pixels(landscape: Landscape) -> Pixels:
    """The 8 x 8 zones of the frame: terrains as colours, huts as squares, workers as discs."""
    image = np.empty((SIDE, SIDE, 3), np.uint8)
    image[:] = _colour("paper")
    zones = [(zone, *zone_column_row(zone)) for zone in landscape.board.zones]
    west = min((column for _, column, _ in zones), default=0)
    north = min((row for _, _, row in zones), default=0)
    for zone, column, row in zones:
        letter = landscape.board.letter(zone)
        tile = image[(row - north) * ZONE :, (column - west) * ZONE :][:ZONE, :ZONE]
        tile[:] = _colour(TERRAIN_NAMES[letter.lower()])
        if letter.isupper():
            tile[3:9, 3:9] = _colour("ink")
        if zone in landscape.workers:
            tile[_DISC] = _colour("accent")
            tile[_dots(landscape.workers.count(zone))] = _colour("light")
    return image


def _colour(name: str) -> list[int]:
    return list(bytes.fromhex(DAY[name].lstrip("#")))


def _dots(number: int) -> npt.NDArray[np.bool_]:
    """One light dot for each worker after the first, in a row under the disc's middle."""
    shape = np.zeros((ZONE, ZONE), np.bool_)
    for place in range(number - 1):
        shape[13:15, 8 + 2 * place : 9 + 2 * place] = True
    return shape


_MIDDLE = (np.arange(ZONE) - (ZONE - 1) / 2) ** 2
_DISC = _MIDDLE[:, None] + _MIDDLE[None, :] < (ZONE * 0.32) ** 2
