"""Choosing a turn as people do who overlook things: the steps of `limes.bots.attention`, number by number."""

from limes.plain.chance import Chance
from limes.plain.choosing import Choice, Laid, placements, turn_of
from limes.plain.frame import Frame, frame_of, room
from limes.plain.ground import FOREST, ROCK, Ground, members, open_cells
from limes.plain.levels import Manner
from limes.rules import Cell, Landscape, Turn
from limes.rules.geometry import cell_column_row, grown, neighbours

POINT = 100  # values are whole hundredths


class Attention:
    """Takes the most points of those it sees; of equal turns, one by chance."""

    def __init__(self, seed: int, manner: Manner) -> None:
        self._manner = manner
        self._chance = Chance(seed)
        self._equals = 0  # turns as good as the best, so far
        self._best_value = 0
        self._best: Choice | None = None

    def choose(self, landscape: Landscape, card: int) -> Turn:
        cells = cells_looked_at(landscape, self._manner.cells)
        self._best_value, self._best = -1, None
        for laid in placements(landscape, Ground.of(landscape), card, cells, self._manner.facings):
            self._weigh(landscape, laid)
        assert self._best
        return turn_of(landscape, self._best)

    def _weigh(self, landscape: Landscape, laid: Laid) -> None:
        """Everything that a worker may do with the card there; without a gain in sight nobody acts."""
        ground, manner = laid.ground, self._manner
        frame = frame_of(ground.columns, ground.rows)
        manned = {number: self._worth(ground, frame, number) for number in members(ground.manned)}
        total = sum(worth * (manner.shared or ground.crowd[number]) for number, worth in manned.items())
        self._consider(total, Choice(laid))
        if landscape.supply:
            for target in members(ground.card_territories() & ~ground.manned):
                gain = self._worth(ground, frame, target)
                if gain > 0:
                    self._consider(total + gain, Choice(laid, target=target))
        if landscape.supply > manner.moves:
            return
        for origin, worth in manned.items():
            loss = 0 if manner.shared and ground.crowd[origin] > 1 else worth
            for target in members(ground.targets(origin, landscape.variants.ferryman) & ~ground.manned):
                gain = self._worth(ground, frame, target) - loss
                if gain > 0:
                    self._consider(total + gain, Choice(laid, origin, target))

    def _worth(self, ground: Ground, frame: Frame, number: int) -> int:
        """What a worker there seems to earn, and what room there is to earn more."""
        points = ground.points[number]
        if ground.terrain[number] == ROCK and not self._manner.lines:
            points = (grown(ground.mask[number]) & ground.zones[FOREST]).bit_count()
        worth = POINT * points
        if self._manner.room:
            worth += self._manner.room * room(ground, frame, number)
        return worth

    def _consider(self, value: int, choice: Choice) -> None:
        if value < self._best_value:
            return
        if value > self._best_value:
            self._equals = 0
        self._equals += 1
        if self._chance.below(self._equals) == 0:
            self._best_value, self._best = value, choice


def cells_looked_at(landscape: Landscape, most: int) -> list[Cell]:
    """The open cells nearest to the card laid last, of them those between most cards, in reading order."""
    cells = open_cells(landscape)
    if not landscape.cards:
        return cells
    laid = {card.cell for card in landscape.cards}
    column, row = cell_column_row(landscape.cards[-1].cell)

    def distance(cell: Cell) -> int:
        its_column, its_row = cell_column_row(cell)
        between = sum(near in laid for near in neighbours(cell))
        return 8 * ((row - its_row) ** 2 + (column - its_column) ** 2) - between

    nearest = set(sorted(cells, key=distance)[:most])
    return [cell for cell in cells if cell in nearest]
