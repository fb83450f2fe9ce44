"""Notices when the clock is set: for a while, nobody should trust it with what cannot be undone."""

import time
from time import monotonic

STEADY = 3_600.0  # seconds for which it must have run evenly to be trusted
JUMP = 60.0  # seconds; less is a clock that is put right little by little


class WatchedClock:
    """Looked at often. A machine may start with any time until it has found the network."""

    def __init__(self) -> None:
        self._ahead = time.time() - monotonic()
        self._since = monotonic()
        self._jumped = False

    def steady_for(self) -> float:
        """For how many seconds it has run evenly."""
        ahead, now = time.time() - monotonic(), monotonic()
        if abs(ahead - self._ahead) > JUMP:
            self._since = now
            self._jumped = True
        self._ahead = ahead
        return now - self._since

    def jumped_lately(self) -> bool:
        """Whether it was set so short a time ago that it may be wrong."""
        return self.steady_for() < STEADY and self._jumped
