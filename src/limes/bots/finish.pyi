from limes.bots.evaluation import Evaluation
from limes.core.state import State
from limes.rules import Turn

class Finish:
    """All players' landscapes played to the end on the same orders. The GIL is free meanwhile."""

    def __init__(self, evaluation: Evaluation, seed: int) -> None: ...
    def chances(
        self, state: State, card: int, others: list[State], width: int, orders: int
    ) -> list[tuple[Turn, float, float]]:
        """So many turns of the highest values, each with the chance to come first and the mean final total.

        The others' landscapes are those before this card, as a player sees them; they are supposed to lay it
        well. A win that is shared counts in part. Without a card to come the answer is exact if they do.
        """
