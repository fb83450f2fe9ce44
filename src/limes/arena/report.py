"""Results made into figures: means with their errors, quartiles, wins, and paired differences."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, quantiles, stdev

from limes.arena.deal import Result
from limes.rules import ROUNDS, Profession

# 95 of 100 intervals of so many standard errors around a mean hold the true one.
CONFIDENCE = 1.96


@dataclass(frozen=True)
class Summary:
    """One bot over all its deals; `wins` are deals in which no other bot did better, ties shared."""

    bot: str
    scores: tuple[int, ...]
    mean: float
    stderr: float
    quartiles: tuple[float, float, float]
    professions: dict[str, float]
    wins: float
    seconds_per_turn: float
    worst_seconds: float

    def as_json(self) -> dict[str, object]:
        return {
            "bot": self.bot,
            "deals": len(self.scores),
            "mean": self.mean,
            "stderr": self.stderr,
            "quartiles": list(self.quartiles),
            "professions": self.professions,
            "wins": self.wins,
            "seconds_per_turn": self.seconds_per_turn,
            "worst_seconds": self.worst_seconds,
            "scores": list(self.scores),
        }


@dataclass(frozen=True)
class Difference:
    """Two bots on the same deals: how many points the first is ahead, and how often it wins."""

    first: str
    second: str
    mean: float
    margin: float
    wins: int
    ties: int
    losses: int


def summarise(results: dict[str, list[Result]]) -> list[Summary]:
    """A summary for each bot; all results must be of the same deals in the same order."""
    return [_summary(bot, found, _wins(bot, results)) for bot, found in results.items()]


def compare(results: dict[str, list[Result]]) -> list[Difference]:
    """Every pair of bots, in the order in which they were named."""
    bots = list(results)
    return [
        difference(results[first], results[second])
        for place, first in enumerate(bots)
        for second in bots[place + 1 :]
    ]


def _summary(bot: str, found: list[Result], wins: float) -> Summary:
    scores = tuple(result.total for result in found)
    points = max(sum(scores), 1)
    turns = ROUNDS * len(found)
    return Summary(
        bot=bot,
        scores=scores,
        mean=mean(scores),
        stderr=stderr([float(score) for score in scores]),
        quartiles=quartiles(scores),
        professions={
            name: sum(result.professions[name] for result in found) / points for name in map(str, Profession)
        },
        wins=wins,
        seconds_per_turn=sum(result.seconds for result in found) / turns,
        worst_seconds=max(result.worst_seconds for result in found),
    )


def stderr(numbers: list[float]) -> float:
    """The standard error of a mean; 0 for one number, of which nobody can tell."""
    return stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0


def quartiles(scores: Sequence[int]) -> tuple[float, float, float]:
    """A quarter, a half and three quarters of the scores are not above these."""
    if len(scores) < 2:
        return (scores[0],) * 3
    low, middle, high = quantiles(scores, n=4, method="inclusive")
    return low, middle, high


def _wins(bot: str, results: dict[str, list[Result]]) -> float:
    """Deals won by this bot; a win that is shared counts its part."""
    won = 0.0
    for deal in zip(*results.values(), strict=True):
        best = max(result.rank for result in deal)
        winners = [result.bot for result in deal if result.rank == best]
        if bot in winners:
            won += 1 / len(winners)
    return won


def difference(first: list[Result], second: list[Result]) -> Difference:
    """Two bots on the same deals, deal by deal."""
    pairs = list(zip(first, second, strict=True))
    ahead = [float(mine.total - theirs.total) for mine, theirs in pairs]
    return Difference(
        first=first[0].bot,
        second=second[0].bot,
        mean=mean(ahead),
        margin=CONFIDENCE * stderr(ahead),
        wins=sum(mine.rank > theirs.rank for mine, theirs in pairs),
        ties=sum(mine.rank == theirs.rank for mine, theirs in pairs),
        losses=sum(mine.rank < theirs.rank for mine, theirs in pairs),
    )
