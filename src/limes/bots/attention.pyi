from limes.core.state import State
from limes.plain.levels import Manner
from limes.rules import Turn

class Attention:
    """What somebody looks at, and takes the most points of that they see; of equal turns, one by chance."""

    def __init__(self, seed: int, manner: Manner) -> None: ...
    def choose(self, state: State, card: int) -> Turn: ...
