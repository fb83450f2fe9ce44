"""What only a variant allows: workers that are taken across water, cards that touch others at a corner."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from limes.coach.prospects import Prospects
from limes.rules import Landscape, Terrain, Territory, Zone
from limes.rules.geometry import Cell, bit, cell_column_row


class Crossing(NamedTuple):
    """A move from one zone to another that a fisherman makes possible."""

    origin: Zone
    fisherman: Zone
    target: Zone


def crossing(before: Landscape, after: Landscape) -> Crossing | None:
    """The move of a turn, where only a ferry leads there."""
    came, went = Counter(after.workers), Counter(before.workers)
    entered, left = [*(came - went).elements()], [*(went - came).elements()]
    if not left:
        return None
    origin, target = left[0], entered[0]
    goal = after.board.territory(bit(target))
    then = Prospects(after)
    if goal in after.board.bordering(then.at(origin)):
        return None
    fishermen = [fisherman for fisherman, beyond in ferries(then, origin) if beyond == goal]
    return Crossing(origin, fishermen[0], target) if fishermen else None


def ferries(prospects: Prospects, origin: Zone) -> Iterator[tuple[Zone, Territory]]:
    """Where fishermen could take a worker that stands on a zone, and which of them."""
    if not prospects.landscape.variants.ferryman:
        return
    board = prospects.landscape.board
    shore = prospects.at(origin)
    for fisherman in dict.fromkeys(prospects.landscape.workers):
        water = prospects.at(fisherman)
        if water.terrain is Terrain.WATER and water in board.bordering(shore):
            yield from ((fisherman, beyond) for beyond in board.bordering(water) if beyond != shore)


def corner_card(landscape: Landscape) -> Cell | None:
    """The cell of the card laid last, where it touches the others at a corner only."""
    *others, last = [cell_column_row(card.cell) for card in landscape.cards]
    alone = all(abs(last[0] - column) + abs(last[1] - row) > 1 for column, row in others)
    return landscape.cards[-1].cell if others and alone else None
