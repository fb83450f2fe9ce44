from collections.abc import Sequence

from limes.bots.evaluation import Evaluation
from limes.bots.network import Network
from limes.rules import Deck, Turn, Variants

class Beam:
    """Landscapes that a known order of cards can lead to: as many as the beam is wide, card after card."""

    def __init__(
        self,
        evaluation: Evaluation,
        deck: Deck,
        variants: Variants,
        order: Sequence[int],
        width: int,
        penalised: bool = False,
        network: Network | None = None,
    ) -> None: ...
    def advance(self, end: float) -> bool:
        """Lay the next card in every way; false, and nothing done, once `perf_counter` has passed the end.

        0 is no end.
        """

    @property
    def total(self) -> int:
        """The best total of the landscapes that are kept."""

    @property
    def penalised_total(self) -> float:
        """The same less what was paid for it: what each card that came was worth beyond the mean of all."""

    def turns(self) -> list[Turn]:
        """The turns that lead to the best total."""
