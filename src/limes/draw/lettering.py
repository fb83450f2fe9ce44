"""Letters as outlines, for pictures made where no font is certain: figures, and the game's name.

`scripts/lettering.py` takes them from the fonts of the browser client.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Literal

from limes.draw.symbols import num

Face = Literal["title", "figures"]
EM = 1000


@cache
def _outlines() -> dict[str, dict[str, tuple[int, str]]]:
    given = files("limes.draw").joinpath("lettering.json").read_text(encoding="utf-8")
    return {
        face: {letter: (advance, path) for letter, (advance, path) in letters.items()}
        for face, letters in json.loads(given).items()
    }


def lettered(
    x: float, y: float, letters: str, *, face: Face, size: float, fill: str, apart: float = 0
) -> str:
    """Letters around `x`, their baseline at `y`; `apart` is the space between two, in parts of the size."""
    outlines = _outlines()[face]
    between = apart * EM
    width = sum(outlines[letter][0] + between for letter in letters) - between
    at = -width / 2
    parts = []
    for letter in letters:
        advance, path = outlines[letter]
        parts.append(f'<path transform="translate({num(at)} 0)" d="{path}"/>')
        at += advance + between
    move = f"translate({num(x)} {num(y)}) scale({size / EM:g})"
    return f'<g transform="{move}" fill="{fill}">{"".join(parts)}</g>'
