"""Tables that nobody needs any more: idle ones are closed, closed ones deleted after a while.

Finished games are kept for ever unless the operator says otherwise.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from limes.server.entries import Batch, Entry, Removal, Stored
from limes.server.settings import Settings
from limes.server.store import Log, TableRow, Writer, closed_before, finished_before, idle

IDLE = "idle"
AT_ONCE = 50  # tables in one step, so that turns never wait long for it


class Step(NamedTuple):
    """One table, and what is done with it."""

    does: Literal["close", "delete"]
    table: TableRow


def due_steps(log: Log, settings: Settings, most: int = AT_ONCE) -> list[Step]:
    """What the settings ask for now, at most so many tables of each kind."""
    return list(_due(log, settings, most))


def _due(log: Log, settings: Settings, most: int) -> Iterator[Step]:
    if settings.idle_days is not None:
        yield from (Step("close", row) for row in idle(log, settings.idle_days, most))
    if settings.closed_days is not None:
        yield from (Step("delete", row) for row in closed_before(log, settings.closed_days, most))
    if settings.finished_days is not None:
        yield from (Step("delete", row) for row in finished_before(log, settings.finished_days, most))


def closing(row: TableRow, reason: str) -> Entry:
    """Only if nobody has touched the table since."""
    return Entry(row.id, "closed", body=reason, expected=row.last)


async def clear(writer: Writer, steps: list[Step]) -> list[str]:
    """Beside the traffic of a running server; gives the tables that are gone."""
    for step in steps:
        if step.does == "close":
            await writer.append(closing(step.table, IDLE))
    gone = [step.table.id for step in steps if step.does == "delete"]
    if gone:
        await writer.remove(gone)
    return gone


def clear_now(log: Log, steps: list[Step]) -> int:
    """From the command line; how many tables changed."""
    entries = [closing(step.table, IDLE) for step in steps if step.does == "close"]
    gone = tuple(step.table.id for step in steps if step.does == "delete")
    outcomes = log.write(Batch(entries=entries, removals=[Removal(gone)] if gone else []))
    return len(gone) + sum(isinstance(outcome, Stored) for outcome in outcomes)
