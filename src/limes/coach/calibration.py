"""Figures that `scripts/calibrate_coach.py` measures; with another evaluation they are measured anew."""

from functools import lru_cache
from typing import NamedTuple

from limes.bots.printed import is_likely
from limes.rules import ROUNDS, Deck

EXACT = 2  # cards to come with which values need no correction


class Calibration(NamedTuple):
    """How estimates become values: they play on more simply than a good player does."""

    gain_a_card: float  # points that good play gains beyond the estimate with each card to come
    gain_an_odd_card: float  # and as many more if no card of the deck is like the printed ones
    repaired: float  # the part of what a turn seems to lose that good play makes up for later
    doubt: float  # standard errors that an estimated loss must exceed to be called a mistake
    least_loss: float  # points that it must exceed, too

    def still_to_gain(self, laid: int, deck: Deck) -> float:
        """What is added to the estimate of a landscape with so many cards of a deck."""
        gain = self.gain_a_card + self.gain_an_odd_card * odd_part(deck)
        return gain * max(ROUNDS - laid - EXACT, 0)

    def kept(self, best: float, value: float, laid: int) -> float:
        """A value beside the best one, the part that is made up for later added."""
        return value if laid >= ROUNDS - EXACT else value + self.repaired * (best - value)

    def noise(self, error: float, laid: int) -> float:
        """What a difference must exceed to mean anything."""
        if laid >= ROUNDS - EXACT:
            return 0.0
        return (1 - self.repaired) * max(self.doubt * error, self.least_loss)


CALIBRATION = Calibration(gain_a_card=0.15, gain_an_odd_card=0.36, repaired=0.26, doubt=2.0, least_loss=0.5)


@lru_cache(maxsize=64)
def odd_part(deck: Deck) -> float:
    """How many of a deck's cards are unlike the printed ones, from 0 to 1."""
    return sum(not is_likely(face.lower()) for face in deck.faces) / len(deck)
