"""The running games of one person or one address: what a coach must not speak about."""

import time
from collections import Counter
from typing import NamedTuple

from sqlalchemy import BindParameter, bindparam, or_, select, union

from limes.server.calendar import day_at
from limes.server.store.reads import MOST_AT_ONCE, Reading, cards_of
from limes.server.store.schema import HOLDERS, SEATS, TABLES, UNFINISHED

_IDS: BindParameter[list[str]] = bindparam("ids", expanding=True)
_SEATED = union(
    select(HOLDERS.c.table_id, HOLDERS.c.seat).where(HOLDERS.c.table_id.in_(_IDS), ~HOLDERS.c.away),
    select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.table_id.in_(_IDS)),
)
_OWN = select(HOLDERS.c.table_id).where(HOLDERS.c.guest == bindparam("guest"), HOLDERS.c.table_id.in_(_IDS))


class PlayedTable(NamedTuple):
    """An unfinished table at which a guest (`own`), or somebody from an address, sits; how many are held."""

    id: str
    setup: str
    cards: tuple[int, ...]
    turns_left: int
    bots: int
    held: int
    own: bool


def played_by(log: Reading, guest: str, network: str | None) -> list[PlayedTable]:
    """The unfinished tables at which this guest, or anybody from this address, has or had a seat.

    All of them: whoever has many could else have a game left out. But not attempts at deals of days that are
    over, which would become more and more.
    """
    by_cookie = select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest)
    from_there = (select(each.c.table_id).where(each.c.network == network) for each in (HOLDERS, SEATS))
    ids = union(by_cookie, *(from_there if network else ()))
    not_over = or_(TABLES.c.day.is_(None), TABLES.c.day >= day_at(time.time()))
    wanted = select(TABLES).where(TABLES.c.id.in_(ids), UNFINISHED, not_over)
    with log.engine.begin() as connection:
        rows = connection.execute(wanted).all()
        held: Counter[str] = Counter()
        own: set[str] = set()
        for start in range(0, len(rows), MOST_AT_ONCE):
            here = [row.id for row in rows[start : start + MOST_AT_ONCE]]
            held.update(row.table_id for row in connection.execute(_SEATED, {"ids": here}))
            own.update(connection.execute(_OWN, {"ids": here, "guest": guest}).scalars())
    return [
        PlayedTable(
            id=row.id,
            setup=row.setup,
            cards=cards_of(row.cards),
            turns_left=row.turns_left,
            bots=row.bots,
            held=held[row.id],
            own=row.id in own,
        )
        for row in rows
    ]
