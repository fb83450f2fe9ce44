"""What is read from the log: tables with their events, who holds which seat, which tables need a look."""

import time
from typing import NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Engine,
    Row,
    TextClause,
    and_,
    bindparam,
    case,
    exists,
    func,
    not_,
    select,
    text,
    true,
    union,
)

from limes.server.entries import GIVEN_UP, Device, Event, Holding, StoredTable
from limes.server.store.devices import devices_of
from limes.server.store.health import Health
from limes.server.store.schema import (
    EVENTS,
    HOLDERS,
    RUNNING_TIMED,
    RUNNING_WITH_BOTS,
    SEATS,
    TABLES,
    UNFINISHED,
)

MOST_AT_ONCE = 500  # ids in one statement
_EVENT = [EVENTS.c[name] for name in Event._fields]
# Asked by everybody who comes: put together once.
_HELD = union(
    select(HOLDERS.c.seat).where(
        HOLDERS.c.table_id == bindparam("table_id"), HOLDERS.c.guest == bindparam("guest"), ~HOLDERS.c.away
    ),
    select(SEATS.c.seat).where(
        SEATS.c.table_id == bindparam("table_id"), SEATS.c.token_hash == bindparam("token_hash")
    ),
)
# A statement with a list in it stays in memory, list and all, until the collector comes by.
_IDS: BindParameter[list[str]] = bindparam("ids", expanding=True)
_AMONG = TABLES.c.id.in_(_IDS)
_STORED_TABLES = select(TABLES).where(_AMONG)
_LAST_OF = select(TABLES.c.id, TABLES.c.last).where(_AMONG)
_CLOSED_OF = select(TABLES.c.id, TABLES.c.closed).where(_AMONG)
_EVENTS_OF = (
    select(EVENTS.c.table_id, *_EVENT)
    .where(EVENTS.c.table_id.in_(_IDS))
    .order_by(EVENTS.c.table_id, EVENTS.c.number)
)
_SEATED = (
    select(HOLDERS.c.table_id, HOLDERS.c.seat, HOLDERS.c.away)
    .where(HOLDERS.c.guest == bindparam("guest"), HOLDERS.c.table_id.in_(_IDS))
    .order_by(HOLDERS.c.seat)
)
# The text is the same for any number of tables, so that PostgreSQL prepares it once.
_EVENTS_AFTER = text(
    f"SELECT table_id, {', '.join(Event._fields)} "
    "FROM unnest(CAST(:ids AS text[]), CAST(:last AS int[])) AS known (id, last_known) "
    "JOIN events ON table_id = id AND number > last_known ORDER BY table_id, number"
)
_PLAYED_TO_AN_END = and_(TABLES.c.finished, func.coalesce(TABLES.c.closed, "") != GIVEN_UP)
_BOTS = case((TABLES.c.bots > TABLES.c.stand_ins, TABLES.c.bots), else_=TABLES.c.stand_ins)
# Attempts at deals of days do not count: there is one a day, and it cannot be given up.
_UNFINISHED = select(func.count(), func.coalesce(func.sum(_BOTS), 0)).where(
    UNFINISHED, TABLES.c.day.is_(None)
)
# Nor do those that the owner left to others: a rematch can be asked for by anybody who was there.
_LEFT = exists().where(HOLDERS.c.table_id == TABLES.c.id, HOLDERS.c.guest == TABLES.c.owner, HOLDERS.c.away)
_UNFINISHED_OF = _UNFINISHED.where(TABLES.c.owner == bindparam("guest"), ~_LEFT)
_UNFINISHED_FROM = _UNFINISHED.where(TABLES.c.network == bindparam("network"))
_MADE_FROM = select(func.count()).where(
    TABLES.c.network == bindparam("network"), TABLES.c.created > bindparam("since")
)


class StoredCounts(NamedTuple):
    """What the writer keeps of a table beside its events."""

    last: int
    turns_left: int
    finished: bool
    closed: str | None


class OwnTable(NamedTuple):
    """A table that a guest made or sits at, with the seats that the guest holds, and has left."""

    stored: StoredTable
    last: int
    turns_left: int
    closed: str | None
    seats: list[int]
    left: list[int]


def seats_held(connection: Connection, table_id: str, guest: str | None, token_hash: str | None) -> list[int]:
    """The seats of a table that this guest, or who knows this token, holds."""
    asked = {"table_id": table_id, "guest": guest, "token_hash": token_hash}
    return sorted(connection.execute(_HELD, asked).scalars())


