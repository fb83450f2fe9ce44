"""Results of games that an earlier release stored without them: worked out once, beside everything else."""

import asyncio

import structlog
from sqlalchemy.exc import DBAPIError

from limes.rules import LimesError
from limes.server.entries import Earned
from limes.server.game import earned
from limes.server.store import Log, fill_in, without_results
from limes.server.tables.replaying import replayed

AT_ONCE = 20  # games, so that turns never wait long
PAUSE = 0.2  # seconds
LOG = structlog.get_logger("limes.results")


async def fill_old_results(log: Log) -> None:
    """Until none is missing; a game that cannot be replayed stays without."""
    unreadable: set[str] = set()
    while True:
        step = asyncio.create_task(asyncio.to_thread(_fill_some, log, unreadable))
        try:
            if not await asyncio.shield(step):
                return
        except asyncio.CancelledError:  # its thread goes on, with a connection that must not stay open
            await asyncio.wait([step])
            raise
        except DBAPIError as error:
            LOG.warning("results of older games wait for the database", error=type(error).__name__)
        await asyncio.sleep(PAUSE)


def _fill_some(log: Log, unreadable: set[str]) -> bool:
    """Whether there were any; those that cannot be read are added to `unreadable`."""
    missing = [each for each in without_results(log, AT_ONCE + len(unreadable)) if each not in unreadable]
    filled: list[tuple[str, int, Earned, float]] = []
    for table_id in missing[:AT_ONCE]:
        try:
            filled += _results(log, table_id)
        except LimesError as error:
            unreadable.add(table_id)
            LOG.error("a table cannot be replayed; limes db check names it", error=type(error).__name__)
    fill_in(log, filled)
    return bool(missing)


def _results(log: Log, table_id: str) -> list[tuple[str, int, Earned, float]]:
    stored = log.load(table_id)
    if stored is None:
        return []
    table = replayed(*stored)
    return [
        (table_id, number, earned(table, number), table.events[-1].at) for number in range(len(table.seats))
    ]
