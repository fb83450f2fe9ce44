"""What rows add up to: means with their errors, quartiles, professions, wins, luck and losses."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import mean
from typing import cast

from limes.arena.report import quartiles, stderr
from limes.games.rows import Row
from limes.rules import Profession


@dataclass(frozen=True)
class Mean:
    mean: float
    stderr: float


@dataclass(frozen=True)
class Figures:
    """One player's finished games, or everybody's if the player is None.

    `wins` and `contests` count games with several players; luck and losses are those of reviewed games.
    """

    player: str | None
    games: int
    total: Mean
    quartiles: tuple[float, float, float]
    lowest: int
    highest: int
    professions: dict[str, float]
    contests: int
    wins: float
    coached: int
    luck: Mean | None
    lost: Mean | None

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def figures(rows: Iterable[Row]) -> list[Figures]:
    """Everybody's figures, then those of each player, most games first; empty without finished games."""
    finished = [row for row in rows if row["finished"]]
    if not finished:
        return []
    players = Counter(cast(str, row["player"]) for row in finished)
    named = [
        _figures(name, [row for row in finished if row["player"] == name])
        for name, _games in sorted(players.items(), key=lambda each: (-each[1], each[0]))
    ]
    return [_figures(None, finished), *named]


def distribution(rows: Iterable[Row], step: int = 5) -> list[tuple[int, int]]:
    """How many finished landscapes have a total from each multiple of `step` on, without gaps."""
    counted = Counter(cast(int, row["total"]) // step * step for row in rows if row["finished"])
    if not counted:
        return []
    return [(low, counted[low]) for low in range(min(counted), max(counted) + step, step)]


def _figures(player: str | None, rows: Sequence[Row]) -> Figures:
    totals = [cast(int, row["total"]) for row in rows]
    contests = [row for row in rows if cast(int, row["seats"]) > 1]
    coached = [row for row in rows if row.get("luck") is not None]
    return Figures(
        player=player,
        games=len(rows),
        total=_mean(totals),
        quartiles=quartiles(totals),
        lowest=min(totals),
        highest=max(totals),
        professions={
            name: sum(cast(int, row[name]) for row in rows) / max(sum(totals), 1)
            for name in map(str, Profession)
        },
        contests=len(contests),
        wins=sum(cast(float, row["win"]) for row in contests),
        coached=len(coached),
        luck=_mean([cast(float, row["luck"]) for row in coached]) if coached else None,
        lost=_mean([cast(float, row["lost"]) for row in coached]) if coached else None,
    )


def _mean(numbers: Sequence[float]) -> Mean:
    return Mean(mean(numbers), stderr([float(number) for number in numbers]))
