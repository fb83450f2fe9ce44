"""How hard the coach thinks."""

from dataclasses import dataclass
from math import isfinite

from limes.rules import LimesError


@dataclass(frozen=True)
class Effort:
    """The time for a whole game, and how many turns and orders of cards to try for each card.

    When time runs out, there are fewer orders; the turns that are compared stay the same.
    """

    seconds: float = 4.0
    wide: int = 60  # turns that are worth a glance
    wide_at_last: int = 8192  # the same with one card to come or none: all there are
    near: int = 12  # of those on the cell, and in the facing, of the turn played
    rivals: int = 16  # turns of the first contest
    near_rivals: int = 3
    finalists: int = 4  # turns of the second contest, which gives the values
    near_finalists: int = 2
    first_orders: int = 24
    orders: int = 120
    replies: int = 64  # turns tried with the last but one card

    def __post_init__(self) -> None:
        if not (isfinite(self.seconds) and self.seconds > 0):
            raise LimesError(
                "the time for a review must be more than 0 seconds, not {seconds:g}", seconds=self.seconds
            )


FULL = Effort()
