"""Notices when the clock is set: for a while, nobody should trust it with what cannot be undone."""

import time
from time import monotonic

JUMP = 60.0  # seconds; less is a clock that is put right little by little


class WatchedClock:
    """Looked at often. A machine may start with any time until it has found the network."""

    def __init__(self) -> None:
        self._ahead = time.time() - monotonic()
        self._since = monotonic()

    def steady_for(self) -> float:
        """For how many seconds it has run evenly."""
        ahead, now = time.time() - monotonic(), monotonic()
        if abs(ahead - self._ahead) > JUMP:
            self._since = now
        self._ahead = ahead
        return now - self._since
