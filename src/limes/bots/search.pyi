from limes.bots.evaluation import Evaluation
from limes.bots.network import Network
from limes.core.state import State
from limes.rules import Turn

class Search:
    """A player's thoughts: an evaluation, perhaps a network, and chance. The GIL is free while it searches.

    A budget of 0 seconds is no limit in time, one of 0 play-outs no limit in play-outs.
    """

    playouts: int  # made so far, all turns together
    def __init__(self, evaluation: Evaluation, seed: int, network: Network | None = None) -> None:
        """With a network it decides among the turns that the evaluation likes best."""

    def turns_by_tables(self, state: State, card: int) -> list[tuple[Turn, float]]:
        """Every turn with the evaluation's value, best first."""

    def turns_with_replies(self, state: State, card: int, width: int) -> list[tuple[float, list[float]]]:
        """The means over the next card for so many turns, best first, each with its replies' values.

        Of no use with the last card, which nothing comes after.
        """

    def greedy(self, state: State, card: int, width: int) -> Turn:
        """The turn of the highest value; a network judges so many turns."""

    def monte_carlo(self, state: State, card: int, width: int, seconds: float, playouts: int) -> Turn:
        """The turn with the best mean of play-outs, of so many with the highest values."""

    def expert(self, state: State, card: int, seconds: float, playouts: int) -> Turn:
        """The strongest play: play-outs of the turns that look best one card ahead, exact play at the end."""
