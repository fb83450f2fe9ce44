"""Ratings from places at tables, by `openskill` (`pip install 'limes[ratings]'`)."""

from collections.abc import Iterable
from typing import NamedTuple

from limes.arena.deal import Result


class Rating(NamedTuple):
    """The estimated strength of a bot and its standard error; all start with 25 and 8.3."""

    mean: float
    error: float


def ratings(tables: Iterable[tuple[Result, ...]]) -> dict[str, Rating] | None:
    """The rating of each bot after these tables (Plackett and Luce's model); None without `openskill`."""
    try:
        from openskill.models import PlackettLuce, PlackettLuceRating  # noqa: PLC0415
    except ImportError:
        return None
    model = PlackettLuce()
    held: dict[str, PlackettLuceRating] = {}
    for table in tables:
        for result in table:
            held.setdefault(result.bot, model.rating(name=result.bot))
        ranks = [float(sum(other.rank > result.rank for other in table)) for result in table]
        rated = model.rate([[held[result.bot]] for result in table], ranks=ranks)
        held |= {result.bot: team[0] for result, team in zip(table, rated, strict=True)}
    return {bot: Rating(rating.mu, rating.sigma) for bot, rating in held.items()}
