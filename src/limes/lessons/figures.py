"""The figures of the lessons: means with their errors, as the package ships them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import hypot, sqrt
from typing import Any

FILE = "figures.json"
DIGITS = 3

Samples = Mapping[str, Mapping[str, tuple[float, int]]]
"""What one deal adds to each bar of each figure: a sum, and of how many values."""


@dataclass(frozen=True)
class Bar:
    """A mean over so many values, and the standard error of it."""

    at: str
    mean: float
    error: float
    count: int


Figure = tuple[Bar, ...]


@cache
def load_figures() -> dict[str, Figure]:
    """All of them by name; `scripts/measure_lessons.py` measured them."""
    return {name: tuple(Bar(**bar) for bar in bars) for name, bars in shipped()["figures"].items()}


@cache
def shipped() -> dict[str, Any]:
    """The file as it is, with what its first deal added, so that this can be measured again."""
    read: dict[str, Any] = json.loads((files("limes.lessons") / FILE).read_text(encoding="ascii"))
    return read


def together(one: Bar, other: Bar) -> Bar:
    """The same bar over the deals of both, which have none in common."""
    count = one.count + other.count
    mean = (one.mean * one.count + other.mean * other.count) / count
    error = hypot(one.error * one.count, other.error * other.count) / count
    return Bar(one.at, round(mean, DIGITS), round(error, DIGITS), count)


def summed(name: str, at: str, deals: Iterable[Samples]) -> Bar:
    """One bar over all deals; values of one deal may depend on each other, deals do not."""
    parts = [deal[name][at] for deal in deals if at in deal.get(name, {})]
    count = sum(number for _, number in parts)
    if not count:
        return Bar(at, 0.0, 0.0, 0)
    mean = sum(total for total, _ in parts) / count
    error = sqrt(sum((total - mean * number) ** 2 for total, number in parts)) / count
    return Bar(at, round(mean, DIGITS), round(error, DIGITS), count)
