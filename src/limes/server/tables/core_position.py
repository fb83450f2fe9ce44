"""Positions worked out by the compiled core; the rules' own value is made only where somebody wants it."""

from functools import cached_property

from limes.core import State
from limes.core.offer import offer
from limes.plain import offer_head
from limes.rules import Deck, Landscape, Turn, Variants


class CorePosition:
    """A state of the core that nobody changes any more."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.total = state.total

    @classmethod
    def start(cls, deck: Deck, variants: Variants) -> "CorePosition":
        return cls(State(deck, variants))

    @classmethod
    def of(cls, landscape: Landscape) -> "CorePosition":
        return cls(State.from_landscape(landscape))

    @cached_property
    def landscape(self) -> Landscape:
        return self._state.landscape()

    def after(self, card: int, turn: Turn) -> "CorePosition":
        state = self._state.copy()
        state.play(card, str(turn))
        return CorePosition(state)

    def offer(self, card: int) -> str:
        state = self._state
        head = offer_head(card, state.deck.face(card), state.supply, state.workers, self.total)
        return f"{head},{offer(state, card)[1:]}"
