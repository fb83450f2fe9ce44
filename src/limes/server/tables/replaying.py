"""Tables out of the log, replayed though nobody sits there now."""

from collections.abc import Sequence

from limes.rules import LimesError, write_record
from limes.server.entries import Event, StoredTable
from limes.server.game import Table
from limes.server.store import Log
from limes.server.tables.core_position import CorePosition


def replayed(stored: StoredTable, events: Sequence[Event]) -> Table:
    """`LimesError` where an event cannot have happened."""
    table = Table(stored, CorePosition.start)
    for event in events:
        table.apply(event)
    return table


def records_of(log: Log, table_ids: Sequence[str]) -> str:
    """The records of these tables, one after the other; those that cannot be replayed are left out."""
    events = log.events_of(list(table_ids))
    stored = log.stored_tables(list(table_ids))
    records = (_record(stored[table_id], events[table_id]) for table_id in table_ids if table_id in stored)
    return "".join(f"{record}\n" for record in records if record)


def _record(stored: StoredTable, events: Sequence[Event]) -> str:
    try:
        return write_record(replayed(stored, events).game())
    except LimesError:
        return ""
