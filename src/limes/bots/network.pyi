from limes.core.state import State

ROWS: int  # of the first layer: all features that a landscape can have
FIRST_ROWS: dict[str, int]  # where the groups begin that have relatives
GATED: int  # rows that a list begins with: they tell the deck and the variants, and have gates
GATES: int  # how many different ones there are, from FIRST_ROWS["deck"] on

class Network:
    """A network in whole numbers; the same values on every machine."""

    def __init__(self, weights: bytes) -> None: ...
    def outlook(self, state: State) -> list[float]:
        """The final total to expect from a landscape after a turn: the mean, then the quantiles."""

def features(state: State) -> list[int]:
    """The rows of the first layer that a landscape after a turn stands for."""
