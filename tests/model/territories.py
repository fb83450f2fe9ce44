"""The territories of a landscape or a picture, and which of them border each other."""

from collections import deque
from collections.abc import Mapping

from .places import ZONE_NAMES, Zone, Zones, zones_beside

Territory = frozenset[Zone]
# Every zone with the territory that it belongs to.
TerritoryMap = Mapping[Zone, Territory]

TERRAINS = {"f": "field", "w": "water", "t": "forest", "r": "rock"}


def terrain(zones: Zones, zone: Zone) -> str:
    return TERRAINS[zones[zone].lower()]


def territory_terrain(zones: Zones, territory: Territory) -> str:
    return terrain(zones, min(territory))


def map_territories(zones: Zones) -> TerritoryMap:
    found: dict[Zone, Territory] = {}
    for zone in zones:
        if zone not in found:
            territory = territory_around(zones, zone)
            found.update((member, territory) for member in territory)
    return found


def territory_around(zones: Zones, start: Zone) -> Territory:
    if terrain(zones, start) == "rock":
        return frozenset({start})
    reached = {start}
    waiting = deque([start])
    while waiting:
        for zone in zones_beside(waiting.popleft()):
            if zone in zones and zone not in reached and same_terrain(zones, zone, start):
                reached.add(zone)
                waiting.append(zone)
    return frozenset(reached)


def same_terrain(zones: Zones, zone: Zone, other: Zone) -> bool:
    return terrain(zones, zone) == terrain(zones, other)


def zones_around(zones: Zones, territory: Territory) -> set[Zone]:
    """The zones that share an edge with the territory."""
    beside = {zone for member in territory for zone in zones_beside(member)}
    return {zone for zone in beside if zone in zones and zone not in territory}


def bordering(zones: Zones, territory_map: TerritoryMap, territory: Territory) -> set[Territory]:
    return {territory_map[zone] for zone in zones_around(zones, territory)}


def territories(zones: Zones) -> set[tuple[str, frozenset[str]]]:
    return {
        (territory_terrain(zones, territory), frozenset(ZONE_NAMES[zone] for zone in territory))
        for territory in map_territories(zones).values()
    }
