"""Which puzzle comes: the one of a day, and one that suits somebody."""

import secrets
from collections.abc import Callable, Collection
from datetime import date
from hashlib import sha256

from limes.puzzles.collection import load_puzzles
from limes.puzzles.puzzle import Puzzle, Theme

FEW = 8  # puzzles that suit somebody about equally well


def of_the_day(day: str) -> Puzzle:
    """The same everywhere, without variants, and another every day until all have been; `2026-11-16`."""
    plain = [puzzle for puzzle in load_puzzles() if not str(puzzle.variants)]
    plain.sort(key=lambda puzzle: sha256(f"day {puzzle.id}".encode()).hexdigest())
    return plain[date.fromisoformat(day).toordinal() % len(plain)]


def pick(
    theme: Theme | None,
    away: Callable[[Puzzle], float],
    tried: Collection[str],
    solved: Collection[str],
    but: str,
) -> Puzzle:
    """A puzzle of a theme, or of any, that somebody has not tried, else not solved, else any `but` one.

    Of those it is one of the few that are the least `away` from their strength.
    """
    of_theme = [puzzle for puzzle in load_puzzles() if theme is None or theme in puzzle.themes]
    for without in ({*tried, but}, {*solved, but}, {but}):
        suitable = [puzzle for puzzle in of_theme if puzzle.id not in without]
        if suitable:
            return secrets.choice(sorted(suitable, key=away)[:FEW])
    return secrets.choice(of_theme)
