"""Tables that nobody needs any more: idle ones and attempts at days that are over are closed, closed ones
deleted after a while.

Finished games are kept for ever unless the operator says otherwise.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from limes.rules import LimesError
from limes.server.calendar import day_at
from limes.server.entries import Batch, Entry, Removal, Stored
from limes.server.game.views import DAY_OVER
from limes.server.settings import Settings
from limes.server.store import (
    Log,
    TableRow,
    Writer,
    attempts_before,
    closed_before,
    finished_before,
    idle,
)
from limes.server.tables.replaying import replayed

IDLE = "idle"
AT_ONCE = 50  # tables in one step, so that turns never wait long for it
EVENTS_A_TABLE = 400  # in one step that deletes; where people take back a lot, a table has thousands


class Step(NamedTuple):
    """One table, and what is done with it."""

    does: Literal["close", "delete"]
    table: TableRow


def due_steps(log: Log, settings: Settings, most: int = AT_ONCE) -> list[Step]:
    """What the settings ask for now, at most so many tables of each kind."""
    return list(_due(log, settings, most))


def _due(log: Log, settings: Settings, most: int) -> Iterator[Step]:
    yield from (Step("close", row) for row in attempts_before(log, day_at(time.time()), most))
    if settings.idle_days is not None:
        for row in idle(log, settings.idle_days, most):
            if not row.day and (not row.timed or not _time_runs(log, row.id)):
                yield Step("close", row)
    if settings.closed_days is not None:
        yield from _deleted(closed_before(log, settings.closed_days, most), most)
    if settings.finished_days is not None:
        yield from _deleted(finished_before(log, settings.finished_days, most), most)


def _deleted(rows: Sequence[TableRow], most: int) -> Iterator[Step]:
    """As many as have no more events than so many tables usually do, but one in any case."""
    events = 0
    for row in rows:
        events += row.last
        if events > most * EVENTS_A_TABLE and row is not rows[0]:
            break
        yield Step("delete", row)


def _time_runs(log: Log, table_id: str) -> bool:
    """What is noted beside a table may be older than its round; its events know."""
    loaded = log.load(table_id)
    if loaded is None:
        return True
    try:
        table = replayed(*loaded)
    except LimesError:
        return True  # limes db check names it; nobody but the operator ends it
    return table.deadline is not None and table.deadline > time.time()


def _closing(row: TableRow) -> Entry:
    """Only if nobody has touched the table since."""
    return Entry(row.id, "closed", body=DAY_OVER if row.day else IDLE, expected=row.last)


async def clear(writer: Writer, steps: list[Step]) -> list[str]:
    """Beside the traffic of a running server; gives the tables that are gone."""
    for step in steps:
        if step.does == "close":
            await writer.append(_closing(step.table))
    gone = [step.table.id for step in steps if step.does == "delete"]
    if gone:
        await writer.remove(gone)
    return gone


def clear_now(log: Log, steps: list[Step]) -> int:
    """From the command line; how many tables changed."""
    entries = [_closing(step.table) for step in steps if step.does == "close"]
    gone = tuple(step.table.id for step in steps if step.does == "delete")
    outcomes = log.write(Batch(entries=entries, removals=[Removal(gone)] if gone else []))
    return len(gone) + sum(isinstance(outcome, Stored) for outcome in outcomes)
