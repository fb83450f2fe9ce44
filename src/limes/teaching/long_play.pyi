from limes.bots.network import Network
from limes.core.state import State

class LongPlay:
    """What landscapes come to when a network plays them to the end. The GIL is free meanwhile."""

    def __init__(self, network: Network | None = None) -> None:
        """By the network of the package unless another one is given."""

    def finals(self, state: State, first: int, orders: int, seed: int) -> list[float]:
        """The totals on so many orders of the cards not seen, from number `first` of the seed's on.

        Landscapes with the same cards get the same orders.
        """

    def exact(self, state: State) -> float:
        """The mean over all orders of two cards or fewer, each laid as well as it can be.

        With the last card but one this tries the 24 turns that the tables like best.
        """
