"""The colours of all pictures: a day and a night palette, and the six seats in both."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


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
        """The seat with this number from 0; a seventh player starts again with the first colour."""
        return self.seats[number % len(self.seats)]


def _seat(name: str, mark: str, *colors: str) -> Seat:
    names = ("seat", "seat-shade", "seat-light", "sign", "rim")
    return Seat(name, mark, MappingProxyType(dict(zip(names, colors, strict=True))))


_PALE, _DARK, _MOON = "#FFF8E6", "#4A3820", "#F1E7CE"

DAY = Palette(
    "day",
    MappingProxyType(
        {
            "paper": "#F4EBD9",
            "mat": "#EADFC6",
            "panel": "#FAF4E6",
            "rule": "#D8C8A4",
            "ink": "#33291C",
            "text": "#33291C",
            "quiet": "#85744F",
            "accent": "#B3312C",
            "shadow": "#33291C",
            "seam": "#FFF9EA",
            "dim": "#EFE4CC",
            "light": "#FFFBE8",
            "badge": "#FFFDF6",
            "badge-text": "#33291C",
            "field": "#E9C464",
            "field-furrow": "#DDB04C",
            "field-ear": "#A9781F",
            "field-edge": "#DDB250",
            "water": "#4F93B8",
            "water-wave": "#BFE0EE",
            "water-deep": "#3A7DA3",
            "water-edge": "#6FAECF",
            "forest": "#567F47",
            "forest-edge": "#3A6236",
            "fir": "#26492D",
            "fir-light": "#3A693B",
            "trunk": "#4A3320",
            "rock": "#B3AC9D",
            "rock-edge": "#A0988A",
            "rock-line": "#8D8575",
            "stone": "#D5CFC1",
            "stone-shade": "#9C9484",
            "stone-line": "#756D5E",
            "wall": "#FBF6EA",
            "wall-shade": "#DBCFB8",
            "wall-line": "#BCA98A",
            "door": "#5B3D24",
            "window": "#3A2E22",
            "roof": "#B3312C",
            "roof-shade": "#8A2420",
            "timber": "#9A6636",
            "hut-roof": "#2B62AE",
            "hut-roof-line": "#17407C",
            "hut-roof-light": "#6C9FDD",
            "farmer": "#B8730A",
            "fisherman": "#1F5F93",
            "woodcutter": "#2B5A2B",
            "watchman": "#B3312C",
        }
    ),
    (
        _seat("red", "disc", "#B3312C", "#7E1F1B", "#DE7468", _PALE, _PALE),
        _seat("black", "square", "#35312D", "#191613", "#7B746B", _PALE, _PALE),
        _seat("blue", "triangle", "#2C62B0", "#1B3F78", "#79A5E2", _PALE, _PALE),
        _seat("ivory", "diamond", "#EFE0B8", "#BFA774", "#FFF9E4", _DARK, "#FFFDF6"),
        _seat("violet", "cross", "#7C4A9C", "#542F6C", "#B68BD0", _PALE, _PALE),
        _seat("green", "ring", "#3F9142", "#27632A", "#86C886", _PALE, _PALE),
    ),
)

NIGHT = Palette(
    "night",
    MappingProxyType(
        {
            "paper": "#161A24",
            "mat": "#1F2531",
            "panel": "#1D222E",
            "rule": "#3A4254",
            "ink": "#0C0F16",
            "text": "#EDE3CB",
            "quiet": "#9A937F",
            "accent": "#E0604F",
            "shadow": "#05070B",
            "seam": "#A9B6CC",
            "dim": "#10141D",
            "light": "#FFE9AE",
            "badge": "#F3E7C6",
            "badge-text": "#1A1712",
            "field": "#A28545",
            "field-furrow": "#8D7239",
            "field-ear": "#5B4519",
            "field-edge": "#8F7339",
            "water": "#2C5578",
            "water-wave": "#86B4D6",
            "water-deep": "#1F4161",
            "water-edge": "#3A6A92",
            "forest": "#2A4635",
            "forest-edge": "#1B3126",
            "fir": "#11231B",
            "fir-light": "#1F3A2B",
            "trunk": "#1F1710",
            "rock": "#6C7078",
            "rock-edge": "#5D616A",
            "rock-line": "#4A4E57",
            "stone": "#8E939C",
            "stone-shade": "#565A63",
            "stone-line": "#363A42",
            "wall": "#D9DCE2",
            "wall-shade": "#9EA4B0",
            "wall-line": "#7E8592",
            "door": "#2B2220",
            "window": "#FFCB5C",
            "roof": "#983A38",
            "roof-shade": "#6B2529",
            "timber": "#7A5533",
            "hut-roof": "#33589A",
            "hut-roof-line": "#1A3163",
            "hut-roof-light": "#7499D6",
            "farmer": "#8A5A0C",
            "fisherman": "#1F5280",
            "woodcutter": "#20492E",
            "watchman": "#983A38",
        }
    ),
    (
        _seat("red", "disc", "#C23F38", "#7E221F", "#EB8B7F", _MOON, _MOON),
        _seat("black", "square", "#2B2A2E", "#121115", "#77747C", _MOON, _MOON),
        _seat("blue", "triangle", "#3B74C8", "#22477F", "#8FB5EC", _MOON, _MOON),
        _seat("ivory", "diamond", "#E8D9B2", "#AE9868", "#FFF6DC", _DARK, "#FFFBEF"),
        _seat("violet", "cross", "#8E5BB0", "#5C3778", "#C39ADD", _MOON, _MOON),
        _seat("green", "ring", "#4AA14D", "#2B6B2F", "#93D293", _MOON, _MOON),
    ),
)
