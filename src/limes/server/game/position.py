"""A landscape as a table needs it. Who works it out is handed in: the compiled core, or the rules alone."""

from typing import Protocol

from limes.rules import Deck, Landscape, Turn, Variants


class Position(Protocol):
    """One player's landscape at some moment; it never changes."""

    @property
    def landscape(self) -> Landscape: ...

    @property
    def total(self) -> int: ...

    def after(self, card: int, turn: Turn) -> "Position":
        """The position after a turn; `LimesError` names the rule that the turn breaks."""

    def offer(self, card: int) -> str:
        """All that may be done with a card, as JSON; `docs/look-up/server.md` has the format."""


class Start(Protocol):
    """The empty position under a deck and variants."""

    def __call__(self, deck: Deck, variants: Variants) -> Position: ...
