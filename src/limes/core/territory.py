"""A territory as the core reports it."""

from typing import NamedTuple

from limes.rules import Zone


class Territory(NamedTuple):
    """Zones, the letter of their terrain, what a worker there earns, and how many workers are there."""

    terrain: str
    zones: tuple[Zone, ...]
    points: int
    workers: int
