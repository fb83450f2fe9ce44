"""Figures that `scripts/calibrate_coach.py` measures; with another evaluation they are measured anew."""

from typing import NamedTuple

from limes.rules import ROUNDS

EXACT = 2  # cards to come with which values need no correction


class Calibration(NamedTuple):
    """How estimates become values: they play on more simply than a good player does."""

    gain_a_card: float  # points that good play gains beyond the estimate with each card to come
    repaired: float  # the part of what a turn seems to lose that good play makes up for later
    doubt: float  # standard errors that an estimated loss must exceed to be called a mistake
    least_loss: float  # points that it must exceed, too

    def still_to_gain(self, laid: int) -> float:
        """What is added to the estimate of a landscape with so many cards."""
        return self.gain_a_card * max(ROUNDS - laid - EXACT, 0)

    def kept(self, best: float, value: float, laid: int) -> float:
        """A value beside the best one, the part that is made up for later added."""
        return value if laid >= ROUNDS - EXACT else value + self.repaired * (best - value)

    def noise(self, error: float, laid: int) -> float:
        """What a difference must exceed to mean anything."""
        if laid >= ROUNDS - EXACT:
            return 0.0
        return (1 - self.repaired) * max(self.doubt * error, self.least_loss)


CALIBRATION = Calibration(gain_a_card=0.15, repaired=0.26, doubt=2.0, least_loss=0.5)
