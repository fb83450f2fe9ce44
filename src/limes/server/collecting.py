"""The collector of cycles comes by when memory has grown, too.

By itself it counts objects and comes seldom, so a few large texts that an error keeps could fill the memory.
No request should leave anything to it; this bounds what one costs that does all the same.
"""

import gc
import os
from collections.abc import Callable
from pathlib import Path

STATM = Path("/proc/self/statm")  # Linux has it
GROWTH = 64 * 2**20  # bytes
OF_ALL = 4  # each time after so many looks at what is new, all is looked at: that takes longer


def memory() -> int:
    """What the process has, in bytes; nothing where the system does not say so."""
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError):
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
