"""What plain bots share: the placements that they weigh, and the turn that a choice is."""

from collections.abc import Iterator
from typing import NamedTuple

from limes.plain.ground import NOTHING, Ground, Numbers, face_as_it_lies
from limes.rules import Cell, Facing, Landscape, Move, Place, Turn, turned
from limes.rules.geometry import FACINGS, QUARTERS, bit, zone_of, zones


class Laid(NamedTuple):
    """A card laid, the worker not yet."""

    cell: Cell
    facing: Facing
    ground: Ground
    changed: Numbers  # territories that grew or have new neighbours


class Choice(NamedTuple):
    """With a card laid, a worker goes from a territory, or from the supply, to another one; or none does."""

    laid: Laid
    origin: int = NOTHING
    target: int = NOTHING


def placements(
    landscape: Landscape, ground: Ground, card: int, cells: list[Cell], most_facings: int = len(FACINGS)
) -> Iterator[Laid]:
    """A card on each of these cells, in each facing that makes a difference; for the start card none does."""
    face = landscape.deck.face(card)
    different = len({turned(face, facing) for facing in FACINGS}) if landscape.cards else 1
    for cell in cells:
        for facing in FACINGS[: min(different, most_facings)]:
            after = ground.copy()
            changed = after.lay(cell, face_as_it_lies(face, facing))
            yield Laid(cell, facing, after, changed)


def turn_of(landscape: Landscape, choice: Choice) -> Turn:
    """The choice as a turn: the first worker of the territory goes to the first zone of the other."""
    cell, facing, ground, _ = choice.laid
    if choice.target == NOTHING:
        return Turn(cell, facing)
    entered = ground.mask[choice.target]
    if choice.origin == NOTHING:
        quarter = next(quarter for quarter in QUARTERS if bit(zone_of(cell, quarter)) & entered)
        return Turn(cell, facing, Place(quarter))
    left = ground.mask[choice.origin]
    worker = next(zone for zone in landscape.workers if bit(zone) & left)
    return Turn(cell, facing, Move(worker, zones(entered)[0]))
