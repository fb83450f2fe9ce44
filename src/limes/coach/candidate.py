"""A turn under study: what a glance says of it, the scores it led to, and how it compares with another."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from operator import mul, sub
from statistics import fmean
from typing import NamedTuple

from limes.core import State
from limes.rules import Landscape, Turn

GLANCE_ERROR = 1.0  # points by which a glance at two turns is off, held against 400 orders
CARD_ERROR = 0.7  # the same for a card that may come next
LEAST_ERROR = 0.02  # of sampled scores, however alike they are
FEWEST_LAPS = 2  # from which on scores say how much they vary


class Figure(NamedTuple):
    """A number with its standard error."""

    value: float
    error: float


@dataclass(eq=False, slots=True)
class Candidate:
    """`unseen` are the cards that may come next; `scores` holds one score for each of them, lap by lap.

    `glanced` is the value at a glance, and `hopes` are the values with each card.
    """

    turn: Turn
    landscape: Landscape
    state: State
    unseen: tuple[int, ...]
    exact: bool
    glanced: float
    scores: "array[float]" = field(default_factory=lambda: array("d"))
    hopes: Sequence[float] = ()

    @property
    def laps(self) -> int:
        return len(self.scores) // max(len(self.unseen), 1)

    def lead(self, other: "Candidate") -> Figure:
        """By how much it is better than another: what a glance said, and what came of the same orders."""
        if self is other:
            return Figure(0.0, 0.0)
        sampled = list(map(sub, self.scores, other.scores))
        if self.exact and sampled:
            return Figure(fmean(sampled), 0.0)
        return _together(Figure(self.glanced - other.glanced, GLANCE_ERROR), _mean(sampled))

    def by_card(self) -> list[Figure]:
        """What each card that may come next is worth beside the mean, at a glance and by the scores."""
        number, laps = len(self.unseen), self.laps
        if self.exact and laps:
            return [Figure(value, 0.0) for value in _beside_mean(self.scores)]
        glanced = [Figure(value, CARD_ERROR) for value in _beside_mean(self.hopes)]
        if laps < FEWEST_LAPS:
            return glanced
        scores = [self.scores[place::number] for place in range(number)]
        means = list(map(fmean, scores))
        within = sum(sum(map(mul, each, each)) for each in scores) - laps * sum(map(mul, means, means))
        error = sqrt(max(within, 0.0) / (number * (laps - 1)) / laps)
        sampled = [Figure(value, max(error, LEAST_ERROR)) for value in _beside_mean(means)]
        return [_together(*both) for both in zip(glanced, sampled, strict=True)]


def _mean(sampled: Sequence[float]) -> Figure:
    if not sampled:
        return Figure(0.0, inf)
    mean = fmean(sampled)
    variance = max(sum(map(mul, sampled, sampled)) / len(sampled) - mean * mean, 0.0)
    return Figure(mean, max(sqrt(variance / len(sampled)), LEAST_ERROR))


def _together(one: Figure, other: Figure) -> Figure:
    """Two findings, each weighed by how sure it is."""
    weights = one.error**-2, other.error**-2
    total = sum(weights)
    return Figure((one.value * weights[0] + other.value * weights[1]) / total, total**-0.5)


def _beside_mean(values: Sequence[float]) -> list[float]:
    mean = fmean(values)
    return [value - mean for value in values]
