from limes.bots.evaluation import Evaluation
from limes.rules import Deck, Variants

class Tuner:
    """Self-play from an evaluation that knows points only to one that plays well."""

    evaluation: Evaluation  # as learnt so far
    def __init__(self, deck: Deck, variants: Variants, seed: int) -> None: ...
    def play(self, games: int, rate: float, adapt: bool) -> float:
        """Greedy games, learning from their totals; gives the mean total."""

    def compare(self, games: int, rate: float, adapt: bool) -> float:
        """Greedy games, learning in each position from play-outs of several turns; gives the mean total."""
