"""What a puzzle is about: told by what the best turn has that the turns after it lack."""

from collections.abc import Iterator
from dataclasses import replace

from limes.coach.prospects import Prospects
from limes.puzzles.puzzle import Theme
from limes.rules import ROUNDS, Landscape, Move, Place, Terrain, Turn
from limes.rules.geometry import cell_column_row

OF_TERRAIN = {Terrain.WATER: Theme.HUT, Terrain.ROCK: Theme.SIGHT, Terrain.FIELD: Theme.FIELD}
LEAST = 2  # points that a territory must have over the other turn's to be the point of it


def themes_of(
    before: Landscape, card: int, best: tuple[Turn, Landscape], other: tuple[Turn, Landscape]
) -> tuple[Theme, ...]:
    """All that apply, the most special first; `other` is what one would rather play."""
    found = [
        *_variants(before, card, best[0]),
        *_workers(best, other),
        *_territories(before, best[1], other[1]),
    ]
    if len(before.cards) == ROUNDS - 1:
        found.append(Theme.LAST_CARD)
    return tuple(dict.fromkeys(found))


def _variants(before: Landscape, card: int, best: Turn) -> Iterator[Theme]:
    """A turn that is legal with this variant only."""
    variants = before.variants
    if variants.ferryman and isinstance(best.action, Move):
        without = replace(before, variants=variants._replace(ferryman=False))
        if all(found.turn != best for found in without.turns(card)):
            yield Theme.FERRYMAN
    if variants.diagonal and _only_at_a_corner(before, best):
        yield Theme.DIAGONAL


def _only_at_a_corner(before: Landscape, best: Turn) -> bool:
    column, row = cell_column_row(best.cell)
    laid = {cell_column_row(card.cell) for card in before.cards}
    return not laid & {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)}


def _workers(best: tuple[Turn, Landscape], other: tuple[Turn, Landscape]) -> Iterator[Theme]:
    action, instead = best[0].action, other[0].action
    if isinstance(action, Move) and not isinstance(instead, Move) and other[1].supply < best[1].supply:
        yield Theme.MOVE
    if action is None and isinstance(instead, Place) and not best[1].full:
        yield Theme.SAVE_WORKER


def _territories(before: Landscape, best: Landscape, other: Landscape) -> Iterator[Theme]:
    """Territories with a worker that earn more, or that can still grow, only with the best turn."""
    here, there = Prospects(best), Prospects(other)
    for zone in best.workers:
        territory = here.at(zone)
        if here.crowds[territory.mask] > 1:
            continue
        manned = there.laid(zone) and there.manned(there.at(zone))
        earned = there.points(there.at(zone)) if manned else 0
        gain = here.points(territory) - earned
        if territory.terrain is not Terrain.FOREST:
            if gain >= LEAST:
                yield OF_TERRAIN[territory.terrain]
        elif gain >= LEAST and here.open_sides(territory) == 0:
            yield Theme.CLOSE_FOREST
        elif manned and here.open_sides(territory) > there.open_sides(there.at(zone)) and not best.full:
            yield Theme.OPEN_FOREST
