"""A landscape as a value, and its text form; the text is trusted to be well formed."""

from dataclasses import dataclass

from .deck import Faces, turned
from .places import QUARTERS, Zones, zone_at

# The card's number, its cell and the way its printed top faces.
LaidCard = tuple[int, str, str]


@dataclass(frozen=True)
class Landscape:
    zones: Zones
    cards: tuple[LaidCard, ...]
    workers: tuple[str, ...]


EMPTY = Landscape({}, (), ())


def with_card(landscape: Landscape, faces: Faces, card: LaidCard) -> Landscape:
    number, cell, facing = card
    zones = dict(landscape.zones)
    for quarter, letter in zip(QUARTERS, turned(faces[number - 1], facing), strict=True):
        zones[zone_at(cell + quarter)] = letter
    return Landscape(zones, (*landscape.cards, card), landscape.workers)


def with_worker(landscape: Landscape, zone: str) -> Landscape:
    workers = tuple(sorted([*landscape.workers, zone]))
    return Landscape(landscape.zones, landscape.cards, workers)


def without_worker(landscape: Landscape, zone: str) -> Landscape:
    workers = list(landscape.workers)
    workers.remove(zone)
    return Landscape(landscape.zones, landscape.cards, tuple(workers))


def parse_landscape(text: str, faces: Faces) -> Landscape:
    cards, _, workers = text.partition("|")
    landscape = EMPTY
    for card in cards.split():
        landscape = with_card(landscape, faces, parse_card(card))
    for zone in workers.split():
        landscape = with_worker(landscape, zone)
    return landscape


def parse_card(text: str) -> LaidCard:
    number, place = text.split("@")
    return int(number), place[:2], place[2]


def write_landscape(landscape: Landscape) -> str:
    """The bar is left out where no worker stands, but the empty landscape is a bar alone."""
    words = [f"{number}@{cell}{facing}" for number, cell, facing in landscape.cards]
    if landscape.workers or not landscape.cards:
        words.append("|")
    return " ".join([*words, *landscape.workers])
