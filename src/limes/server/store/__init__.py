"""The database: what is kept of tables and guests, written, read, backed up, upgraded. Knows no game."""

from limes.server.store.backup import back_up, require_database
from limes.server.store.engine import (
    default_database,
    file_of,
    in_a_sentence,
    open_engine,
    parsed,
    require_release,
    upgrade,
)
from limes.server.store.health import ailment
from limes.server.store.log import CHANNEL, MOST_A_NOTICE, Log
from limes.server.store.reads import OwnTable, StoredCounts
from limes.server.store.sole_server import SoleServer
from limes.server.store.surveys import TableRow, closed_before, finished_before, idle, row_of, survey
from limes.server.store.writer import Took, Writer

__all__ = [
    "CHANNEL",
    "MOST_A_NOTICE",
    "Log",
    "OwnTable",
    "SoleServer",
    "StoredCounts",
    "TableRow",
    "Took",
    "Writer",
    "ailment",
    "back_up",
    "closed_before",
    "default_database",
    "file_of",
    "finished_before",
    "idle",
    "in_a_sentence",
    "open_engine",
    "parsed",
    "require_database",
    "require_release",
    "row_of",
    "survey",
    "upgrade",
]
