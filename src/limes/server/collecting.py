"""Cycles are looked for when memory has grown, too.

Python counts objects, and looks seldom: a few large texts that an error keeps could fill the memory before
it does. No request should leave it anything; this bounds what those cost that do.
"""

import gc
import os
from collections.abc import Callable
from pathlib import Path

STATM = Path("/proc/self/statm")  # Linux has it
GROWTH = 64 * 2**20  # bytes
OF_ALL = 3  # each time after so many, everything is looked at, which takes longer than what is new


def memory() -> int:
    """What the process has, in bytes; 0 where the system does not say so."""
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


class Collecting:
    def __init__(self, used: Callable[[], int] = memory) -> None:
        self._used = used
        self._least = used()
        self._times = 0

    def look(self) -> None:
        """Called every second."""
        used = self._used()
        if used > self._least + GROWTH:
            self._times += 1
            gc.collect(0 if self._times % OF_ALL else 2)
            self._least = used = self._used()
        self._least = min(self._least, used)
