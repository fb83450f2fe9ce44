"""The points of the workers in a landscape or in a picture."""

from collections.abc import Sequence

from .landscape import Landscape
from .places import DIRECTIONS, Zone, Zones, zone_at
from .territories import (
    Territory,
    TerritoryMap,
    bordering,
    map_territories,
    terrain,
    zones_around,
)

# The worker's zone, his profession, his points, and whether he is the one scored in his territory.
WorkerScore = tuple[str, str, int, bool]

PROFESSIONS = {"field": "farmer", "water": "fisherman", "forest": "woodcutter", "rock": "watchman"}
WIDEST_LANDSCAPE = 8


def score(landscape: Landscape) -> list[WorkerScore]:
    workers = [(zone, zone_at(zone)) for zone in landscape.workers]
    return score_workers(landscape.zones, workers)


def score_picture(text: str) -> list[WorkerScore]:
    zones: dict[Zone, str] = {}
    workers: list[tuple[str, Zone]] = []
    for row, line in enumerate(text.strip().splitlines(), start=1):
        column = 0
        for sign in "".join(line.split()):
            if sign.isdigit():
                workers += int(sign) * [(f"{column},{row}", (column, row))]
                continue
            column += 1
            if sign != ".":
                zones[column, row] = sign
    return score_workers(zones, workers)


def score_workers(zones: Zones, workers: Sequence[tuple[str, Zone]]) -> list[WorkerScore]:
    """The first worker in each territory is scored, the others there earn nothing."""
    territory_map = map_territories(zones)
    taken: set[Territory] = set()
    scores = []
    for name, zone in workers:
        profession = PROFESSIONS[terrain(zones, zone)]
        scored = territory_map[zone] not in taken
        taken.add(territory_map[zone])
        points = worker_points(zones, territory_map, zone) if scored else 0
        scores.append((name, profession, points, scored))
    return scores


def worker_points(zones: Zones, territory_map: TerritoryMap, zone: Zone) -> int:
    territory = territory_map[zone]
    match terrain(zones, zone):
        case "field":
            return len(territory)
        case "water":
            return huts_around(zones, territory)
        case "forest":
            return len(bordering(zones, territory_map, territory))
        case _:
            return sum(forest_in_sight(zones, zone, east, south) for east, south in DIRECTIONS)


def huts_around(zones: Zones, water: Territory) -> int:
    return sum(zones[zone].isupper() for zone in zones_around(zones, water))


def forest_in_sight(zones: Zones, tower: Zone, east: int, south: int) -> int:
    """The forest zones one way from the tower; an empty place does not end the view."""
    column, row = tower
    seen = 0
    for distance in range(1, WIDEST_LANDSCAPE):
        place = (column + distance * east, row + distance * south)
        if place not in zones:
            continue
        if terrain(zones, place) == "rock":
            break
        if terrain(zones, place) == "forest":
            seen += 1
    return seen
