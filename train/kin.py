"""Which rows of the first layer are alike.

Two rows that differ in one of several respects are relatives, and while the network learns they share a part
of their weights: what is seen of one teaches something about the other. The parts are added up when the
network is written.
"""

import itertools

import numpy as np

from limes.bots.network import FIRST_ROWS, ROWS

# By group: how many cases there are in each respect, and which respects relatives have in common.
RESPECTS: dict[str, tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]] = {
    "territory": ((4, 16, 16, 6), ((0, 1, 3), (0, 2, 3), (0, 3))),
    "kind": ((4, 4, 5, 4, 6, 3), ((0, 1, 5), (0, 2, 5), (0, 3, 5), (0, 4, 5), (0, 1, 2, 5))),
    "edge": ((4, 2, 4, 4, 2, 6, 3), ((0, 1, 2, 3, 4), (0, 3, 4, 5), (3, 4, 5, 6), (0, 2, 3, 5))),
    "around": ((4, 4, 4, 3, 2, 2, 2), ((0, 4), (1, 5), (2, 6), (3,), (0, 1), (0, 2), (1, 2))),
    "cell": ((5, 5, 16), ((0, 1), (0, 2), (1, 2))),
    "sight": ((8, 8, 3), ((0, 2), (1, 2))),
    "shape": ((5, 5, 16), ((0, 1),)),
    "deck": ((16, 4, 2, 4), ((0, 1), (0, 1, 2))),
    "ferry": ((4, 2, 4, 4, 2, 6, 3), ((0, 1, 2, 3, 4), (0, 3, 4, 5), (3, 4, 5, 6), (0, 2, 3, 5))),
    "meet": ((3, 3, 4, 3, 8), ((0, 1, 3), (0, 2, 3), (0, 3, 4), (0, 2, 4))),
}
# By group of pairs of zones: how many cases a zone has, how many of them differ in points alone, and in how
# many manners a pair can meet.
PAIRS = {"corner": (51, 6, 2), "flank": (27, 3, 1)}
LAID = 3  # the first case of a zone that is laid


def relatives() -> np.ndarray:
    """For every row the shared parts that it is made of, filled up with part 0, which is nothing."""
    found: list[list[int]] = [[] for _ in range(ROWS)]
    numbers: dict[tuple[object, ...], int] = {}

    def share(row: int, *what: object) -> None:
        found[row].append(numbers.setdefault(what, 1 + len(numbers)))

    for name, (cases, ways) in RESPECTS.items():
        for place, case in enumerate(itertools.product(*map(range, cases))):
            for way in ways:
                share(FIRST_ROWS[name] + place, name, way, *(case[i] for i in way))
    for name, (cases, steps, manners) in PAIRS.items():
        for manner in range(manners):
            first = FIRST_ROWS[name] + manner * (cases * cases + cases)
            for one, other in itertools.product(range(cases), repeat=2):
                row = first + one * cases + other
                for many in (steps, max(steps // 3, 1)):
                    share(row, name, manner, many, rough(one, many), rough(other, many))
                share(row, name, manner, "zone", one)
                share(row, name, manner, "zone", other)
            for one in range(cases):
                share(first + cases * cases + one, name, "joined", rough(one, steps))
    most = max(map(len, found))
    return np.array([parts + [0] * (most - len(parts)) for parts in found])


def rough(zone: int, steps: int) -> int:
    """The case of a zone when so many steps of points count as one."""
    return zone if zone < LAID else LAID + (zone - LAID) // steps
