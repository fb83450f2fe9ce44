"""What each seat earned, kept in the transaction of its last card."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert

from limes.rules import ROUNDS
from limes.server.entries import Earned, Entry, Event
from limes.server.store.boards import enter
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
            connection.execute(insert(RESULTS), as_row(entry.table_id, entry.seat, entry.earned, event.at))
            if entry.table_id in days:
                day, guest = days[entry.table_id]
                enter(connection, day, guest, entry.table_id, entry.earned.total, event.at)


def as_row(table_id: str, seat: int, earned: Earned, at: float) -> dict[str, object]:
    return {"table_id": table_id, "seat": seat, "total": earned.total, "at": at, **earned._asdict()}
