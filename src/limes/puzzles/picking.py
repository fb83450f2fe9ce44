"""Which puzzle comes: the one of a day, and those that suit somebody."""

from collections.abc import Callable, Collection
from datetime import date
from hashlib import sha256

from limes.puzzles.collection import Listed, list_puzzles
from limes.puzzles.puzzle import Theme

FEW = 8  # puzzles that suit somebody about equally well


def of_the_day(day: str) -> Listed:
    """The same everywhere, without variants, and another every day until all have been; `2026-11-16`."""
    plain = [each for each in list_puzzles().values() if each.plain]
    plain.sort(key=lambda each: sha256(f"day {each.id}".encode()).hexdigest())
    return plain[date.fromisoformat(day).toordinal() % len(plain)]


def nearest(
    theme: Theme | None, away: Callable[[Listed], float], without: Collection[str]
) -> list[Listed]:
    """A few puzzles of a theme, or of any: those that are the least `away` from somebody's strength."""
    open_ones = [
        each
        for each in list_puzzles().values()
        if each.id not in without and (theme is None or theme in each.themes)
    ]
    return sorted(open_ones, key=away)[:FEW]
