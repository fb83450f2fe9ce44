"""What a bot is: it is shown what a player may know, is given a budget, and gives a turn."""

from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Protocol

from limes.rules import Deck, Landscape, LimesError, Turn, Variants


@dataclass(frozen=True)
class View:
    """All that a player may know in a turn, without the order of the unseen cards."""

    landscape: Landscape
    card: int
    others: tuple[Landscape, ...] = ()

    @property
    def deck(self) -> Deck:
        return self.landscape.deck

    @property
    def variants(self) -> Variants:
        return self.landscape.variants

    @cached_property
    def unseen(self) -> frozenset[int]:
        """The cards that may still come, and those that never will: nobody can tell them apart."""
        seen = {laid.number for laid in self.landscape.cards} | {self.card}
        return frozenset(self.deck.numbers) - seen


@dataclass(frozen=True)
class Budget:
    """What a turn may cost: seconds, or playouts, which make a bot deterministic for its seed."""

    seconds: float | None = None
    playouts: int | None = None

    def __post_init__(self) -> None:
        if (self.seconds is None) == (self.playouts is None):
            raise LimesError("a budget is a number of seconds or a number of playouts")
        if self.seconds is not None and not (isfinite(self.seconds) and self.seconds > 0):
            raise LimesError(
                "the time per turn must be more than 0 seconds, not {seconds:g}", seconds=self.seconds
            )
        if self.playouts is not None and self.playouts < 1:
            raise LimesError(
                "the playouts per turn must be 1 or more, not {playouts}", playouts=self.playouts
            )


class Bot(Protocol):
    """A player that chooses turns. Between turns, a bot may keep only the state of its random numbers."""

    @property
    def name(self) -> str: ...

    def choose(self, view: View, budget: Budget) -> Turn: ...
