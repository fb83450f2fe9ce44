"""One server a database file: two would not hear of each other's turns."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from limes.rules import LimesError
from limes.server.store.engine import make_file


class SoleServer:
    """The lock of a small database beside the file, held as long as the server's process lives."""

    def __init__(self, database: Path) -> None:
        real = database.resolve()  # by whatever name it is reached
        self._file = real.with_name(f"{real.name}.serving")
        while not self._locked(database):
            self.end()

    def _locked(self, database: Path) -> bool:
        """Not if somebody removed the file in the meantime: the next one would lock another."""
        make_file(self._file)
        made = self._file.stat()
        self._lock = sqlite3.connect(self._file, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._lock.close()
            if not self._is(made):
                return False
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise LimesError("the database cannot be opened: {reason}", reason=error) from None
            raise LimesError(
                "another server is using {file}; several servers need PostgreSQL", file=database
            ) from None
        return self._is(made)

    def _is(self, made: os.stat_result) -> bool:
        return self._file.exists() and os.path.samestat(made, self._file.stat())

    def end(self) -> None:
        self._lock.close()

    def remove(self) -> None:
        """Where there was no server; who comes now makes another."""
        with suppress(PermissionError):  # some systems keep a file that is open
            self._file.unlink(missing_ok=True)
        self._lock.close()
