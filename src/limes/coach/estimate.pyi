from limes.core.state import State
from limes.rules import Turn

class Estimate:
    """An evaluation that looks ahead. The GIL is free while it works; one thread at a time may use it."""

    def __init__(self) -> None: ...
    def worth(
        self, states: list[State], orders: int, replies: int, seed: int, seconds: float
    ) -> list[tuple[float, float]]:
        """The final scores to be expected after a turn, each with the error of its difference to the first.

        All of the landscapes, 32 at most, hold the same cards. They are played on with the same sampled
        orders: six cards by the network, which values what comes of it, or to the end where it does not
        apply. With no more than two cards to come the scores are means over all orders, the best so many
        replies being tried with the last but one: exact. There are fewer orders where the seconds are over;
        0 is no limit.
        """

    def lap(self, state: State, seed: int) -> list[float]:
        """The final scores on one sampled order for each card that may come next, by the cards' numbers.

        All landscapes with the same cards have the same orders by the same seed.
        """

    def with_card(self, state: State, card: int, replies: int) -> float:
        """What the best turn with a card that comes next is worth: at a glance of the network, or exact, as
        `worth` is, with no more than two cards to come."""

    def glance(
        self, state: State, card: int, width: int, near: int, played: Turn | None
    ) -> list[tuple[Turn, float]]:
        """The turns of the highest values, best first, each with the mean over the next card.

        Beside the best so many come so many near to the turn played: on its cell, and in its facing.
        """
