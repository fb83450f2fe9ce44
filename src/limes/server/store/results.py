"""What each seat earned, kept in the transaction of its last card."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, update

from limes.rules import ROUNDS
from limes.server.entries import Earned, Entry, Event
from limes.server.store.boards import Entered, enter
from limes.server.store.schema import RESULTS
from limes.server.store.seats import insert_new, of_seat


def keep(
    connection: Connection, stored: Sequence[tuple[Entry, Event]], days: dict[str, tuple[str, str]]
) -> None:
    """The results that follow from these events; `days` has the day and the player of tables that count."""
    finished = []
    for entry, event in stored:
        if entry.counts_for is not None and entry.seat is not None:
            held = of_seat(RESULTS, entry.table_id, entry.seat)
            connection.execute(update(RESULTS).where(held).values(bot=entry.counts_for))
        if entry.round != ROUNDS or entry.seat is None or entry.kind not in ("turn", "undo"):
            continue
        # an older release that shares the database leaves the result of a turn that is taken back
        connection.execute(delete(RESULTS).where(of_seat(RESULTS, entry.table_id, entry.seat)))
        if entry.earned is not None:
            insert_new(connection, RESULTS, [as_row(entry.table_id, entry.seat, entry.earned, event.at)])
            if entry.table_id in days:
                day, guest = days[entry.table_id]
                finished.append(Entered(day, guest, entry.table_id, entry.earned.total, event.at))
    if finished:
        enter(connection, finished)


def as_row(table_id: str, seat: int, earned: Earned, at: float) -> dict[str, object]:
    return {"table_id": table_id, "seat": seat, "total": earned.total, "at": at, **earned._asdict()}
