"""Which puzzle comes: the one of a day, and one that suits somebody."""

import secrets
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


def pick(
    theme: Theme | None, away: Callable[[Listed], float], tried: Collection[str], solved: Collection[str], but: str
) -> Listed | None:
    """A puzzle of a theme, or of any, that somebody has not tried, else not solved, else any `but` one.

    Of those it is one of the few that are the least `away` from their strength.
    """
    of_theme = [each for each in list_puzzles().values() if theme is None or theme in each.themes]
    for without in ({*tried, but}, {*solved, but}, {but}, set[str]()):
        suitable = [each for each in of_theme if each.id not in without]
        if suitable:
            return secrets.choice(sorted(suitable, key=away)[:FEW])
    return None
