"""SQLite has one writer at a time, and whoever waits there sleeps longer and longer: here they queue."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition


class OneAtATime:
    """What is stored of tables goes first, so that it waits for one other commit at most."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._busy = False
        self._of_tables = 0

    @contextmanager
    def turn(self, of_tables: bool) -> Iterator[None]:
        with self._changed:
            self._of_tables += of_tables
            self._changed.wait_for(lambda: not self._busy and (of_tables or not self._of_tables))
            self._of_tables -= of_tables
            self._busy = True
        try:
            yield
        finally:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
