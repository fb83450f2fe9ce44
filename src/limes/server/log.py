"""The log in the database: the only truth about tables. Every call is blocking; threads make them."""

import secrets
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from threading import Lock

from sqlalchemy import (
    Connection,
    Engine,
    Row,
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    not_,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from limes.rules import ROUNDS
from limes.server.entries import Entry, Event, Holding, NewTable, Outcome, Stale, Stored, StoredTable, Taken
from limes.server.schema import EVENTS, GUESTS, HOLDERS, KEYS, SEATS, TABLES

CHANNEL = "limes"
MOST_A_NOTICE = 7_000  # PostgreSQL takes less than 8,000 bytes
_EVENT = [EVENTS.c[name] for name in Event._fields]
_COLUMNS = ("table_id", *Event._fields)
_UNFINISHED = text("NOT finished")  # word for word as the indexes say it
_OF_TABLES = TABLES.c.id.in_(bindparam("ids", expanding=True))
_LOCKED = select(TABLES.c.id, TABLES.c.last).where(_OF_TABLES).order_by(TABLES.c.id).with_for_update()
_TURNS_MADE = select(EVENTS.c.seat, EVENTS.c.number, EVENTS.c.turn).where(
    EVENTS.c.table_id == bindparam("table_id"), EVENTS.c.round == bindparam("round")
)
# `returning` makes SQLAlchemy insert all rows by one statement, where each row of many would give up the GIL
_INSERT_EVENTS = insert(EVENTS).returning(EVENTS.c.number)
_COUNT = (
    update(TABLES)
    .where(_OF_TABLES)
    .values(
        last=TABLES.c.last + bindparam("events"),
        turns_left=TABLES.c.turns_left - bindparam("turns"),
        finished=TABLES.c.turns_left <= bindparam("turns"),
    )
)


class Log:
    """Reads and writes; `sender` marks the notices that come from this process."""

    def __init__(self, engine: Engine, sender: str = "") -> None:
        self.engine = engine
        self.sender = sender
        self._notifies = engine.dialect.name == "postgresql"
        self._reader = engine.execution_options(reading=True)
        # SQLite has one writer at a time, and who waits for it sleeps longer and longer: here they queue
        self._writing: AbstractContextManager[object] = nullcontext() if self._notifies else Lock()

    def key(self) -> str:
        """The key that signs cookies and invitations; all processes share it."""
        with self._writing, self.engine.begin() as connection:
            self._insert_new(connection, KEYS, [{"name": "signing", "value": secrets.token_hex(32)}])
            return str(connection.execute(select(KEYS.c.value).where(KEYS.c.name == "signing")).scalar_one())

    def load(self, table_id: str) -> tuple[StoredTable, list[Event]] | None:
        with self._reader.begin() as connection:
            row = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).one_or_none()
            if row is None:
                return None
            events = self._events(connection, table_id, after=0, up_to=row.last)
        return _stored_table(row), events

    def events(self, table_id: str, after: int) -> list[Event]:
        with self._reader.begin() as connection:
            return self._events(connection, table_id, after)

    def holdings(self, table_id: str, guest: str | None, token_hash: str | None) -> list[int]:
        """The seats of a table that this guest, or who knows this token, holds."""
        by_guest = select(HOLDERS.c.seat).where(HOLDERS.c.table_id == table_id, HOLDERS.c.guest == guest)
        by_token = select(SEATS.c.seat).where(SEATS.c.table_id == table_id, SEATS.c.token_hash == token_hash)
        with self._reader.begin() as connection:
            return sorted(set(connection.execute(by_guest.union(by_token)).scalars()))

    def hold(self, table_id: str, holding: Holding) -> None:
        """A guest holds a seat from now on, too; a token given replaces the one before."""
        with self._writing, self.engine.begin() as connection:
            if holding.token_hash:
                same = and_(SEATS.c.table_id == table_id, SEATS.c.seat == holding.seat)
                connection.execute(delete(SEATS).where(same))
            self._insert_holdings(connection, [(table_id, holding)])

    def guests_of(self, table_id: str, seat: int) -> list[str]:
        wanted = select(HOLDERS.c.guest).where(HOLDERS.c.table_id == table_id, HOLDERS.c.seat == seat)
        with self._reader.begin() as connection:
            return list(connection.execute(wanted).scalars())

    def own_tables(self, guest: str, most: int) -> list[tuple[StoredTable, int, list[int]]]:
        """The tables that a guest made or sits at, the newest first, with turns left and own seats."""
        held = select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest)
        mine = or_(TABLES.c.owner == guest, TABLES.c.id.in_(held))
        newest = select(TABLES).where(mine).order_by(TABLES.c.created.desc()).limit(most)
        seats = select(HOLDERS.c.table_id, HOLDERS.c.seat).where(HOLDERS.c.guest == guest)
        with self._reader.begin() as connection:
            rows = connection.execute(newest).all()
            seated: dict[str, list[int]] = {}
            for table_id, seat in connection.execute(seats):
                seated.setdefault(table_id, []).append(seat)
        return [(_stored_table(row), row.turns_left, sorted(seated.get(row.id, []))) for row in rows]

    def count_unfinished(self, guest: str) -> int:
        unfinished = and_(TABLES.c.owner == guest, _UNFINISHED)
        with self._reader.begin() as connection:
            return connection.execute(select(func.count()).select_from(TABLES).where(unfinished)).scalar_one()

    def running_timed(self) -> list[str]:
        """Unfinished tables with a time for each round."""
        wanted = select(TABLES.c.id).where(TABLES.c.timed, _UNFINISHED)
        with self._reader.begin() as connection:
            return list(connection.execute(wanted).scalars())

    def running_with_bots(self, most: int) -> list[str]:
        """Unfinished tables without such a time at which a bot sits, those used last first."""
        bot = '%"kind": "bot"%'
        handed_over = (
            select(EVENTS.c.number)
            .where(EVENTS.c.table_id == TABLES.c.id, EVENTS.c.kind == "seat", EVENTS.c.body.like(bot))
            .correlate(TABLES)
            .exists()
        )
        newest = and_(EVENTS.c.table_id == TABLES.c.id, EVENTS.c.number == TABLES.c.last)
        wanted = (
            select(TABLES.c.id)
            .outerjoin(EVENTS, newest)
            .where(_UNFINISHED, not_(TABLES.c.timed), or_(TABLES.c.setup.like(bot), handed_over))
            .order_by(func.coalesce(EVENTS.c.at, TABLES.c.created).desc())
            .limit(most)
        )
        with self._reader.begin() as connection:
            return list(connection.execute(wanted).scalars())

    def table_ids(self) -> list[str]:
        with self._reader.begin() as connection:
            return list(connection.execute(select(TABLES.c.id).order_by(TABLES.c.id)).scalars())

    def write(self, entries: Sequence[Entry], tables: Sequence[NewTable] = ()) -> list[Outcome]:
        """Store tables and entries in one transaction; when this returns, what is `Stored` is durable."""
        try:
            return self._write(entries, tables, look=False)
        except IntegrityError:  # a turn was made before: rare enough to look only now
            return self._write(entries, tables, look=True)

    def _write(self, entries: Sequence[Entry], tables: Sequence[NewTable], look: bool) -> list[Outcome]:
        with self._writing, self.engine.begin() as connection:
            if tables:
                self._create(connection, tables)
            if not entries:
                return []
            return self._append(connection, entries, self._turns_made(connection, entries) if look else {})

    def _create(self, connection: Connection, tables: Sequence[NewTable]) -> None:
        self._insert_guests(connection, {new.table.owner for new in tables})
        self._insert_new(connection, TABLES, [_table_row(new.table, new.seats) for new in tables])
        self._insert_holdings(
            connection, [(new.table.id, holding) for new in tables for holding in new.holdings]
        )

    def _append(
        self, connection: Connection, entries: Sequence[Entry], made: dict[tuple[str, int, int], Taken]
    ) -> list[Outcome]:
        ids = {entry.table_id for entry in entries}
        locked = connection.execute(_LOCKED, {"ids": list(ids)})
        last: dict[str, int] = {row.id: row.last for row in locked}
        outcomes, rows = _decide(entries, last, made)
        if rows:
            self._write_events(connection, rows)
            self._write_holdings(connection, entries, outcomes)
        if rows and self._notifies:
            self._notify(connection, {row["table_id"] for row in rows})
        return outcomes

    def notify(self, payload: str) -> None:
        """Tell the other processes something that need not last."""
        if self._notifies:
            with self._writing, self.engine.begin() as connection:
                self._send(connection, payload)

    def _turns_made(
        self, connection: Connection, entries: Sequence[Entry]
    ) -> dict[tuple[str, int, int], Taken]:
        """Turns of the entries' tables and rounds that are stored already."""
        made = {}
        for table_id, number in {(entry.table_id, entry.round) for entry in entries if entry.round}:
            rows = connection.execute(_TURNS_MADE, {"table_id": table_id, "round": number})
            made.update({(table_id, number, seat): Taken(event, turn) for seat, event, turn in rows})
        return made

    def _write_events(self, connection: Connection, rows: list[dict[str, object]]) -> None:
        connection.execute(_INSERT_EVENTS, rows)
        events = Counter(row["table_id"] for row in rows)
        turns = Counter(row["table_id"] for row in rows if row["kind"] == "turn")
        alike: dict[tuple[int, int], list[object]] = {}
        for table_id, made in events.items():
            alike.setdefault((made, turns[table_id]), []).append(table_id)
        for (made, laid), ids in alike.items():
            connection.execute(_COUNT, {"events": made, "turns": laid, "ids": ids})

    def _write_holdings(
        self, connection: Connection, entries: Sequence[Entry], outcomes: Sequence[Outcome]
    ) -> None:
        for entry, outcome in zip(entries, outcomes, strict=True):
            if entry.kind == "seat" and entry.seat is not None and isinstance(outcome, Stored):
                place = (entry.table_id, entry.seat)
                for table in (SEATS, HOLDERS):
                    same = and_(table.c.table_id == place[0], table.c.seat == place[1])
                    connection.execute(delete(table).where(same))
                if entry.holder:
                    holding = Holding(entry.seat, entry.token_hash, entry.holder)
                    self._insert_holdings(connection, [(entry.table_id, holding)])

    def _insert_holdings(self, connection: Connection, holdings: Sequence[tuple[str, Holding]]) -> None:
        self._insert_guests(connection, {holding.guest for _table, holding in holdings if holding.guest})
        for table, column in ((SEATS, "token_hash"), (HOLDERS, "guest")):
            rows = [
                {"table_id": table_id, "seat": holding.seat, column: getattr(holding, column)}
                for table_id, holding in holdings
            ]
            self._insert_new(connection, table, [row for row in rows if row[column]])

    def _insert_guests(self, connection: Connection, guests: set[str]) -> None:
        """In one order, so that two processes do not wait for each other."""
        now = time.time()
        self._insert_new(connection, GUESTS, [{"id": guest, "created": now} for guest in sorted(guests)])

    def _insert_new(self, connection: Connection, table: Table, rows: list[dict[str, object]]) -> None:
        """Insert what is not there yet."""
        if rows:
            dialect = postgresql if self._notifies else sqlite
            new = dialect.insert(table).on_conflict_do_nothing()
            connection.execute(new.returning(*table.primary_key), rows)

    def _notify(self, connection: Connection, ids: Iterable[object]) -> None:
        payload = "t"
        for table_id in ids:
            if len(payload) + 41 > MOST_A_NOTICE:
                self._send(connection, payload)
                payload = "t"
            payload += f" {table_id}"
        self._send(connection, payload)

    def _send(self, connection: Connection, payload: str) -> None:
        notice = {"channel": CHANNEL, "payload": f"{self.sender} {payload}"}
        connection.execute(text("SELECT pg_notify(:channel, :payload)"), notice)

    @staticmethod
    def _events(connection: Connection, table_id: str, after: int, up_to: int | None = None) -> list[Event]:
        wanted = select(*_EVENT).where(EVENTS.c.table_id == table_id, EVENTS.c.number > after)
        if up_to is not None:
            wanted = wanted.where(EVENTS.c.number <= up_to)
        return [Event(*row) for row in connection.execute(wanted.order_by(EVENTS.c.number))]


