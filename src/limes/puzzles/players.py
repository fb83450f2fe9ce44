"""Who plays the games that are searched for puzzles."""

from limes.bots import View, make_bot
from limes.bots.search import Search
from limes.bots.weights import tuned
from limes.core import State
from limes.puzzles.solving import QUICK, SOLVERS
from limes.rules import Landscape, Turn

# Three cells at each corner of a frame around the first card. While they are free, a card on the outermost
# one touches the others at a corner only.
CORNERS = (("c3", "c4", "d3"), ("c6", "c5", "d6"), ("f3", "f4", "e3"), ("f6", "f5", "e6"))
FRAME = frozenset(column + row for column in "cdef" for row in "3456")


class LevelPlayer:
    """One of the levels of the bots below the expert."""

    def __init__(self, number: int) -> None:
        self._bot = make_bot(f"expert:{SOLVERS[number % len(SOLVERS)]}", number)

    def choose(self, landscape: Landscape, card: int) -> Turn:
        return self._bot.choose(View(landscape, card), QUICK)


class SparingPlayer:
    """Plays what looks best, but leaves a corner of the frame free as long as there are other cells."""

    def __init__(self, number: int) -> None:
        self._search = Search(tuned(), number)
        self._spared = CORNERS[number % len(CORNERS)]

    def choose(self, landscape: Landscape, card: int) -> Turn:
        ranked = [
            turn for turn, _value in self._search.turns_by_tables(State.from_landscape(landscape), card)
        ]
        within = [turn for turn in ranked if turn.cell in FRAME]
        return next((turn for turn in within if turn.cell not in self._spared), within[0])
