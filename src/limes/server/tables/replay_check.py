"""A check of every game in the database: each is replayed from its log."""

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from limes.rules import ROUNDS, LimesError
from limes.server.entries import TURNS_LAID
from limes.server.game import Table
from limes.server.store import Log, StoredCounts, require_database
from limes.server.tables.core_position import CorePosition


def check(engine: Engine) -> tuple[int, int]:
    """Replay every table: numbers without gaps, turns that the rules allow, orders promised, counts right."""
    require_database(engine)
    log = Log(engine)
    turns = 0
    try:
        if engine.dialect.name == "sqlite":
            _check_file(engine)
        ids = log.table_ids()
        for table_id in ids:
            turns += _check_table(log, table_id)
    except DBAPIError as error:
        raise LimesError("the database cannot be read: {reason}", reason=str(error.orig)) from None
    return len(ids), turns


def _check_table(log: Log, table_id: str) -> int:
    found_there = log.all_of(table_id)
    if found_there is None:
        return 0  # deleted meanwhile
    stored, events, counts = found_there
    table = Table(stored, CorePosition.start)
    try:
        for event in events:
            if event.number != table.last + 1:
                raise LimesError("event {number} is missing", number=table.last + 1)
            table.apply(event)
        turns = sum(TURNS_LAID.get(event.kind, 0) for event in events)
        found = StoredCounts(table.last, ROUNDS * len(table.seats) - turns, table.over, table.closed)
        for name, counted, replayed in zip(StoredCounts._fields, counts, found, strict=True):
            if counted != replayed:
                raise LimesError(
                    "{name} is {counted}, but its events make it {found}",
                    name=name,
                    counted=_shown(counted),
                    found=_shown(replayed),
                )
    except LimesError as error:
        raise LimesError("table {table}: {reason}", table=table_id, reason=error.message) from None
    if not table.committed():
        raise LimesError("table {table}: the cards are not those that were promised", table=table_id)
    return turns


def _shown(count: int | str | None) -> int | str:
    return "-" if count is None else count if isinstance(count, str) else int(count)


def _check_file(engine: Engine) -> None:
    with engine.connect() as connection:
        found = connection.execute(text("PRAGMA integrity_check")).scalar_one()
    if found != "ok":
        raise LimesError("the database cannot be read: {reason}", reason=found)
