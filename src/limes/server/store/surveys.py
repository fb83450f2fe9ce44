"""What an operator and the clearing ask: which tables there are, which rest, which can be cleared away."""

import time
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, Select, TextClause, and_, func, not_, or_, select

from limes.server.store.reads import Reading
from limes.server.store.schema import CLOSED, HOLDERS, TABLES, UNFINISHED

State = Literal["running", "finished", "closed"]
_ENDED = and_(TABLES.c.finished, TABLES.c.closed.is_(None))
_WHICH: dict[State, ColumnElement[bool] | TextClause] = {
    "running": UNFINISHED,
    "finished": _ENDED,
    "closed": CLOSED,
}


class TableRow(NamedTuple):
    """A table in an operator's list; nothing of it is secret."""

    id: str
    created: float
    touched: float
    owner: str
    setup: str
    last: int
    turns_left: int
    timed: bool
    finished: bool
    closed: str | None
    day: str | None

    @property
    def state(self) -> State:
        if self.closed:
            return "closed"
        return "finished" if self.finished else "running"


_ROW = select(*(TABLES.c[name] for name in TableRow._fields))


def survey(
    log: Reading,
    *,
    state: State | None = None,
    untouched_days: float | None = None,
    guest: str | None = None,
    largest: bool = False,
    most: int = 100,
) -> list[TableRow]:
    """Tables, those touched longest ago first, or those with the most events."""
    wanted = _ROW.order_by(TABLES.c.last.desc() if largest else TABLES.c.touched).limit(most)
    if state:
        wanted = wanted.where(_WHICH[state])
    if untouched_days is not None:
        wanted = wanted.where(TABLES.c.touched < _days_ago(untouched_days))
    if guest:
        seated = select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest)
        wanted = wanted.where(or_(TABLES.c.owner == guest, TABLES.c.id.in_(seated)))
    return _rows(log, wanted)


def row_of(log: Reading, table_id: str) -> TableRow | None:
    rows = _rows(log, _ROW.where(TABLES.c.id == table_id))
    return rows[0] if rows else None


def idle(log: Reading, days: float, most: int) -> list[TableRow]:
    """Unfinished tables that nobody touched for so long, but for those whose round's time runs."""
    timed = and_(TABLES.c.timed, func.coalesce(TABLES.c.due, 0) > time.time())
    return _rows(log, _untouched(days, most).where(UNFINISHED, not_(timed)))


def attempts_before(log: Reading, day: str, most: int) -> list[TableRow]:
    """Unfinished ones at deals of earlier days."""
    return _rows(log, _ROW.where(UNFINISHED, TABLES.c.day < day).order_by(TABLES.c.touched).limit(most))


def closed_before(log: Reading, days: float, most: int) -> list[TableRow]:
    return _rows(log, _untouched(days, most).where(CLOSED))


def finished_before(log: Reading, days: float, most: int) -> list[TableRow]:
    return _rows(log, _untouched(days, most).where(_ENDED))


def _untouched(days: float, most: int) -> Select[tuple[object, ...]]:
    return _ROW.where(TABLES.c.touched < _days_ago(days)).order_by(TABLES.c.touched).limit(most)


def _days_ago(days: float) -> float:
    return time.time() - days * 24 * 3600


def _rows(log: Reading, wanted: Select[tuple[object, ...]]) -> list[TableRow]:
    with log.engine.begin() as connection:
        return [TableRow._make(row) for row in connection.execute(wanted)]
