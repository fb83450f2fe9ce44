"""Everything that is measured in one deal."""

from collections import defaultdict
from collections.abc import Iterable
from random import Random

from limes.core import State
from limes.lessons.choices import closing, counted, difference, foresight, most_points
from limes.lessons.endings import lakes, rotated, towers
from limes.lessons.figures import Samples
from limes.lessons.habits import FRAMES, MOVES, NEVER_MOVES, TEMPI, final_total, played
from limes.lessons.player import Habit, dealt
from limes.rules import ROUNDS, Landscape

FIRST_COUNTED = 6  # the first round in which it is asked what counting is worth
ROTATIONS = 4  # of the cards of each finished landscape
CHECKED = 4  # after so many rounds each the supply is noted


class Tally:
    """Sums and numbers of values, by figure and bar."""

    def __init__(self) -> None:
        self.samples: dict[str, dict[str, tuple[float, int]]] = defaultdict(dict)

    def add(self, figure: str, at: str | int, value: float) -> None:
        total, number = self.samples[figure].get(str(at), (0.0, 0))
        self.samples[figure][str(at)] = (total + value, number + 1)


def measure(deal: int) -> Samples:
    """What a deal adds to each figure."""
    cards = dealt(deal)
    free = [*played(cards)]
    tally = Tally()
    tally.add("totals", "free", free[-1].total)
    for number in range(CHECKED, ROUNDS, CHECKED):
        tally.add("supply", number, free[number - 1].supply)
    _compare_habits(tally, cards, free[-1].total)
    _compare_choices(tally, cards, [State(), *free])
    _count_endings(tally, free[-1].landscape(), Random(deal))
    return tally.samples


def _count_endings(tally: Tally, landscape: Landscape, chance: Random) -> None:
    for zones, huts in lakes(landscape):
        tally.add("lakes", zones, huts)
    for _ in range(ROTATIONS):
        by_chance = rotated(landscape, chance)
        for zones, huts in lakes(by_chance):
            tally.add("lakes-by-chance", zones, huts)
        for way, seen in towers(by_chance):
            tally.add("towers", way, seen)


def _compare_habits(tally: Tally, cards: tuple[int, ...], free: int) -> None:
    still = final_total(cards, NEVER_MOVES)
    for figure, habits, base in (("moves", MOVES, still), ("frame", FRAMES, free), ("tempo", TEMPI, free)):
        for at, total in _totals(cards, habits):
            tally.add(figure, at, total - base)
    tally.add("moves", "always", free - still)


def _totals(cards: tuple[int, ...], habits: dict[str, Habit]) -> Iterable[tuple[str, int]]:
    return ((name, final_total(cards, habit)) for name, habit in habits.items())


def _compare_choices(tally: Tally, cards: tuple[int, ...], landscapes: list[State]) -> None:
    for number, card in enumerate(cards[1:], start=2):
        state = landscapes[number - 1]
        greedy = difference(state, card, most_points(state, card), foresight(state, card))
        tally.add("last", number, greedy)
        if number < ROUNDS:
            pair = closing(state, card)
            if pair:
                tally.add("forests", number, difference(state, card, *pair))
        if FIRST_COUNTED <= number < ROUNDS:
            tally.add("counting", number, difference(state, card, *counted(state, card)))
