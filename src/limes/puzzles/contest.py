"""Whether one turn of a position is best by enough: a glance, then play-outs until that is certain."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from limes.coach.calibration import CALIBRATION
from limes.coach.estimate import Estimate
from limes.core import State
from limes.puzzles.puzzle import EXACT
from limes.rules import ROUNDS, Landscape, Turn, future
from limes.rules.future import Future

MARGIN = 0.5  # points by which the best turn beats every other
NEARLY = 0.5  # the same at a glance: what is missed there costs nothing
LEAST_LEAD = MARGIN / (1 - CALIBRATION.repaired)  # in estimates: a part of a loss is made up for later
ROUGHLY = 0.4  # the same with few replies tried
SURE = 3.0  # standard errors beyond the margin, where values are estimates
HOPELESS = 1.0  # standard errors short of it

GLANCED = (4, 12, 40)  # turns, at one glance after the other
GLANCED_AT_LAST = 200
ALL_TURNS = 8192
RIVALS = 8
FINALISTS = 4
FIRST_ORDERS = 40  # of cards
ORDERS = (120, 480)  # in one contest after the other
FEW_REPLIES = 6  # turns tried with the last but one card
REPLIES = 64
ANSWER_ORDERS = 240
SEED = 17


class Worth(NamedTuple):
    """A turn, its value, and the error of its difference to the best."""

    turn: Turn
    value: float
    error: float


@lru_cache(maxsize=1)
def _estimate() -> Estimate:
    return Estimate()


class Position:
    """A landscape and a card, and the contests of its turns."""

    def __init__(self, landscape: Landscape, card: int) -> None:
        self.landscape = landscape
        self.card = card
        self.left = ROUNDS - len(landscape.cards) - 1  # cards to come
        self.state = State.from_landscape(landscape)
        self._futures: dict[Turn, Future] = {}

    @property
    def exact(self) -> bool:
        return self.left <= EXACT

    def future(self, turn: Turn) -> Future:
        if turn not in self._futures:
            self._futures[turn] = future(self.landscape, self.card, turn)
        return self._futures[turn]

    def different(self, turns: Iterable[Turn], most: int) -> list[Turn]:
        """So many of the turns, the first of those with the same future."""
        kept: dict[Future, Turn] = {}
        for turn in turns:
            kept.setdefault(self.future(turn), turn)
            if len(kept) == most:
                break
        return list(kept.values())

    def glance(self, wide: int) -> list[Worth]:
        """The turns that look best."""
        glanced = _estimate().glance(self.state, self.card, wide, 0, None)
        values = dict(glanced)
        return [Worth(turn, values[turn], 0.0) for turn in self.different(values, RIVALS)]

    def glanced(self) -> list[Turn]:
        """The turns that look best; none where the second comes too near to the first."""
        for wide in GLANCED if self.left else (ALL_TURNS,):
            glanced = self.glance(wide)
            if _margin(glanced) < NEARLY:
                return []
        return [each.turn for each in glanced]

    def tried(self, turns: list[Turn]) -> list[Turn]:
        """The turns by value after a first contest; none where the second comes too near to the first."""
        tried = self.contest(turns, FIRST_ORDERS, FEW_REPLIES, SEED)
        tried.sort(key=lambda each: -each.value)
        enough = _margin(tried) >= (ROUGHLY if self.exact else NEARLY)
        return [each.turn for each in tried] if enough else []

    def decided(self, rivals: list[Turn], chosen: list[Turn]) -> list[Worth]:
        """The first of the rivals, those near to it and those chosen, if the first is certainly best."""
        if self.exact:
            wide = self.glance(GLANCED_AT_LAST if self.left == EXACT else ALL_TURNS)
            turns = [*rivals, *(each.turn for each in wide), *chosen]
            found = self.contest(self.different(turns, len(turns)), 1, REPLIES, SEED)
            return found if _margin(found) >= MARGIN else []
        turns = [*rivals[:FINALISTS], *chosen]
        turns = self.different(turns, len(turns))
        for number, orders in enumerate(ORDERS, start=1):
            best, *others = self.contest(turns, orders, FEW_REPLIES, SEED + number)
            beyond = [(best.value - each.value - LEAST_LEAD, each.error) for each in others]
            if all(lead >= SURE * error for lead, error in beyond):
                return [best, *others]
            if any(lead < -HOPELESS * error for lead, error in beyond):
                return []
        return []

    def contest(self, turns: list[Turn], orders: int, replies: int, seed: int) -> list[Worth]:
        states = [State.from_landscape(self.landscape.play(self.card, turn)) for turn in turns]
        worth = _estimate().worth(states, orders, replies, seed, 0)
        return [Worth(turn, *each) for turn, each in zip(turns, worth, strict=True)]


def loss_beside(landscape: Landscape, card: int, best: Turn, turn: Turn) -> float:
    """The points that a turn loses beside the best one."""
    position = Position(landscape, card)
    first, second = position.contest([best, turn], ANSWER_ORDERS, REPLIES, SEED)
    return first.value - CALIBRATION.kept(first.value, second.value, len(landscape.cards) + 1)


def _margin(found: list[Worth]) -> float:
    """By how much the first beats the others."""
    return found[0].value - max((each.value for each in found[1:]), default=0.0)
