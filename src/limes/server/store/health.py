"""What ails the database, as long as it does: everybody is told at once, and the log once."""

import asyncio
import sqlite3
from collections.abc import Callable

import structlog
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoFreeConnection

from limes.server import problems
from limes.server.problems import Problem
from limes.server.store.engine import POSTGRESQL_IN_USE, POSTGRESQL_READS_ONLY

OUT_OF_REACH = (OperationalError, InterfaceError, NoFreeConnection)
SQLITE_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
SQLITE_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)
POSTGRESQL_FULL = ("53100",)
LOG = structlog.get_logger("limes.database")


def ailment(error: BaseException) -> Callable[[], Problem] | None:
    """What an error says of the database itself; None if it only says something of what was written."""
    if is_in_use(error):
        return None
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", None)
    if code in SQLITE_FULL or getattr(cause, "sqlstate", None) in POSTGRESQL_FULL:
        return problems.disk_full
    if code is not None and code & 0xFF in SQLITE_DAMAGED:
        return problems.database_damaged
    reads_only = getattr(cause, "sqlstate", None) in POSTGRESQL_READS_ONLY
    if reads_only or isinstance(error, (*OUT_OF_REACH, TimeoutError)):
        return problems.log_unreachable
    return None


def is_in_use(error: BaseException) -> bool:
    """Whether somebody else held what was to be written; that says nothing of any other row."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "sqlstate", None) in POSTGRESQL_IN_USE


class Health:
    """Well until something fails; then nothing is tried but by whoever looks whether it is well again."""

    def __init__(self) -> None:
        self.doubted = asyncio.Event()
        self._ailment: Callable[[], Problem] | None = None

    @property
    def problem(self) -> Problem | None:
        return self._ailment() if self._ailment else None

    def check(self) -> None:
        """Before something is written."""
        if self._ailment:
            raise self._ailment()

    def check_reading(self) -> None:
        """A full disk can be read."""
        if self._ailment and self._ailment is not problems.disk_full:
            raise self._ailment()

    def doubt(self) -> None:
        """Somebody should look."""
        self.doubted.set()

    def ails(self, ailment: Callable[[], Problem]) -> None:
        before, self._ailment = self._ailment, ailment
        self.doubted.set()
        if ailment is not before:
            # one that is away comes back by itself; anything else needs the operator
            say = LOG.warning if ailment is problems.log_unreachable else LOG.error
            say("the database fails", code=ailment().code)

    def recovered(self) -> None:
        if self._ailment:
            LOG.warning("the database is well again")
        self._ailment = None
