"""A turn: every legal one as text, and the landscape after one of them."""

from .deck import FACINGS, Faces
from .landscape import Landscape, with_card, with_worker, without_worker
from .places import (
    CELLS,
    QUARTERS,
    ZONE_NAMES,
    Zones,
    files_apart,
    ranks_apart,
    share_an_edge,
    touch_by_a_corner,
    zone_at,
)
from .territories import (
    Territory,
    TerritoryMap,
    bordering,
    map_territories,
    territory_terrain,
)

WORKERS_A_PLAYER = 7
START_CELL = "d4"
FRAME = 4


def legal_turns(landscape: Landscape, faces: Faces, number: int, diagonal: bool, ferryman: bool) -> set[str]:
    turns = set()
    for cell in legal_cells(landscape, diagonal):
        for facing in FACINGS:
            laid = with_card(landscape, faces, (number, cell, facing))
            actions = {""} | placements(laid) | moves(laid, ferryman)
            turns |= {cell + facing + action for action in actions}
    return turns


def legal_cells(landscape: Landscape, diagonal: bool) -> set[str]:
    laid = {cell for _, cell, _ in landscape.cards}
    if not laid:
        return {START_CELL}
    return {
        cell
        for cell in CELLS
        if cell not in laid and touches(cell, laid, diagonal) and fits_frame(cell, laid)
    }


def touches(cell: str, laid: set[str], diagonal: bool) -> bool:
    if any(share_an_edge(cell, other) for other in laid):
        return True
    return diagonal and any(touch_by_a_corner(cell, other) for other in laid)


def fits_frame(cell: str, laid: set[str]) -> bool:
    return all(files_apart(cell, other) < FRAME and ranks_apart(cell, other) < FRAME for other in laid)


def placements(landscape: Landscape) -> set[str]:
    """A worker from the supply on any zone of the card just laid."""
    if len(landscape.workers) >= WORKERS_A_PLAYER:
        return set()
    return {"+" + quarter for quarter in QUARTERS}


def moves(landscape: Landscape, ferryman: bool) -> set[str]:
    territory_map = map_territories(landscape.zones)
    found = set()
    for worker in landscape.workers:
        home = territory_map[zone_at(worker)]
        goals = bordering(landscape.zones, territory_map, home)
        if ferryman:
            goals |= ferried(landscape, territory_map, home)
        found |= {f":{worker}>{ZONE_NAMES[zone]}" for goal in goals for zone in goal}
    return found


def ferried(landscape: Landscape, territory_map: TerritoryMap, home: Territory) -> set[Territory]:
    """The territories across one bordering water with a fisherman in it."""
    zones = landscape.zones
    occupied = {territory_map[zone_at(worker)] for worker in landscape.workers}
    across: set[Territory] = set()
    for territory in bordering(zones, territory_map, home):
        if is_water(zones, territory) and territory in occupied:
            across |= bordering(zones, territory_map, territory)
    return across - {home}


def is_water(zones: Zones, territory: Territory) -> bool:
    return territory_terrain(zones, territory) == "water"


def play(landscape: Landscape, faces: Faces, number: int, turn: str) -> Landscape:
    cell, facing, action = turn[:2], turn[2], turn[3:]
    laid = with_card(landscape, faces, (number, cell, facing))
    if action.startswith("+"):
        return with_worker(laid, cell + action[1:])
    if action.startswith(":"):
        start, goal = action[1:].split(">")
        return with_worker(without_worker(laid, start), goal)
    return laid
