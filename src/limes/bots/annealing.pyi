from collections.abc import Sequence

from limes.rules import Deck, Turn, Variants

class Annealing:
    """Whole games with a known order of cards, changed card by card; losses are accepted ever more rarely."""

    def __init__(
        self, deck: Deck, variants: Variants, order: Sequence[int], tries: int, seed: int, stream: int
    ) -> None: ...
    def advance(self, tries: int) -> bool:
        """Try so many more changes; false when all are done."""

    @property
    def best(self) -> int:
        """The best total so far."""

    def turns(self) -> list[Turn]:
        """The turns that lead to the best total."""
