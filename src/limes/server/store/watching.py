"""Who holds which seats of a table, for all who watch it at once."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import select

from limes.server.store.reads import Reading
from limes.server.store.schema import HOLDERS, SEATS


class SeatHolders(NamedTuple):
    """The seats that are held by each guest and by each link, and those that each guest has left."""

    guests: dict[str, set[int]]
    links: dict[str, set[int]]
    left: dict[str, set[int]]

    def seats_of(self, guest: str | None, token_hash: str | None) -> set[int]:
        return self.guests.get(guest or "", set()) | self.links.get(token_hash or "", set())


def holders_at(log: Reading, table_id: str) -> SeatHolders:
    guests = select(HOLDERS.c.guest, HOLDERS.c.seat, HOLDERS.c.away).where(HOLDERS.c.table_id == table_id)
    links = select(SEATS.c.token_hash, SEATS.c.seat).where(SEATS.c.table_id == table_id)
    with log.engine.begin() as connection:
        rows = connection.execute(guests).all()
        return SeatHolders(
            _seats((guest, seat) for guest, seat, away in rows if not away),
            _seats((token_hash, seat) for token_hash, seat in connection.execute(links)),
            _seats((guest, seat) for guest, seat, away in rows if away),
        )


def _seats(held: Iterable[tuple[str, int]]) -> dict[str, set[int]]:
    seats: dict[str, set[int]] = {}
    for holder, seat in held:
        seats.setdefault(holder, set()).add(seat)
    return seats
