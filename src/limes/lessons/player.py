"""A strong player who can be told which turns not to take."""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import islice
from typing import NamedTuple

from limes.bots.learned import learned
from limes.bots.search import Search
from limes.bots.weights import evaluation
from limes.core import State
from limes.plain.levels import SKILLED_INSIGHT
from limes.rules import ROUNDS, STANDARD, Turn, shuffled
from limes.rules.geometry import Cell, cell_column_row

JUDGED = 4  # turns that the network chooses among, as for the level `strong`


class Position(NamedTuple):
    """What a habit looks at before a turn."""

    round: int
    supply: int
    cells: tuple[Cell, ...]

    def size(self, turn: Turn | None = None) -> tuple[int, int]:
        """How many cards the landscape is wide and high, with this turn's card or without."""
        cells = [*self.cells, turn.cell] if turn else self.cells
        if not cells:
            return 0, 0
        columns, rows = zip(*map(cell_column_row, cells), strict=True)
        return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


Habit = Callable[[Position, Turn], bool]
"""Whether a player with this habit would take the turn."""


def dealt(deal: int) -> tuple[int, ...]:
    """The cards of a deal, in their order."""
    return tuple(shuffled(STANDARD, f"lesson {deal}")[:ROUNDS])


def choose(state: State, card: int, habit: Habit | None = None) -> Turn:
    """The turn that is worth most, of those that the habit leaves; of all where it leaves none."""
    ranked = ranked_turns(state, card)
    if habit:
        cells = tuple(laid.cell for laid in state.landscape().cards)
        position = Position(state.cards_laid + 1, state.supply, cells)
        turn = best_of(state, card, islice((turn for turn in ranked if habit(position, turn)), JUDGED))
        if turn:
            return turn
    return best_of(state, card, ranked[:JUDGED]) or ranked[0]


def ranked_turns(state: State, card: int) -> list[Turn]:
    """All turns, those first that look best at a glance."""
    return [turn for turn, _value in _tables().turns_by_tables(state, card)]


def best_of(state: State, card: int, turns: Iterable[Turn]) -> Turn | None:
    """The one after which the network expects the highest total."""
    return max(turns, key=lambda turn: outlook(after(state, card, turn)), default=None)


def outlook(state: State) -> float:
    return float(state.total) if state.finished else learned().outlook(state)[0]


def after(state: State, card: int, turn: Turn) -> State:
    played = state.copy()
    played.play(card, str(turn))
    return played


@cache
def _tables() -> Search:
    return Search(evaluation(SKILLED_INSIGHT), 0)
