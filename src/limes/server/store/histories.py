"""Results read again: those of a guest, and those that are missing from earlier releases."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Row, and_, exists, select

from limes.server.entries import Earned
from limes.server.store.log import Log
from limes.server.store.reads import Reading
from limes.server.store.results import as_row
from limes.server.store.schema import HOLDERS, RESULTS, TABLES
from limes.server.store.seats import insert_new, of_seat


def result_of(log: Reading, table_id: str, seat: int) -> Earned | None:
    wanted = select(*(RESULTS.c[name] for name in Earned._fields)).where(of_seat(RESULTS, table_id, seat))
    with log.engine.begin() as connection:
        row = connection.execute(wanted).one_or_none()
    return Earned(*row) if row else None


class OwnResult(NamedTuple):
    """A finished game of a guest: what the seat earned, and what the other seats did."""

    table_id: str
    at: float
    day: str | None
    earned: Earned
    others: list[Earned]


def results_of(log: Reading, guest: str) -> list[OwnResult]:
    """Every finished game of a guest, the newest first; of several seats at a table the first."""
    held = and_(HOLDERS.c.guest == guest, ~HOLDERS.c.away)
    tables = select(HOLDERS.c.table_id).where(held)
    ended = and_(TABLES.c.id.in_(tables), TABLES.c.finished, TABLES.c.closed.is_(None))
    wanted = (
        select(RESULTS, TABLES.c.day)
        .join(TABLES, TABLES.c.id == RESULTS.c.table_id)
        .where(ended)
        .order_by(RESULTS.c.table_id, RESULTS.c.seat)
    )
    with log.engine.begin() as connection:
        seats = select(HOLDERS.c.table_id, HOLDERS.c.seat).where(held).order_by(HOLDERS.c.seat.desc())
        own = {row.table_id: row.seat for row in connection.execute(seats)}
        rows = connection.execute(wanted).all()
    mine: dict[str, OwnResult] = {}
    others: dict[str, list[Earned]] = {}
    for row in rows:
        if row.seat == own[row.table_id]:
            of_table = others.setdefault(row.table_id, [])
            mine[row.table_id] = OwnResult(row.table_id, row.at, row.day, _earned(row), of_table)
        else:
            others.setdefault(row.table_id, []).append(_earned(row))
    return sorted(mine.values(), key=lambda each: each.at, reverse=True)


def without_results(log: Reading, most: int) -> list[str]:
    """Finished games of earlier releases, which kept no results."""
    missing = ~exists().where(RESULTS.c.table_id == TABLES.c.id)
    wanted = select(TABLES.c.id).where(TABLES.c.finished, TABLES.c.closed.is_(None), missing).limit(most)
    with log.engine.begin() as connection:
        return list(connection.execute(wanted).scalars())


def fill_in(log: Log, found: Sequence[tuple[str, int, Earned, float]]) -> None:
    """Results of games that have none: the table, the seat, what it earned, when."""
    with log.writing() as connection:
        insert_new(connection, RESULTS, [as_row(*each) for each in found])


def _earned(row: Row[tuple[object, ...]]) -> Earned:
    return Earned(row.farmer, row.fisherman, row.woodcutter, row.watchman, row.workers, row.bot)
