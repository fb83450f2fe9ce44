"""The database: what is kept of tables and guests, written, read, backed up, upgraded. Knows no game."""

from limes.server.store.backup import back_up, require_database
from limes.server.store.bans import Ban, add_ban, read_bans, remove_ban
from limes.server.store.devices import own_device
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
from limes.server.store.keys import Keys, forget_keys, read_keys, rotate_keys
from limes.server.store.log import CHANNEL, Log, notices
from limes.server.store.played import PlayedTable, played_by
from limes.server.store.reads import OwnTable, StoredCounts
from limes.server.store.restoring import restore
from limes.server.store.sole_server import SoleServer
from limes.server.store.surveys import TableRow, closed_before, finished_before, idle, row_of, survey
from limes.server.store.writer import Took, Writer

__all__ = [
    "CHANNEL",
    "Ban",
    "Keys",
    "Log",
    "OwnTable",
    "PlayedTable",
    "SoleServer",
    "StoredCounts",
    "TableRow",
    "Took",
    "Writer",
    "add_ban",
    "ailment",
    "back_up",
    "closed_before",
    "default_database",
    "file_of",
    "finished_before",
    "forget_keys",
    "idle",
    "in_a_sentence",
    "notices",
    "open_engine",
    "own_device",
    "parsed",
    "played_by",
    "read_bans",
    "read_keys",
    "remove_ban",
    "require_database",
    "require_release",
    "restore",
    "rotate_keys",
    "row_of",
    "survey",
    "upgrade",
]