def _decide(
    entries: Sequence[Entry], last: dict[str, int], made: dict[tuple[str, int, int], Taken]
) -> tuple[list[Outcome], list[dict[str, object]]]:
    """What becomes of each entry, with the rows to insert; `last` moves on."""
    now = time.time()
    outcomes: list[Outcome] = []
    rows: list[dict[str, object]] = []
    for entry in entries:
        key = (entry.table_id, entry.round or 0, entry.seat or 0)
        if entry.table_id not in last:
            outcomes.append(Stale())
            continue
        if entry.kind == "turn" and key in made:
            outcomes.append(made[key])
            continue
        if entry.expected is not None and entry.expected != last[entry.table_id]:
            outcomes.append(Stale())
            continue
        number = last[entry.table_id] = last[entry.table_id] + 1
        event = Event(
            number, entry.kind, entry.seat, entry.round, entry.turn, entry.stand_in, entry.body, now
        )
        if entry.kind == "turn":
            made[key] = Taken(number, entry.turn or "")
        outcomes.append(Stored(event))
        rows.append(dict(zip(_COLUMNS, (entry.table_id, *event), strict=True)))
    return outcomes, rows


def _table_row(table: StoredTable, seats: int) -> dict[str, object]:
    return {
        **{name: getattr(table, name) for name in ("id", "created", "owner", "setup", "nonce")},
        "cards": " ".join(map(str, table.cards)),
        "commitment": table.commitment,
        "timed": table.timed,
        "last": 0,
        "turns_left": ROUNDS * seats,
    }


def _stored_table(row: Row[tuple[object, ...]]) -> StoredTable:
    return StoredTable(
        id=row.id,
        created=row.created,
        owner=row.owner,
        setup=row.setup,
        cards=tuple(map(int, row.cards.split())),
        nonce=row.nonce,
        commitment=row.commitment,
        timed=row.timed,
    )
