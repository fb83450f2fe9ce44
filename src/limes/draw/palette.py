"""The colours of all pictures, from `palettes.json`: a day and a night palette, and the six seats in both.

The browser client makes its colours from the same file.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class Seat:
    """One player's colour; `mark` is the shape that tells the seat from others without colour."""

    name: str
    mark: str
    colors: Mapping[str, str]


@dataclass(frozen=True)
class Palette:
    """Colours by the names that the symbol files use for their custom properties."""

    name: str
    colors: Mapping[str, str]
    seats: tuple[Seat, ...]

    def __getitem__(self, name: str) -> str:
        return self.colors[name]

    def seat(self, number: int) -> Seat:
        """The colours of the seat with this number, from 0; a seventh player gets the first colour again."""
        return self.seats[number % len(self.seats)]


def _palette(name: str, given: Mapping[str, Any]) -> Palette:
    seats = (Seat(each["name"], each["mark"], MappingProxyType(each["colors"])) for each in given["seats"])
    return Palette(name, MappingProxyType(given["colors"]), tuple(seats))


_GIVEN = json.loads(files("limes.draw").joinpath("palettes.json").read_text(encoding="utf-8"))
DAY = _palette("day", _GIVEN["day"])
NIGHT = _palette("night", _GIVEN["night"])
