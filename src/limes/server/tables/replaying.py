"""Tables out of the log, replayed though nobody sits there now."""

from collections.abc import Iterator, Sequence

from limes.rules import LimesError, write_record
from limes.server.entries import Event, StoredTable
from limes.server.game import Table
from limes.server.store import Log
from limes.server.tables.core_position import CorePosition

AT_ONCE = 50  # tables that are read together


def replayed(stored: StoredTable, events: Sequence[Event]) -> Table:
    """`LimesError` where an event cannot have happened."""
    table = Table(stored, CorePosition.start)
    for event in events:
        table.apply(event)
    return table


def records_of(log: Log, table_ids: Sequence[str]) -> Iterator[str]:
    """The records of these tables; those that are gone or cannot be replayed are left out."""
    for start in range(0, len(table_ids), AT_ONCE):
        records = [_record(log, table_id) for table_id in table_ids[start : start + AT_ONCE]]
        yield "\n".join(record for record in records if record) + "\n"


def _record(log: Log, table_id: str) -> str:
    found = log.load(table_id)
    try:
        return write_record(replayed(*found).game()) if found else ""
    except LimesError:
        return ""
