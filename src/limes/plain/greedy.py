"""Choosing the turn after which a landscape is worth most by the tables; the steps of the compiled search.

A worker's action changes the crowd of a territory or two and the supply, nothing else. So a placement is
valued once, and each action is a difference of values known then.
"""

from collections.abc import Iterator

from limes.plain.choosing import Choice, Laid, placements, turn_of
from limes.plain.frame import frame_of
from limes.plain.ground import NOTHING, QUARTER_STEPS, ROCK, Ground, Numbers, card_lines, members, open_cells
from limes.plain.tables import Tables, Worth
from limes.rules import ROUNDS, Landscape, Turn
from limes.rules.geometry import grown

CARD = sum(1 << step for step in QUARTER_STEPS)
Valued = tuple[float, int, int]  # a value, the territory that a worker leaves, the one that it enters


class Greedy:
    """Takes the first of the best turns; with less insight the tables count less and points count more."""

    def __init__(self, insight: float) -> None:
        self._insight = insight

    def choose(self, landscape: Landscape, card: int) -> Turn:
        outlook = _Outlook(self._insight, landscape, card)
        best_value, best = float("-inf"), None
        for laid in placements(landscape, outlook.ground, card, open_cells(landscape)):
            value, origin, target = max(outlook.actions(laid), key=lambda valued: valued[0])
            if value > best_value:
                best_value, best = value, Choice(laid, origin, target)
        assert best
        return turn_of(landscape, best)


class _Outlook:
    """What all placements of a card share: territories that the card does not reach keep their worth."""

    def __init__(self, insight: float, landscape: Landscape, card: int) -> None:
        self.ground = Ground.of(landscape)
        self._landscape = landscape
        left = ROUNDS - len(landscape.cards) - 1
        seen = {laid.number for laid in landscape.cards} | {card}
        unseen = [landscape.deck.face(number) for number in landscape.deck.numbers if number not in seen]
        self._tables = Tables(insight, left, unseen, landscape.supply)
        self._worth = self._valued(self.ground, self.ground.live)

    def actions(self, laid: Laid) -> Iterator[Valued]:
        """Everything that a worker may do with the card there; staying comes first."""
        ground, crowd = laid.ground, laid.ground.crowd
        worth = self._worth | self._valued(ground, self._reached(laid))
        stay = placed = self._tables.base(frame_of(ground.columns, ground.rows))
        placed += self._tables.base_placed()
        for number in members(ground.live):
            each = worth[number]
            if crowd[number]:
                here = each.one if crowd[number] == 1 else each.many
                stay += here
                placed += here
            else:
                stay += each.unmanned
                placed += each.unmanned_placed
        yield stay, NOTHING, NOTHING
        if self._landscape.supply:
            for target in members(ground.card_territories()):
                empty = worth[target].unmanned_placed
                yield placed + _entered(worth[target], crowd[target], empty), NOTHING, target
        for origin in members(ground.manned):
            without = stay + _left(worth[origin], crowd[origin])
            for target in members(ground.targets(origin, self._landscape.variants.ferryman)):
                empty = worth[target].unmanned
                yield without + _entered(worth[target], crowd[target], empty), origin, target

    def _valued(self, ground: Ground, numbers: Numbers) -> dict[int, Worth]:
        if not numbers:
            return {}
        frame = frame_of(ground.columns, ground.rows)
        return {number: self._tables.worth(ground, frame, number) for number in members(numbers)}

    def _reached(self, laid: Laid) -> Numbers:
        """The territories whose worth the card may change there: all of them if the frame has grown."""
        ground, before = laid.ground, self.ground
        if (ground.columns, ground.rows) != (before.columns, before.rows):
            return ground.live
        near, lines = grown(grown(CARD << ground.corner)), card_lines(ground.corner)
        reached = laid.changed
        for number in members(ground.live & ~reached):
            if ground.mask[number] & (lines if ground.terrain[number] == ROCK else near):
                reached |= 1 << number
        return reached


def _entered(worth: Worth, crowd: int, empty: float) -> float:
    """By how much a territory is worth more with one more worker."""
    if crowd == 0:
        return worth.one - empty
    return worth.many - worth.one if crowd == 1 else 0


def _left(worth: Worth, crowd: int) -> float:
    """By how much it is worth more, or less, with one worker less."""
    if crowd == 1:
        return worth.unmanned - worth.one
    return worth.one - worth.many if crowd == 2 else 0
