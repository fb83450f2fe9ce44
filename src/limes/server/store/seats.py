"""Who holds a seat: written in the transaction of whatever changes it."""

import time
from collections.abc import Sequence

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    select,
    union,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from limes.server.entries import Claim, Entry, Holding, NewLink
from limes.server.store.schema import GUESTS, HOLDERS, SEATS, TABLES

# the game may begin with this seat: until its first deadline is written down, a look is due
_DUE_NOW = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table_id"), TABLES.c.timed, TABLES.c.due > bindparam("now"))
    .values(due=bindparam("now"))
)
_MORE_BOTS = (
    update(TABLES).where(TABLES.c.id == bindparam("table_id")).values(bots=TABLES.c.bots + bindparam("more"))
)


def change(connection: Connection, entry: Entry, at: float) -> None:
    """A seat changed hands: its links end; who held it is replaced, or is away and may come back."""
    assert entry.seat is not None
    connection.execute(delete(SEATS).where(_of(SEATS, entry.table_id, entry.seat)))
    holders = _of(HOLDERS, entry.table_id, entry.seat)
    if entry.holders == "replaced":
        connection.execute(delete(HOLDERS).where(holders))
    else:
        connection.execute(update(HOLDERS).where(holders).values(away=entry.holders == "away"))
    if entry.holder:
        holding = Holding(entry.seat, entry.token_hash, entry.holder)
        insert_holdings(connection, [(entry.table_id, holding)])
    connection.execute(_MORE_BOTS, {"table_id": entry.table_id, "more": entry.more_bots})
    connection.execute(_DUE_NOW, {"table_id": entry.table_id, "now": at})


def claim(connection: Connection, asked: Claim) -> int | None:
    """The seat of a link, held by the guest from now on; None if the link leads nowhere."""
    same = and_(SEATS.c.table_id == asked.table_id, SEATS.c.token_hash == asked.token_hash)
    seat = connection.execute(select(SEATS.c.seat).where(same)).scalar_one_or_none()
    if seat is not None:
        insert_holdings(connection, [(asked.table_id, Holding(seat, guest=asked.guest))])
    return seat


def link(connection: Connection, asked: NewLink) -> int | None:
    """The seat, if who asks still holds it; its link is another one from now on."""
    holders = and_(_of(HOLDERS, asked.table_id, asked.seat), HOLDERS.c.guest == asked.guest, ~HOLDERS.c.away)
    tokens = and_(_of(SEATS, asked.table_id, asked.seat), SEATS.c.token_hash == asked.by_token)
    by_cookie = connection.execute(select(HOLDERS.c.seat).where(holders)).first()
    if not by_cookie and not connection.execute(select(SEATS.c.seat).where(tokens)).first():
        return None
    connection.execute(delete(SEATS).where(_of(SEATS, asked.table_id, asked.seat)))
    insert_holdings(connection, [(asked.table_id, Holding(asked.seat, asked.token_hash))])
    return asked.seat


def insert_holdings(connection: Connection, holdings: Sequence[tuple[str, Holding]]) -> None:
    insert_guests(connection, {holding.guest for _table, holding in holdings if holding.guest})
    for table, column in ((SEATS, "token_hash"), (HOLDERS, "guest")):
        rows = [
            {"table_id": table_id, "seat": holding.seat, column: getattr(holding, column)}
            for table_id, holding in holdings
        ]
        insert_new(connection, table, [row for row in rows if row[column]])


def insert_guests(connection: Connection, guests: set[str]) -> None:
    """In one order, so that two processes do not wait for each other."""
    now = time.time()
    insert_new(connection, GUESTS, [{"id": guest, "created": now} for guest in sorted(guests)])


def guests_at(connection: Connection, ids: set[str]) -> set[str]:
    """Who made these tables, holds a seat there or has left one."""
    owners = select(TABLES.c.owner).where(TABLES.c.id.in_(ids))
    holders = select(HOLDERS.c.guest).where(HOLDERS.c.table_id.in_(ids))
    return set(connection.execute(union(owners, holders)).scalars())


def delete_idle(connection: Connection, guests: set[str]) -> None:
    """Those of whom no table is left; a cookie needs no row, and the next table writes it again."""
    no_table = ~exists().where(TABLES.c.owner == GUESTS.c.id)
    no_seat = ~exists().where(HOLDERS.c.guest == GUESTS.c.id)
    connection.execute(delete(GUESTS).where(GUESTS.c.id.in_(guests), no_table, no_seat))


def insert_new(connection: Connection, table: Table, rows: list[dict[str, object]]) -> set[object]:
    """Insert what is not there yet; gives the first column of the keys of what was new."""
    if not rows:
        return set()
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    new = dialect.insert(table).on_conflict_do_nothing()
    return set(connection.execute(new.returning(*table.primary_key), rows).scalars())


def _of(table: Table, table_id: str, seat: int) -> ColumnElement[bool]:
    return and_(table.c.table_id == table_id, table.c.seat == seat)
