"""Who finds the best turn of a position: several players of each level below the expert are asked."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from limes.bots import LEVELS, Budget, View, make_bot
from limes.rules import Landscape, Turn
from limes.rules.future import Future

SOLVERS = tuple(level for level in LEVELS if level != "expert")
PLAYERS = 5  # of a level; they differ in how they choose between turns that look alike to them
QUICK = Budget(playouts=1)  # no level below the expert searches


@dataclass(frozen=True)
class Answers:
    """What the players of each level choose, as futures, and a turn of each future."""

    by_level: tuple[tuple[Future, ...], ...]
    turns: dict[Future, Turn]

    def found_by(self, best: Future) -> int:
        """How many levels find the best turn: most of their players do."""
        return sum(chosen.count(best) > len(chosen) // 2 for chosen in self.by_level)

    def instead(self, best: Future) -> list[Turn]:
        """What is chosen instead, most often first."""
        counted = Counter(chosen for level in self.by_level for chosen in level if chosen != best)
        return [self.turns[each] for each, _times in counted.most_common()]


def answers(landscape: Landscape, card: int, future: Callable[[Turn], Future]) -> Answers:
    view = View(landscape, card)
    turns: dict[Future, Turn] = {}
    by_level = []
    for level in SOLVERS:
        chosen = []
        for seed in range(PLAYERS):
            turn = make_bot(f"expert:{level}", seed).choose(view, QUICK)
            chosen.append(future(turn))
            turns.setdefault(chosen[-1], turn)
        by_level.append(tuple(chosen))
    return Answers(tuple(by_level), turns)
