"""Positions worked out by the compiled core; the rules' own value is made only where somebody wants it."""

from functools import cached_property

from limes.core import State
from limes.core.offer import offer
from limes.rules import Deck, Landscape, Turn, Variants
from limes.server.game import dumps


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
        head = {
            "card": card,
            "face": state.deck.face(card),
            "supply": state.supply,
            "workers": list(state.workers),
            "total": self.total,
        }
        return f"{dumps(head)[:-1]},{offer(state, card)[1:]}"
