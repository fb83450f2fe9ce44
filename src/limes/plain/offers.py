"""Every placement of a card with territories, points and where workers may go, as JSON.

The same text, byte for byte, that `limes.core.offer` writes; `docs/look-up/server.md` has the format.
"""

import json
from collections.abc import Sequence
from functools import lru_cache

from limes.plain.ground import TERRAINS, Ground, face_as_it_lies, members, open_cells
from limes.rules import Landscape, Zone
from limes.rules.geometry import FACINGS, Mask, zones

_SOME_MASKS = 4096  # whose names are kept: a few cards' offers


def offer_head(card: int, face: str, supply: int, workers: Sequence[Zone], total: int) -> str:
    """What comes first in the offer to a seat: the card, and the landscape that it is for; left open."""
    head = {"card": card, "face": face, "supply": supply, "workers": list(workers), "total": total}
    return json.dumps(head, separators=(",", ":"))[:-1]


def seat_offer(landscape: Landscape, card: int) -> str:
    """All that a seat may do with a card, and what the card is for."""
    face = landscape.deck.face(card)
    head = offer_head(card, face, landscape.supply, landscape.workers, landscape.total)
    return f"{head},{offer(landscape, card)[1:]}"


def offer(landscape: Landscape, card: int) -> str:
    """The JSON text of all that may be done with this card in this landscape."""
    face = landscape.deck.face(card)
    ground = Ground.of(landscape)
    known = members(ground.live)
    placements = []
    for cell in open_cells(landscape):
        for facing in FACINGS:
            after = ground.copy()
            after.lay(cell, face_as_it_lies(face, facing))
            changes = _changes(ground, after, known, landscape.variants.ferryman)
            placements.append(f'{{"at":"{cell}{facing}",{changes}}}')
    territories = ",".join([_territory(ground, number) for number in known])
    return f'{{"territories":[{territories}],"placements":[{",".join(placements)}]}}'


def _changes(ground: Ground, after: Ground, known: list[int], ferryman: bool) -> str:
    """What a placement changes: territories that are gone or new, changed points, and every move."""
    place_of = [0] * len(after.mask)  # of a territory, by its number, among those of the offer
    kept, gone, points = 0, [], []
    for place, number in enumerate(known):
        if after.mask[number] != ground.mask[number]:
            gone.append(str(place))
            continue
        kept |= 1 << number
        place_of[number] = place
        if after.points[number] != ground.points[number]:
            points.append(f"[{place},{after.points[number]}]")
    new = members(after.live & ~kept)
    for place, number in enumerate(new, start=len(known)):
        place_of[number] = place
    moves = [
        ",".join([str(place_of[number]) for number in (origin, *members(after.targets(origin, ferryman)))])
        for origin in members(after.manned)
    ]
    return (
        f'"gone":[{",".join(gone)}],'
        f'"new":[{",".join([_territory(after, number) for number in new])}],'
        f'"points":[{",".join(points)}],'
        f'"moves":[{",".join([f"[{each}]" for each in moves])}],'
        f'"total":{after.total}'
    )


def _territory(ground: Ground, number: int) -> str:
    letter = TERRAINS[ground.terrain[number]]
    return f'["{letter}",{ground.points[number]},"{_names(ground.mask[number])}"]'


@lru_cache(_SOME_MASKS)
def _names(mask: Mask) -> str:
    return " ".join(zones(mask))
