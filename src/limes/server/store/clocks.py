"""Whether this machine's clock agrees with that of the database, by which other machines may be compared."""

import time

import structlog
from sqlalchemy import text

from limes.server.store.reads import Reading

DIFFERENT = 2.0  # seconds: a round's end or a day's would come too early or too late for somebody
_NOW = text("SELECT EXTRACT(EPOCH FROM clock_timestamp())")
LOG = structlog.get_logger("limes.clock")


def seconds_ahead(log: Reading) -> float:
    """How far this clock is ahead, or behind if less than 0; as little as the time for asking allows."""
    if not log.shared:
        return 0.0
    with log.engine.begin() as connection:
        before = time.time()
        there = float(connection.execute(_NOW).scalar_one())
        after = time.time()
    return min(0.0, after - there) + max(0.0, before - there)


class ComparedClock:
    """Says in the log when the clocks begin to differ, and when they agree again."""

    def __init__(self) -> None:
        self._differed = False

    def compare(self, log: Reading) -> None:
        ahead = seconds_ahead(log)
        differs = abs(ahead) > DIFFERENT
        if differs and not self._differed:
            LOG.warning("the clock differs from the database's", seconds_ahead=round(ahead))
        elif self._differed and not differs:
            LOG.warning("the clock agrees with the database's again")
        self._differed = differs
