"""A guest's finished games as figures."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from limes.server.game import PROFESSIONS
from limes.server.store import AgainstBot, FirstAnswer, Log, OwnResult, against_bots, answers_of, results_of

LONGEST_CURVE = 50
Json = dict[str, Any]


def figures(log: Log, guest: str) -> Json:
    """How many games, the best and the mean, how points are spread, and what became of games against bots."""
    results = results_of(log, guest)
    totals = [each.total for each in results]
    return {
        "games": len(results),
        "best": max(totals, default=None),
        "best_table": max(results, key=lambda each: each.total).table_id if results else None,
        "mean": _mean(totals) if totals else None,
        "distribution": sorted(Counter(totals).items()),
        "professions": _professions(results),
        "curve": _curve(totals),
        "reviewed": _reviewed(results),
        "bots": [_against(each) for each in against_bots(log, guest)],
    }


def _professions(results: Sequence[OwnResult]) -> Json | None:
    """The mean points of each."""
    if not results:
        return None
    return {name: _mean([getattr(each, name) for each in results]) for name in PROFESSIONS}


def _reviewed(results: Sequence[OwnResult]) -> Json | None:
    """The mean luck and what was given away on average, in the games that the coach reviewed."""
    figures = [(each.luck, each.lost) for each in results if each.luck is not None and each.lost is not None]
    if not figures:
        return None
    luck, lost = zip(*figures, strict=True)
    return {"games": len(figures), "luck": _mean(luck) / 10, "lost": _mean(lost) / 10}


def _curve(totals: Sequence[int]) -> list[float]:
    """Points over time, the oldest games first; where there are many, each value is the mean of some."""
    oldest_first = totals[::-1]
    size = -(-len(totals) // LONGEST_CURVE) or 1
    return [_mean(oldest_first[start : start + size]) for start in range(0, len(totals), size)]


def _mean(points: Sequence[int]) -> float:
    return sum(points) / len(points)  # of whole numbers, where `statistics` takes ten times as long


def _against(bot: AgainstBot) -> Json:
    """Where totals are equal, the best worker decides, then the next, and so on."""
    ranks = [(_ranks(own), _ranks(its)) for own, its in bot.equal]
    return {
        "bot": bot.bot,
        "games": bot.games,
        "won": bot.higher + sum(own > its for own, its in ranks),
        "drawn": sum(own == its for own, its in ranks),
        "mean": bot.mean,
        "its_mean": bot.its_mean,
    }


def _ranks(workers: str) -> list[int]:
    return [int(points) for points in workers.split() if points != "0"]


def as_csv(log: Log, guest: str) -> str:
    """One line a game, the newest first."""
    results = results_of(log, guest)
    points = (each._replace(luck=_points(each.luck), lost=_points(each.lost)) for each in results)
    return _lines(OwnResult._fields, points)


def _points(tenths: float | None) -> float | None:
    return None if tenths is None else tenths / 10


def answers_as_csv(log: Log, guest: str) -> str:
    """One line a puzzle, the one answered last first."""
    return _lines(FirstAnswer._fields, answers_of(log, guest))


def _lines(names: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    lines = (",".join(str("" if value is None else value) for value in row) for row in rows)
    return "\n".join((",".join(names), *lines)) + "\n"
