"""The bots that search: one small class for each way to choose."""

from limes.bots.attention import Attention
from limes.bots.evaluation import Evaluation
from limes.bots.learned import learned
from limes.bots.protocol import Budget, View
from limes.bots.search import Search
from limes.bots.weights import tuned
from limes.core.state import State
from limes.rules import Turn

MONTE_CARLO_WIDTH = 24


class GreedyBot:
    """Takes the turn after which the landscape is worth most; needs no time and no chance."""

    def __init__(self, seed: int = 0, name: str = "greedy", evaluation: Evaluation | None = None) -> None:
        self.name = name
        self._search = Search(evaluation or tuned(), seed)

    def choose(self, view: View, budget: Budget) -> Turn:
        return self._search.greedy(_state(view), view.card, 1)


class AttentiveBot:
    """Takes the most points of those it sees; what it overlooks makes it weaker."""

    def __init__(self, name: str, attention: Attention) -> None:
        self.name = name
        self._attention = attention

    def choose(self, view: View, budget: Budget) -> Turn:
        return self._attention.choose(_state(view), view.card)


class JudgeBot:
    """Takes the turn that the network values most, of some that an evaluation likes best."""

    def __init__(self, evaluation: Evaluation, width: int, seed: int = 0, name: str = "judge") -> None:
        self.name = name
        self._width = width
        self._search = Search(evaluation, seed, learned())

    def choose(self, view: View, budget: Budget) -> Turn:
        return self._search.greedy(_state(view), view.card, self._width)


class MonteCarloBot:
    """Plays the game to its end many times, greedily, after each of the turns that look best."""

    name = "monte-carlo"

    def __init__(self, seed: int = 0) -> None:
        self._search = Search(tuned(), seed)

    def choose(self, view: View, budget: Budget) -> Turn:
        seconds, playouts = budget.seconds or 0, budget.playouts or 0
        return self._search.monte_carlo(_state(view), view.card, MONTE_CARLO_WIDTH, seconds, playouts)


class ExpertBot:
    """The strongest there is."""

    def __init__(self, seed: int = 0, name: str = "expert") -> None:
        self.name = name
        self._search = Search(tuned(), seed, learned())

    def choose(self, view: View, budget: Budget) -> Turn:
        return self._search.expert(_state(view), view.card, budget.seconds or 0, budget.playouts or 0)


def _state(view: View) -> State:
    return State.from_landscape(view.landscape)
