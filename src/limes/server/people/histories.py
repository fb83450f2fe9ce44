"""A guest's finished games as figures."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from limes.server.entries import Earned
from limes.server.store import Log, OwnResult, results_of

LATEST = 50  # points of the curve over time
Json = dict[str, Any]


def figures(log: Log, guest: str) -> Json:
    """How many games, the best and the mean, how points are spread, and what became of games against bots."""
    results = results_of(log, guest)
    totals = [each.earned.total for each in results]
    return {
        "games": len(results),
        "best": max(totals, default=None),
        "best_table": max(results, key=lambda each: each.earned.total).table_id if results else None,
        "mean": fmean(totals) if totals else None,
        "distribution": sorted(Counter(totals).items()),
        "professions": _professions(results),
        "curve": _curve(totals),
        "bots": _against_bots(results),
    }


def _professions(results: Sequence[OwnResult]) -> Json | None:
    """The mean points of each."""
    if not results:
        return None
    names = ("farmer", "fisherman", "woodcutter", "watchman")
    return {name: fmean(getattr(each.earned, name) for each in results) for name in names}


def _curve(totals: Sequence[int]) -> list[float]:
    """Points over time, the oldest games first; where there are many, each value is the mean of some."""
    oldest_first = totals[::-1]
    size = -(-len(totals) // LATEST) or 1
    return [fmean(oldest_first[start : start + size]) for start in range(0, len(totals), size)]


def _against_bots(results: Sequence[OwnResult]) -> list[Json]:
    """Games of one against one bot, by bot: won, drawn, lost, and the mean points of both."""
    met: dict[str, list[tuple[Earned, Earned]]] = defaultdict(list)
    for each in results:
        if len(each.others) == 1 and each.others[0].bot:
            met[each.others[0].bot].append((each.earned, each.others[0]))
    return [
        {
            "bot": bot,
            "games": len(games),
            "won": sum(rank(own) > rank(other) for own, other in games),
            "drawn": sum(rank(own) == rank(other) for own, other in games),
            "mean": fmean(own.total for own, _other in games),
            "its_mean": fmean(other.total for _own, other in games),
        }
        for bot, games in sorted(met.items())
    ]


def rank(earned: Earned) -> tuple[int, list[int]]:
    """What is compared to see who wins: the total, then the best worker, and so on."""
    return earned.total, [int(points) for points in earned.workers.split() if points != "0"]


def as_csv(log: Log, guest: str) -> str:
    """One line a game, the newest first."""
    head = "table,finished,day,total,farmer,fisherman,woodcutter,watchman,opponents"
    lines = (
        f"{each.table_id},{each.at:.0f},{each.day or ''},{each.earned.total},{each.earned.farmer},"
        f"{each.earned.fisherman},{each.earned.woodcutter},{each.earned.watchman},{len(each.others)}"
        for each in results_of(log, guest)
    )
    return "\n".join((head, *lines)) + "\n"