def holdings_at(connection: Connection, table_id: str, away: bool) -> list[Holding]:
    """Who holds which seat, by cookie and by token; if wanted, who is away, too."""
    here = true() if away else ~HOLDERS.c.away
    held = (HOLDERS, "guest", here), (SEATS, "token_hash", ~SEATS.c.gives)
    holdings = []
    for table, by, still in held:
        columns = (table.c[name] for name in ("seat", by, "since", "seen", "network"))
        rows = connection.execute(select(*columns).where(table.c.table_id == table_id, still))
        holdings += [Holding(**row) for row in rows.mappings()]
    return holdings


class Reading:
    """Every call is blocking and sees one state of the database; none of them locks it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.health = Health()
        self.shared = engine.dialect.name == "postgresql"  # other processes may write, too
        level = {"isolation_level": "REPEATABLE READ"} if self.shared else {}
        self._at_one_moment = engine.execution_options(**level)
        alone = {"isolation_level": "AUTOCOMMIT"} if self.shared else {"transaction": False}
        self._one_statement = engine.execution_options(**alone)

    def answers(self) -> None:
        """The database can be reached."""
        with self.engine.begin() as connection:
            connection.execute(text("SELECT 1"))

    def load(self, table_id: str) -> tuple[StoredTable, list[Event]] | None:
        with self.engine.begin() as connection:
            row = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).one_or_none()
            if row is None:
                return None
            events = _events(connection, table_id, after=0, up_to=row.last)
        return _stored_table(row), events

    def all_of(self, table_id: str) -> tuple[StoredTable, list[Event], StoredCounts] | None:
        """A table with every event and what the writer counted, for a check; None if it is gone."""
        with self._at_one_moment.begin() as connection:
            row = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).one_or_none()
            if row is None:
                return None
            events = _events(connection, table_id, after=0)
        return _stored_table(row), events, StoredCounts(row.last, row.turns_left, row.finished, row.closed)

    def events(self, table_id: str, after: int) -> list[Event]:
        with self.engine.begin() as connection:
            return _events(connection, table_id, after)

    def events_of(self, ids: list[str]) -> dict[str, list[Event]]:
        """Every event of these tables, in order."""
        events: dict[str, list[Event]] = {table_id: [] for table_id in ids}
        with self.engine.begin() as connection:
            for start in range(0, len(ids), MOST_AT_ONCE):
                for row in connection.execute(_EVENTS_OF, {"ids": ids[start : start + MOST_AT_ONCE]}):
                    events[row.table_id].append(Event(*row[1:]))
        return events

    def stored_tables(self, ids: list[str]) -> dict[str, StoredTable]:
        """What is fixed of these tables, as far as they still exist."""
        stored: dict[str, StoredTable] = {}
        with self.engine.begin() as connection:
            for start in range(0, len(ids), MOST_AT_ONCE):
                rows = connection.execute(_STORED_TABLES, {"ids": ids[start : start + MOST_AT_ONCE]})
                stored |= {row.id: _stored_table(row) for row in rows}
        return stored

    def events_after(self, last: dict[str, int]) -> dict[str, list[Event]]:
        """What other processes stored after these tables' last events that are known; PostgreSQL alone."""
        events: dict[str, list[Event]] = {}
        asked = {"ids": list(last), "last": list(last.values())}
        with self._one_statement.begin() as connection:
            for row in connection.execute(_EVENTS_AFTER, asked):
                events.setdefault(row.table_id, []).append(Event(*row[1:]))
        return events

    def last_of(self, ids: list[str]) -> dict[str, int]:
        """The number of each table's last event."""
        last: dict[str, int] = {}
        with self.engine.begin() as connection:
            for start in range(0, len(ids), MOST_AT_ONCE):
                rows = connection.execute(_LAST_OF, {"ids": ids[start : start + MOST_AT_ONCE]})
                last |= {row.id: row.last for row in rows}
        return last

    def closed_of(self, ids: list[str]) -> dict[str, bool]:
        """Whether each of these tables, as far as they exist, is closed; `MOST_AT_ONCE` of them at most."""
        with self._one_statement.begin() as connection:
            rows = connection.execute(_CLOSED_OF, {"ids": ids})
            return {row.id: row.closed is not None for row in rows}

    def holdings(self, table_id: str, guest: str | None, token_hash: str | None) -> list[int]:
        """The seats of a table that this guest, or who knows this token, holds."""
        with self._one_statement.begin() as connection:
            return seats_held(connection, table_id, guest, token_hash)

    def may_return(self, table_id: str, guest: str) -> list[int]:
        """The seats that a guest left, or lost for being away, and may have back."""
        left = (HOLDERS.c.table_id == table_id, HOLDERS.c.guest == guest, HOLDERS.c.away)
        with self._one_statement.begin() as connection:
            return sorted(connection.execute(select(HOLDERS.c.seat).where(*left)).scalars())

    def all_holdings(self, table_id: str, away: bool = False) -> list[Holding]:
        """Who holds which seat, by cookie and by token; if wanted, who is away, too."""
        with self.engine.begin() as connection:
            return holdings_at(connection, table_id, away)

    def devices(self, table_id: str, seat: int) -> list[Device]:
        """Everything that holds the seat."""
        with self.engine.begin() as connection:
            return devices_of(connection, table_id, seat)

    def own_tables(self, guest: str, most: int) -> list[OwnTable]:
        """The tables that a guest made or sits at, the newest first.

        If there are too many, finished ones are left out first; those that were given up always are.
        """
        with self.engine.begin() as connection:
            rows = self._own(connection, guest, UNFINISHED, most)
            rows |= self._own(connection, guest, _PLAYED_TO_AN_END, most - len(rows))
            seated: dict[str, tuple[list[int], list[int]]] = {table_id: ([], []) for table_id in rows}
            asked = {"guest": guest, "ids": list(rows)}
            for table_id, seat, away in connection.execute(_SEATED, asked):
                seated[table_id][away].append(seat)
        newest = sorted(rows.values(), key=lambda row: row.created, reverse=True)
        return [
            OwnTable(_stored_table(row), row.last, row.turns_left, row.closed, *seated[row.id])
            for row in newest
        ]

    def count_unfinished(self, guest: str) -> tuple[int, int]:
        """How many unfinished tables a guest owns, and how many bots sit at them or may come to."""
        with self._one_statement.begin() as connection:
            tables, bots = connection.execute(_UNFINISHED_OF, {"guest": guest}).one()
        return tables, bots

    def count_from(self, network: str, since: float) -> tuple[int, int, int]:
        """The same for all tables made from an address, and how many were made there since then."""
        asked = {"network": network, "since": since}
        with self._at_one_moment.begin() as connection:
            tables, bots = connection.execute(_UNFINISHED_FROM, {"network": network}).one()
            return tables, bots, connection.execute(_MADE_FROM, asked).scalar_one()

    def overdue(self, before: float, most: int) -> list[str]:
        """Unfinished tables with a time for each round at which it was over by then, the oldest first."""
        wanted = (
            select(TABLES.c.id)
            .where(RUNNING_TIMED, TABLES.c.due <= before)
            .order_by(TABLES.c.due)
            .limit(most)
        )
        with self.engine.begin() as connection:
            return list(connection.execute(wanted).scalars())

    def running_with_bots(self, most: int, lately: float | None = None) -> list[str]:
        """Unfinished tables without such a time at which a bot sits, those used last first.

        With `lately`, only those to which something happened in so many seconds.
        """
        wanted = select(TABLES.c.id).where(RUNNING_WITH_BOTS, not_(TABLES.c.timed))
        if lately is not None:
            wanted = wanted.where(TABLES.c.touched > time.time() - lately)
        with self.engine.begin() as connection:
            return list(connection.execute(wanted.order_by(TABLES.c.touched.desc()).limit(most)).scalars())

    def table_ids(self) -> list[str]:
        with self.engine.begin() as connection:
            return list(connection.execute(select(TABLES.c.id).order_by(TABLES.c.id)).scalars())

    @staticmethod
    def _own(
        connection: Connection, guest: str, which: ColumnElement[bool] | TextClause, most: int
    ) -> dict[str, Row[tuple[object, ...]]]:
        """Two statements, because one with OR would look at every table."""
        made = select(TABLES).where(TABLES.c.owner == guest, which)
        held = select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest)
        rows_by_id: dict[str, Row[tuple[object, ...]]] = {}
        for wanted in (made, select(TABLES).where(TABLES.c.id.in_(held), which)):
            rows = connection.execute(wanted.order_by(TABLES.c.created.desc()).limit(max(0, most)))
            rows_by_id |= {row.id: row for row in rows}
        newest = sorted(rows_by_id.values(), key=lambda row: row.created, reverse=True)[: max(0, most)]
        return {row.id: row for row in newest}


def _events(connection: Connection, table_id: str, after: int, up_to: int | None = None) -> list[Event]:
    wanted = select(*_EVENT).where(EVENTS.c.table_id == table_id, EVENTS.c.number > after)
    if up_to is not None:
        wanted = wanted.where(EVENTS.c.number <= up_to)
    return [Event(*row) for row in connection.execute(wanted.order_by(EVENTS.c.number))]


def cards_of(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _stored_table(row: Row[tuple[object, ...]]) -> StoredTable:
    return StoredTable(
        id=row.id,
        created=row.created,
        owner=row.owner,
        setup=row.setup,
        cards=cards_of(row.cards),
        nonce=row.nonce,
        commitment=row.commitment,
        timed=row.timed,
        network=row.network,
        day=row.day,
    )
