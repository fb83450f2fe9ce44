"""Boards: each guest's points on a day, in a week and in a month, and how many guests have as many.

How many have as many is counted when it changes, so that a place is found without looking at everybody.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.dialects import postgresql, sqlite

from limes.server.calendar import days_of, month_of, week_of
from limes.server.store.reads import Reading
from limes.server.store.schema import BOARD_COUNTS, BOARDS, TABLES

BEST_OF_WEEK = 5
BEST_OF_MONTH = 20
_POINTS_OF = select(BOARDS.c.board, BOARDS.c.points).where(
    BOARDS.c.guest == bindparam("guest"), BOARDS.c.board.in_(bindparam("boards", expanding=True))
)
_STANDINGS = (
    select(BOARDS.c.board, BOARDS.c.points, BOARDS.c.table_id, BOARDS.c.at)
    .where(BOARDS.c.guest == bindparam("guest"))
    .order_by(BOARDS.c.board.desc())
)
_STANDINGS_ON = _STANDINGS.where(BOARDS.c.board.in_(bindparam("boards", expanding=True)))


class Standing(NamedTuple):
    """A guest's points on a board, and the table of the game that was the last for it."""

    board: str
    points: int
    table_id: str
    at: float


class Ranked(NamedTuple):
    """A line of a board; `setup` is that of the table, if it still exists."""

    guest: str
    points: int
    table_id: str
    setup: str | None


class Entered(NamedTuple):
    """A guest has finished a day's deal."""

    day: str
    guest: str
    table_id: str
    points: int
    at: float


def enter(connection: Connection, finished: Sequence[Entered]) -> None:
    """The boards of the days, their weeks and their months follow; a guest's day counts once.

    Rows that many share are changed at the end and in one order, so that two processes never wait for each
    other.
    """
    counts: Counter[tuple[str, int]] = Counter()
    for each in finished:
        counts.update(_entered(connection, each))
    new = _insert(connection)(BOARD_COUNTS)
    more = {"guests": BOARD_COUNTS.c.guests + new.excluded.guests}
    counted = new.on_conflict_do_update(index_elements=["board", "points"], set_=more)
    for (board, points), guests in sorted(counts.items()):
        if guests:
            connection.execute(counted, {"board": board, "points": points, "guests": guests})


def _entered(connection: Connection, new: Entered) -> Counter[tuple[str, int]]:
    """Put on the boards; gives how many guests more or fewer have so many points on each."""
    periods = {week_of(new.day): BEST_OF_WEEK, month_of(new.day): BEST_OF_MONTH}
    wanted = sorted({new.day, *periods, *(day for period in periods for day in days_of(period))})
    asked = {"guest": new.guest, "boards": wanted}
    before = {row.board: row.points for row in connection.execute(_POINTS_OF, asked)}
    changes: Counter[tuple[str, int]] = Counter()
    if new.day in before:
        return changes
    days = before | {new.day: new.points}
    after = {new.day: new.points}
    for period, most in periods.items():
        played = sorted((days[day] for day in days_of(period) if day in days), reverse=True)
        after[period] = sum(played[:most])
    for board, points in after.items():
        _put(connection, new, board, points)
        changes[board, points] += 1
        if board in before:
            changes[board, before[board]] -= 1
    return changes


def _put(connection: Connection, new: Entered, board: str, points: int) -> None:
    row = _insert(connection)(BOARDS)
    changed = row.on_conflict_do_update(
        index_elements=["board", "guest"],
        set_={name: row.excluded[name] for name in ("points", "table_id", "at")},
    )
    values = {"board": board, "guest": new.guest, "points": points, "table_id": new.table_id, "at": new.at}
    connection.execute(changed, values)


def _insert(connection: Connection) -> type[postgresql.Insert] | type[sqlite.Insert]:
    return postgresql.Insert if connection.dialect.name == "postgresql" else sqlite.Insert


def distribution(log: Reading, board: str) -> list[tuple[int, int]]:
    """How many guests have how many points, from the fewest points to the most."""
    wanted = select(BOARD_COUNTS.c.points, BOARD_COUNTS.c.guests).where(
        BOARD_COUNTS.c.board == board, BOARD_COUNTS.c.guests > 0
    )
    with log.engine.begin() as connection:
        return [tuple(row) for row in connection.execute(wanted.order_by(BOARD_COUNTS.c.points))]


def players(log: Reading, board: str) -> int:
    wanted = select(func.coalesce(func.sum(BOARD_COUNTS.c.guests), 0)).where(BOARD_COUNTS.c.board == board)
    with log.engine.begin() as connection:
        return int(connection.execute(wanted).scalar_one())


def standings(log: Reading, guest: str, boards: Sequence[str] = ()) -> list[Standing]:
    """A guest's lines, on these boards or on all, the newest day first."""
    asked = {"guest": guest, "boards": list(boards)}
    with log.engine.begin() as connection:
        return [Standing(*row) for row in connection.execute(_STANDINGS_ON if boards else _STANDINGS, asked)]


def best(log: Reading, board: str, most: int) -> list[Ranked]:
    """The first lines of a board; of equal points the earlier ones first."""
    wanted = (
        select(BOARDS.c.guest, BOARDS.c.points, BOARDS.c.table_id, TABLES.c.setup)
        .join(TABLES, TABLES.c.id == BOARDS.c.table_id, isouter=True)
        .where(BOARDS.c.board == board)
        .order_by(BOARDS.c.points.desc(), BOARDS.c.at)
        .limit(most)
    )
    with log.engine.begin() as connection:
        return [Ranked(*row) for row in connection.execute(wanted)]
