"""A look whether the database takes what is written."""

from sqlalchemy import delete, text

from limes.server.store.engine import LOCK_SECONDS
from limes.server.store.log import Log, wait_for_locks
from limes.server.store.schema import KEYS, METADATA
from limes.server.store.seats import insert_new

PROBE = "probe"
SMALL = 100  # letters, as many as the column has on PostgreSQL
LARGE = 2**18  # a small row may fit into a file of SQLite that cannot grow any more
# As for a write: it has to wait while somebody keeps a table to themselves, to change it or to pack it.
_ALL_TABLES = text(f"LOCK TABLE {', '.join(METADATA.tables)} IN ROW EXCLUSIVE MODE")


def probe(log: Log) -> None:
    """Store something of some size and delete it again; raises whatever is in the way."""
    if log.shared:
        with log.writing() as connection:
            wait_for_locks(connection, LOCK_SECONDS)
            connection.execute(_ALL_TABLES)
    row: dict[str, object] = {"name": PROBE, "value": "x" * (SMALL if log.shared else LARGE)}
    with log.writing() as connection:
        insert_new(connection, KEYS, [row])
    with log.writing() as connection:
        connection.execute(delete(KEYS).where(KEYS.c.name == PROBE))
