"""Luck and losses of many games: reviewed in any order, kept in a file, and never reviewed twice."""

from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from limes.arena import Engine, Here
from limes.arena.edition import edition
from limes.arena.lines import KeptLines
from limes.coach import Effort, review
from limes.games.reading import Found
from limes.rules import Message, parse_record, write_record

Task = tuple[str, int, float]


@dataclass(frozen=True)
class Coached:
    """The coach's figures for a seat, in points: `start` plus `luck` minus `lost` is the total."""

    record: str  # a mark of the record, by which it is known again in any file
    seat: int
    start: float
    luck: float
    lost: float


class CoachedStore:
    """A file that stores the coach's figures, so that a long review continues where it stopped."""

    def __init__(self, path: Path, effort: Effort) -> None:
        differs = Message(
            "{name} holds reviews from another version of Limes, or with another time per game; "
            "start a new file",
            name=path,
        )
        head: dict[str, object] = {"coach": edition(), "seconds": effort.seconds}
        self._lines = KeptLines(path, head, differs)
        self.coached = self._lines.read(lambda kept: Coached(**kept))

    def add(self, coached: Coached) -> None:
        self._lines.add(asdict(coached))


def record_mark(found: Found) -> str:
    return sha256(write_record(found.game).encode()).hexdigest()[:16]


def coach_games(
    games: Iterable[Found],
    effort: Effort,
    *,
    engine: Engine | None = None,
    known: Iterable[Coached] = (),
    tell: Callable[[Coached], None] = lambda coached: None,
) -> dict[tuple[str, int], Coached]:
    """Luck and losses of every seat of the finished games, by `record_mark` and seat.

    `known` reviews are not repeated; `tell` is called with each new one. Ctrl-C stops and returns them all.
    """
    done = {(each.record, each.seat): each for each in known}
    wanted: dict[tuple[str, int], Task] = {}
    for found in games:
        if found.game.finished:
            mark, record = record_mark(found), write_record(found.game)
            for seat in range(len(found.game.players)):
                wanted[mark, seat] = (record, seat, effort.seconds)
    left = [task for place, task in wanted.items() if place not in done]
    try:
        with closing((engine or Here()).each(_coach, left)) as results:
            for coached in results:
                done[coached.record, coached.seat] = coached
                tell(coached)
    except KeyboardInterrupt:
        pass
    return {place: done[place] for place in wanted if place in done}


def _coach(task: Task) -> Coached:
    record, seat, seconds = task
    made = review(parse_record(record), seat, Effort(seconds=seconds))
    mark = sha256(record.encode()).hexdigest()[:16]
    return Coached(mark, seat, made.start / 10, made.luck / 10, made.lost / 10)
