"""A look whether the database takes what is written."""

from sqlalchemy import delete

from limes.server.store.log import Log
from limes.server.store.schema import KEYS
from limes.server.store.seats import insert_new

PROBE = "probe"
SMALL = 100  # letters, as many as the column has on PostgreSQL
LARGE = 2**18  # a small row may fit into a file of SQLite that cannot grow any more


def probe(log: Log) -> None:
    """Store something of some size and delete it again; raises whatever is in the way."""
    row: dict[str, object] = {"name": PROBE, "value": "x" * (SMALL if log.shared else LARGE)}
    with log.writing() as connection:
        insert_new(connection, KEYS, [row])
    with log.writing() as connection:
        connection.execute(delete(KEYS).where(KEYS.c.name == PROBE))
