"""The bot that plays any legal turn: the floor that every other bot is measured against."""

from random import Random

from limes.bots.protocol import Budget, View
from limes.rules import Turn


class RandomBot:
    """Draws a cell, a facing and then a worker's action, each uniformly."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def choose(self, view: View, budget: Budget) -> Turn:
        placement = self._random.choice(list(view.landscape.placements(view.card)))
        action, _ = self._random.choice(list(placement.actions()))
        return Turn(placement.cell, placement.facing, action)
