"""What each seat earned, kept in the transaction of its last card."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from limes.rules import ROUNDS
from limes.server.entries import Earned, Entry, Event
from limes.server.store.boards import enter
from limes.server.store.reads import Reading
from limes.server.store.schema import RESULTS
from limes.server.store.seats import of_seat


def keep(
    connection: Connection, stored: Sequence[tuple[Entry, Event]], days: dict[str, tuple[str, str]]
) -> None:
    """The results that follow from these events; `days` has the day and the player of tables that count."""
    for entry, event in stored:
        if entry.round != ROUNDS or entry.seat is None:
            continue
        if entry.kind == "undo":
            connection.execute(delete(RESULTS).where(of_seat(RESULTS, entry.table_id, entry.seat)))
        elif entry.earned is not None:
            row = {
                "table_id": entry.table_id,
                "seat": entry.seat,
                "total": entry.earned.total,
                "at": event.at,
            }
            connection.execute(insert(RESULTS), row | entry.earned._asdict())
            if entry.table_id in days:
                day, guest = days[entry.table_id]
                enter(connection, day, guest, entry.table_id, entry.earned.total, event.at)


def result_of(log: Reading, table_id: str, seat: int) -> Earned | None:
    wanted = select(*(RESULTS.c[name] for name in Earned._fields)).where(of_seat(RESULTS, table_id, seat))
    with log.engine.begin() as connection:
        row = connection.execute(wanted).one_or_none()
    return Earned(*row) if row else None
