"""Points: what the worker in each territory earns, and the reason for every point."""

from enum import StrEnum
from itertools import zip_longest
from typing import NamedTuple

from limes.rules.board import Board, Terrain, Territory
from limes.rules.geometry import FACINGS, Facing, Mask, Zone, bit, grown, ray, zones


class Profession(StrEnum):
    FARMER = "farmer"
    FISHERMAN = "fisherman"
    WOODCUTTER = "woodcutter"
    WATCHMAN = "watchman"


PROFESSION_ON = {
    Terrain.FIELD: Profession.FARMER,
    Terrain.WATER: Profession.FISHERMAN,
    Terrain.FOREST: Profession.WOODCUTTER,
    Terrain.ROCK: Profession.WATCHMAN,
}

BANDS = (28, 35, 42, 49)


class Sight(NamedTuple):
    """A watchman's view in one direction: the zones it passes, and the tower that ends it, if any."""

    direction: Facing
    zones: tuple[Zone, ...]
    tower: Zone | None


class WorkerScore(NamedTuple):
    """What one worker earns and why.

    `zones` are what counts zone by zone: the farmer's field, the huts on the fisherman's shore, the forest
    that the watchman sees. `territories` are those that border the woodcutter's forest. A worker that is not
    `scored` shares its territory with one that is.
    """

    zone: Zone
    profession: Profession
    points: int
    scored: bool
    territory: Territory
    zones: tuple[Zone, ...] = ()
    territories: tuple[Territory, ...] = ()
    sights: tuple[Sight, ...] = ()


class Score(NamedTuple):
    total: int
    workers: tuple[WorkerScore, ...]

    @property
    def best_first(self) -> tuple[int, ...]:
        """The points of the single workers, best first, as used to break ties."""
        return tuple(sorted((worker.points for worker in self.workers), reverse=True))


def points(board: Board, territory: Territory) -> int:
    """What a worker in this territory earns, found once for each board."""
    found = board.points_found.get(territory.mask)
    if found is None:
        found = board.points_found[territory.mask] = _points(board, territory)
    return found


def _points(board: Board, territory: Territory) -> int:
    mask = territory.mask
    match territory.terrain:
        case Terrain.FIELD:
            return mask.bit_count()
        case Terrain.WATER:
            return _huts(board, mask).bit_count()
        case Terrain.FOREST:
            return len(board.bordering(territory))
        case _:
            return _forest_in_sight(board, mask).bit_count()


def total(board: Board, workers: tuple[Zone, ...]) -> int:
    """The sum over the manned territories; the same as `score(...).total`, without the reasons."""
    manned = 0
    for worker in workers:
        manned |= bit(worker)
    return sum(points(board, t) for t in board.territories if t.mask & manned)


def score(board: Board, workers: tuple[Zone, ...]) -> Score:
    """Every worker with points and reasons; in a shared territory the first in this order is scored."""
    seen: set[Territory] = set()
    scores = []
    for zone in workers:
        territory = board.territory(bit(zone))
        if territory in seen:
            profession = PROFESSION_ON[territory.terrain]
            scores.append(WorkerScore(zone, profession, 0, False, territory))
        else:
            seen.add(territory)
            scores.append(_worker_score(board, zone, territory))
    return Score(sum(worker.points for worker in scores), tuple(scores))


def band(total: int) -> int:
    """The solo band of a final score, from 0 (under 28) to 4 (49 or more).

    >>> [band(27), band(28), band(41), band(42), band(60)]
    [0, 1, 2, 3, 4]
    """
    return sum(total >= least for least in BANDS)


def places(scores: list[Score]) -> list[int]:
    """The place of each player, from 1; players with equal scores down to the last worker share a place."""
    keys = [(score.total, tuple(p for p in score.best_first if p)) for score in scores]
    return [1 + sum(other > key for other in keys) for key in keys]


def tie_breaker(one: Score, other: Score) -> int | None:
    """Of two scores with one total: which of the best workers, from 1, decides; None if none does."""
    pairs = zip_longest(one.best_first, other.best_first, fillvalue=0)
    return next((number for number, (a, b) in enumerate(pairs, start=1) if a != b), None)


def _worker_score(board: Board, zone: Zone, territory: Territory) -> WorkerScore:
    profession = PROFESSION_ON[territory.terrain]
    mask = territory.mask
    if profession is Profession.WOODCUTTER:
        around = board.bordering(territory)
        return WorkerScore(zone, profession, len(around), True, territory, territories=around)
    sights: tuple[Sight, ...] = ()
    if profession is Profession.FARMER:
        counted = mask
    elif profession is Profession.FISHERMAN:
        counted = _huts(board, mask)
    else:
        counted = _forest_in_sight(board, mask)
        sights = tuple(_sight(board, mask, direction) for direction in FACINGS)
    return WorkerScore(zone, profession, counted.bit_count(), True, territory, zones(counted), sights=sights)


def _huts(board: Board, water: Mask) -> Mask:
    return grown(water) & board.huts


def _forest_in_sight(board: Board, tower: Mask) -> Mask:
    in_view = 0
    for direction in FACINGS:
        in_view |= line_of_sight(board, tower, direction)
    return in_view & board.forest


def line_of_sight(board: Board, tower: Mask, direction: Facing) -> Mask:
    """The zones between a tower and the next one, or the edge of the grid: empty cells do not end a view."""
    line = ray(tower, direction)
    towers = line & board.rock
    if not towers:
        return line
    if direction in "ES":
        return line & ((towers & -towers) - 1)
    nearest = towers.bit_length()
    return line >> nearest << nearest


def _sight(board: Board, tower: Mask, direction: Facing) -> Sight:
    view = line_of_sight(board, tower, direction)
    onward = direction in "ES"
    towers = ray(tower, direction) & ~view & board.rock
    if not towers:
        view = _up_to_last(view, view & board.laid, onward)
    seen = zones(view) if onward else zones(view)[::-1]
    nearest = zones(towers)[:1] if onward else zones(towers)[-1:]
    return Sight(direction, seen, nearest[0] if nearest else None)


def _up_to_last(view: Mask, laid: Mask, onward: bool) -> Mask:
    """The view cut off behind the last zone that lies in it."""
    if onward:
        return view & ((1 << laid.bit_length()) - 1)
    lowest = laid & -laid
    return view & -lowest
