from limes.core.state import State
from limes.rules import Turn

NEVER: int
AT_LAST: int
ALWAYS: int

class Attention:
    """What somebody looks at, and takes the most points of that they see; of equal turns, one by chance."""

    def __init__(
        self,
        seed: int,
        cells: int,
        facings: int = 4,
        moves: int = ...,
        lines: bool = False,
        shared: bool = False,
        room: float = 0,
    ) -> None:
        """Looks at so many open cells, nearest to the last card first, and at so many facings of the card.

        `moves` says when a worker is moved: `NEVER`, `AT_LAST` (once the supply is empty) or `ALWAYS`.
        Without `lines` a watchman sees the zones beside the tower alone; without `shared` it goes unnoticed
        that a card has joined the territories of two workers. `room` is what an empty zone around a worker's
        territory counts.
        """

    def choose(self, state: State, card: int) -> Turn: ...
