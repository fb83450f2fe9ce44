"""The same game as `limes.rules` on 64-bit boards: compiled, for playouts and search."""

from limes.core.batch import Batch
from limes.core.box import MOST_CARDS
from limes.core.games import Random, random_games
from limes.core.state import ACTION_SPACE, State
from limes.core.territory import Territory

__all__ = ["ACTION_SPACE", "MOST_CARDS", "Batch", "Random", "State", "Territory", "random_games"]
