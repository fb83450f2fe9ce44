"""A check of every game in the database: each is replayed from its log."""

from collections.abc import Callable

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from limes.rules import ROUNDS, LimesError
from limes.server.entries import TURNS_LAID, Event, StoredTable
from limes.server.game import Table
from limes.server.store import Log, StoredCounts, require_database
from limes.server.tables.core_position import CorePosition


def check(engine: Engine, on_fault: Callable[[LimesError], None]) -> tuple[int, int]:
    """Replay every table: numbers without gaps, turns that the rules allow, orders promised, counts right.

    Each table with a fault is told, and the check goes on; gives how many tables and turns are sound.
    """
    require_database(engine)
    log = Log(engine)
    sound, turns = 0, 0
    try:
        if engine.dialect.name == "sqlite":
            _check_file(engine)
        for table_id in log.table_ids():
            try:
                turns += _check_table(log, table_id)
                sound += 1
            except LimesError as error:
                on_fault(LimesError("table {table}: {reason}", table=table_id, reason=error.message))
    except DBAPIError as error:
        raise LimesError("the database cannot be read: {reason}", reason=str(error.orig)) from None
    return sound, turns


def _check_table(log: Log, table_id: str) -> int:
    try:
        found_there = log.all_of(table_id)
    except ValueError as error:
        raise _unreadable(error) from None
    if found_there is None:
        return 0  # deleted meanwhile
    stored, events, counts = found_there
    table = _replayed(stored, events)
    turns = sum(TURNS_LAID.get(event.kind, 0) for event in events)
    replayed_counts = StoredCounts(table.last, ROUNDS * len(table.seats) - turns, table.over, table.closed)
    for name, counted, replayed in zip(StoredCounts._fields, counts, replayed_counts, strict=True):
        if counted != replayed:
            raise LimesError(
                "{name} is {counted}, but its events make it {found}",
                name=name,
                counted=_shown(counted),
                found=_shown(replayed),
            )
    if not table.committed():
        raise LimesError("the cards are not the promised ones")
    return turns


def _replayed(stored: StoredTable, events: list[Event]) -> Table:
    try:
        table = Table(stored, CorePosition.start)
        for event in events:
            if event.number != table.last + 1:
                raise LimesError("event {number} is missing", number=table.last + 1)
            table.apply(event)
    except LimesError:
        raise
    except Exception as error:  # whatever somebody wrote there, the other tables are checked
        raise _unreadable(error) from None
    return table


def _unreadable(error: Exception) -> LimesError:
    return LimesError("it cannot be read ({reason})", reason=type(error).__name__)


def _shown(count: int | str | None) -> int | str:
    return "-" if count is None else count if isinstance(count, str) else int(count)


def _check_file(engine: Engine) -> None:
    with engine.connect() as connection:
        verdict = connection.execute(text("PRAGMA integrity_check(1)")).scalar_one()
    if verdict != "ok":
        raise LimesError("the database cannot be read: {reason}", reason=verdict)
