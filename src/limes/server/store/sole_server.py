"""One server a database file: two would not hear of each other's turns."""

import sqlite3
from pathlib import Path

from limes.rules import LimesError
from limes.server.store.engine import make_file


class SoleServer:
    """The lock of a small database beside the file, held as long as the server's process lives."""

    def __init__(self, database: Path) -> None:
        real = database.resolve()  # by whatever name it is reached
        file = real.with_name(f"{real.name}.serving")
        make_file(file)
        self._lock = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._lock.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise LimesError("the database cannot be opened: {reason}", reason=error) from None
            raise LimesError(
                "another server is using {file}; several servers need PostgreSQL", file=database
            ) from None

    def end(self) -> None:
        self._lock.close()
