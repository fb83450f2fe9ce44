from limes.bots.evaluation import Evaluation
from limes.core.state import State
from limes.rules import Deck, Variants

def landscape_value(evaluation: Evaluation, state: State) -> float:
    """What a landscape with cards to come is worth after a turn, weight by weight."""

class Tuner:
    """Self-play from an evaluation that knows points only to one that plays well."""

    evaluation: Evaluation  # as learnt so far
    def __init__(self, deck: Deck, variants: Variants, seed: int) -> None: ...
    def play(self, games: int, rate: float, adapt: bool) -> float:
        """Greedy games, learning from their totals; gives the mean total."""

    def compare(self, games: int, rate: float, adapt: bool) -> float:
        """Greedy games, learning in each position from play-outs of several turns; gives the mean total."""
