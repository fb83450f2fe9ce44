"""What came of a round robin: points, wins and ratings of each bot with their errors."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import mean

from limes.arena.deal import Result
from limes.arena.ratings import Rating, ratings
from limes.arena.report import Difference, difference, stderr


@dataclass(frozen=True)
class Standing:
    """One bot over all its tables; a shared win counts in part."""

    bot: str
    tables: int
    mean: float
    stderr: float
    wins: float
    win_share: float
    win_stderr: float
    rating: Rating | None

    def as_json(self) -> dict[str, object]:
        rating = None if self.rating is None else {"mean": self.rating.mean, "error": self.rating.error}
        return {**vars(self), "rating": rating}


def standings(tables: Sequence[tuple[Result, ...]]) -> list[Standing]:
    """The bots of a round robin, most wins first."""
    rated = ratings(tables) or {}
    bots = dict.fromkeys(result.bot for table in tables for result in table)
    found = [_standing(bot, tables, rated.get(bot)) for bot in bots]
    return sorted(found, key=lambda each: (-each.win_share, -each.mean))


def meetings(tables: Sequence[tuple[Result, ...]]) -> list[Difference]:
    """Every pair of bots over the tables at which both sat."""
    bots = dict.fromkeys(result.bot for table in tables for result in table)
    found = []
    for first, second in combinations(bots, 2):
        pairs = [(_of(first, table), _of(second, table)) for table in tables]
        met = [(mine, theirs) for mine, theirs in pairs if mine and theirs]
        found.append(difference([mine for mine, _ in met], [theirs for _, theirs in met]))
    return found


def _standing(bot: str, tables: Sequence[tuple[Result, ...]], rating: Rating | None) -> Standing:
    """Tables of one deal have the same cards and much the same play: the errors go by deals."""
    scores: dict[int, list[float]] = {}
    shares: dict[int, list[float]] = {}
    for table in tables:
        if result := _of(bot, table):
            scores.setdefault(result.deal, []).append(result.total)
            shares.setdefault(result.deal, []).append(_share(result, table))
    won = [share for deal in shares.values() for share in deal]
    return Standing(
        bot=bot,
        tables=len(won),
        mean=mean(map(mean, scores.values())),
        stderr=stderr([mean(deal) for deal in scores.values()]),
        wins=sum(won),
        win_share=mean(won),
        win_stderr=stderr([mean(deal) for deal in shares.values()]),
        rating=rating,
    )


def _share(result: Result, table: tuple[Result, ...]) -> float:
    """1 for a win, its part where it is shared, else 0."""
    ranks = [other.rank for other in table]
    return 1 / ranks.count(result.rank) if result.rank == max(ranks) else 0.0


def _of(bot: str, table: tuple[Result, ...]) -> Result | None:
    return next((result for result in table if result.bot == bot), None)
