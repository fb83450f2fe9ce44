"""A line through a few values, drawn with the dots of braille letters, or with stars in plain ASCII."""

from collections.abc import Sequence

HEIGHT = 8  # lines
STEP = 4  # letters from one value to the next
DOTS_WIDE, DOTS_HIGH = 2, 4
BRAILLE = 0x2800
BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a dot by row and column in its letter


def line_chart(values: Sequence[float], *, unicode: bool = True) -> list[str]:
    """The values from left to right with a scale before them, whole numbers at its ends.

    >>> print("\\n".join(line_chart([1, 3, 2], unicode=False)[::7]))
     3 |    *
     1 |*
    """
    low, high = _scale(values)
    lines = _braille(values, low, high) if unicode else _stars(values, low, high)
    bar = "│" if unicode else "|"
    labels = [f"{high:3}", *["   "] * (HEIGHT - 2), f"{low:3}"]
    return [f"{label[1:]} {bar}{line.rstrip()}" for label, line in zip(labels, lines, strict=True)]


def _scale(values: Sequence[float]) -> tuple[int, int]:
    low, high = int(min(values)), -int(-max(values) // 1)
    return low, max(high, low + 1)


def _height(value: float, low: int, high: int, steps: int) -> int:
    """How many steps from the top."""
    return round((high - value) / (high - low) * (steps - 1))


def _stars(values: Sequence[float], low: int, high: int) -> list[str]:
    rows = [[" "] * (STEP * (len(values) - 1) + 1) for _ in range(HEIGHT)]
    for place, value in enumerate(values):
        rows[_height(value, low, high, HEIGHT)][STEP * place] = "*"
    return ["".join(row) for row in rows]


def _braille(values: Sequence[float], low: int, high: int) -> list[str]:
    rows = [[BRAILLE] * (STEP * (len(values) - 1) + 1) for _ in range(HEIGHT)]
    wide = STEP * DOTS_WIDE
    above = None
    for x in range(wide * (len(values) - 1) + 1):
        place, rest = divmod(x, wide)
        following = values[min(place + 1, len(values) - 1)]
        value = values[place] + (following - values[place]) * rest / wide
        y = _height(value, low, high, HEIGHT * DOTS_HIGH)
        above = y if above is None else above
        for dot in range(min(y, above), max(y, above) + 1):
            rows[dot // DOTS_HIGH][x // DOTS_WIDE] |= BITS[dot % DOTS_HIGH][x % DOTS_WIDE]
        above = y
    return ["".join(map(chr, row)).replace(chr(BRAILLE), " ") for row in rows]
