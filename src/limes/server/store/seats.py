"""Who holds a seat: written in the transaction of whatever changes it."""

import time
from collections.abc import Sequence
from zlib import crc32

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Double,
    String,
    Table,
    Update,
    and_,
    bindparam,
    delete,
    exists,
    func,
    select,
    text,
    union,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from limes.server.entries import Entry, Holding, Seen
from limes.server.store.schema import GUESTS, HOLDERS, SEATS, TABLES

WRITING_GUESTS = 7_110_115  # the advisory locks under which guests are written down
LINES = 64  # that guests are spread over
_IN_LINE = text("SELECT pg_advisory_xact_lock(:key, line) FROM unnest(CAST(:lines AS int[])) AS line")
# the game may begin with this seat: until its first deadline is written down, a look is due
_DUE_NOW = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table_id"), TABLES.c.timed, TABLES.c.due > bindparam("now"))
    .values(due=bindparam("now"))
)
_MORE_BOTS = (
    update(TABLES).where(TABLES.c.id == bindparam("table_id")).values(bots=TABLES.c.bots + bindparam("more"))
)


def _seen(table: Table, held_by: Column[str]) -> Update:
    at = bindparam("noted_at", type_=Double)
    network = func.coalesce(bindparam("from_network", type_=String), table.c.network)
    held = and_(table.c.table_id == bindparam("of_table"), held_by == bindparam("held_by"))
    return update(table).where(held, table.c.seen < at).values(seen=at, network=network)


_SEEN_BY_COOKIE = _seen(HOLDERS, HOLDERS.c.guest)
_SEEN_BY_LINK = _seen(SEATS, SEATS.c.token_hash)


def change(connection: Connection, entry: Entry, at: float) -> None:
    """A seat changed hands: its links end; who held it is replaced, or is away and may come back."""
    assert entry.seat is not None
    connection.execute(delete(SEATS).where(of_seat(SEATS, entry.table_id, entry.seat)))
    holders = of_seat(HOLDERS, entry.table_id, entry.seat)
    if entry.holders == "replaced":
        connection.execute(delete(HOLDERS).where(holders))
    else:
        connection.execute(update(HOLDERS).where(holders).values(away=entry.holders == "away"))
    if entry.holder:
        holding = Holding(entry.seat, entry.token_hash, entry.holder, network=entry.network)
        insert_holdings(connection, [(entry.table_id, holding)])
    connection.execute(_MORE_BOTS, {"table_id": entry.table_id, "more": entry.more_bots})
    connection.execute(_DUE_NOW, {"table_id": entry.table_id, "now": at})


def insert_holdings(connection: Connection, holdings: Sequence[tuple[str, Holding]]) -> None:
    insert_guests(connection, {holding.guest for _table, holding in holdings if holding.guest})
    now = time.time()
    for table, column in ((SEATS, "token_hash"), (HOLDERS, "guest")):
        rows = [
            {
                "table_id": table_id,
                "seat": holding.seat,
                column: getattr(holding, column),
                "since": now if holding.since is None else holding.since,
                "seen": now if holding.since is None and table is HOLDERS else holding.seen,
                "network": holding.network,
            }
            for table_id, holding in holdings
        ]
        insert_new(connection, table, [row for row in rows if row[column]])


def note_seen(connection: Connection, seen: Sequence[Seen]) -> None:
    """Who does not hold a seat there leaves no trace."""
    for held_by, statement in (("guest", _SEEN_BY_COOKIE), ("token_hash", _SEEN_BY_LINK)):
        noted = [
            {
                "of_table": each.table_id,
                "held_by": getattr(each, held_by),
                "from_network": each.network,
                "noted_at": each.at,
            }
            for each in seen
            if getattr(each, held_by)
        ]
        if noted:
            connection.execute(statement, noted)


def queue_for(connection: Connection, guests: set[str]) -> None:
    """Before anything else is locked: processes that write down the same guests wait for each other here and
    in one order, where they would come upon them in any."""
    if guests and connection.dialect.name == "postgresql":
        lines = sorted({crc32(guest.encode()) % LINES for guest in guests})
        connection.execute(_IN_LINE, {"key": WRITING_GUESTS, "lines": lines})


def insert_guests(connection: Connection, guests: set[str]) -> None:
    now = time.time()
    insert_new(connection, GUESTS, [{"id": guest, "created": now} for guest in sorted(guests)])


def guests_at(connection: Connection, ids: set[str]) -> set[str]:
    """Who made these tables, holds a seat there or has left one."""
    owners = select(TABLES.c.owner).where(TABLES.c.id.in_(ids))
    holders = select(HOLDERS.c.guest).where(HOLDERS.c.table_id.in_(ids))
    return set(connection.execute(union(owners, holders)).scalars())


def delete_idle(connection: Connection, guests: set[str]) -> None:
    """Those of whom no table is left; a cookie needs no row, and the next table writes it again. Somebody who
    sits down at this moment stays: to wait for that could be to wait for each other."""
    no_table = ~exists().where(TABLES.c.owner == GUESTS.c.id)
    no_seat = ~exists().where(HOLDERS.c.guest == GUESTS.c.id)
    idle = select(GUESTS.c.id).where(GUESTS.c.id.in_(guests), no_table, no_seat)
    connection.execute(delete(GUESTS).where(GUESTS.c.id.in_(idle.with_for_update(skip_locked=True))))


def insert_new(connection: Connection, table: Table, rows: list[dict[str, object]]) -> set[object]:
    """Insert what is not there yet; gives the first column of the keys of what was new."""
    if not rows:
        return set()
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    new = dialect.insert(table).on_conflict_do_nothing()
    return set(connection.execute(new.returning(*table.primary_key), rows).scalars())


def of_seat(table: Table, table_id: str, seat: int) -> ColumnElement[bool]:
    return and_(table.c.table_id == table_id, table.c.seat == seat)
