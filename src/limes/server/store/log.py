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
    Table,
    and_,
    bindparam,
    delete,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from limes.rules import ROUNDS
from limes.server.entries import (
    Due,
    Entry,
    Event,
    Holding,
    NewTable,
    Outcome,
    Stale,
    Stored,
    Taken,
)
from limes.server.store.reads import Reading
from limes.server.store.schema import EVENTS, GUESTS, HOLDERS, KEYS, SEATS, TABLES

CHANNEL = "limes"
MOST_A_NOTICE = 7_000  # PostgreSQL takes less than 8,000 bytes
_COLUMNS = ("table_id", *Event._fields)
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
_SET_DUE = update(TABLES).where(TABLES.c.id == bindparam("table_id")).values(due=bindparam("at"))
# the game may begin with this seat: until its first deadline is written down, a look is due
_DUE_NOW = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table_id"), TABLES.c.timed, TABLES.c.due > bindparam("now"))
    .values(due=bindparam("now"))
)
_MORE_BOTS = (
    update(TABLES).where(TABLES.c.id == bindparam("table_id")).values(bots=TABLES.c.bots + bindparam("more"))
)


class Log(Reading):
    """Reads and writes; `sender` marks the notices that come from this process."""

    def __init__(self, engine: Engine, sender: str = "") -> None:
        super().__init__(engine)
        self.sender = sender
        self._writer = engine.execution_options(writing=True)
        # SQLite has one writer at a time, and who waits for it sleeps longer and longer: here they queue
        self._writing: AbstractContextManager[object] = nullcontext() if self.shared else Lock()

    def key(self) -> str:
        """The key that signs cookies and invitations; all processes share it."""
        with self._writing, self._writer.begin() as connection:
            self._insert_new(connection, KEYS, [{"name": "signing", "value": secrets.token_hex(32)}])
            return str(connection.execute(select(KEYS.c.value).where(KEYS.c.name == "signing")).scalar_one())

    def repair(self) -> None:
        """Tables that a process of an older version ended are finished."""
        ended = update(TABLES).where(text("NOT finished"), TABLES.c.turns_left <= 0).values(finished=True)
        with self._writing, self._writer.begin() as connection:
            connection.execute(ended)

    def hold(self, table_id: str, holding: Holding) -> None:
        """A guest holds a seat from now on, too; a token given replaces the one before."""
        with self._writing, self._writer.begin() as connection:
            if holding.token_hash:
                same = and_(SEATS.c.table_id == table_id, SEATS.c.seat == holding.seat)
                connection.execute(delete(SEATS).where(same))
            self._insert_holdings(connection, [(table_id, holding)])
            if self.shared:
                self._send(connection, f"s {table_id}")

    def write(
        self, entries: Sequence[Entry], tables: Sequence[NewTable] = (), dues: Sequence[Due] = ()
    ) -> list[Outcome]:
        """Store all of it in one transaction; when this returns, what is `Stored` is durable."""
        try:
            return self._write(entries, tables, dues, look=False)
        except IntegrityError:  # a turn was made before: rare enough to look only now
            return self._write(entries, tables, dues, look=True)

    def _write(
        self, entries: Sequence[Entry], tables: Sequence[NewTable], dues: Sequence[Due], look: bool
    ) -> list[Outcome]:
        with self._writing, self._writer.begin() as connection:
            if tables:
                self._create(connection, tables)
            ids = {entry.table_id for entry in entries} | {due.table_id for due in dues}
            if not ids:
                return []
            last: dict[str, int] = {
                row.id: row.last for row in connection.execute(_LOCKED, {"ids": list(ids)})
            }
            if dues:
                connection.execute(_SET_DUE, [due._asdict() for due in dues])
            made = self._turns_made(connection, entries) if look else {}
            return self._append(connection, entries, last, made)

    def _create(self, connection: Connection, tables: Sequence[NewTable]) -> None:
        """A table that is there already keeps those who hold its seats now."""
        self._insert_guests(connection, {new.table.owner for new in tables})
        made = self._insert_new(connection, TABLES, [_table_row(new) for new in tables])
        self._insert_holdings(
            connection,
            [(new.table.id, holding) for new in tables if new.table.id in made for holding in new.holdings],
        )

    def _append(
        self,
        connection: Connection,
        entries: Sequence[Entry],
        last: dict[str, int],
        made: dict[tuple[str, int, int], Taken],
    ) -> list[Outcome]:
        outcomes, rows = _decide(entries, last, made)
        if rows:
            self._write_events(connection, rows)
            self._write_seats(connection, entries, outcomes)
        if rows and self.shared:
            self._notify(connection, {row["table_id"] for row in rows})
        return outcomes

    def notify(self, payload: str) -> None:
        """Tell the other processes something that need not last."""
        if self.shared:
            with self._writing, self._writer.begin() as connection:
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

    def _write_seats(
        self, connection: Connection, entries: Sequence[Entry], outcomes: Sequence[Outcome]
    ) -> None:
        for entry, outcome in zip(entries, outcomes, strict=True):
            if entry.kind != "seat" or entry.seat is None or not isinstance(outcome, Stored):
                continue
            for table in (SEATS, HOLDERS):
                same = and_(table.c.table_id == entry.table_id, table.c.seat == entry.seat)
                connection.execute(delete(table).where(same))
            if entry.holder:
                holding = Holding(entry.seat, entry.token_hash, entry.holder)
                self._insert_holdings(connection, [(entry.table_id, holding)])
            connection.execute(_MORE_BOTS, {"table_id": entry.table_id, "more": entry.more_bots})
            connection.execute(_DUE_NOW, {"table_id": entry.table_id, "now": outcome.event.at})

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

    def _insert_new(self, connection: Connection, table: Table, rows: list[dict[str, object]]) -> set[object]:
        """Insert what is not there yet; gives the first column of the keys of what was new."""
        if not rows:
            return set()
        dialect = postgresql if self.shared else sqlite
        new = dialect.insert(table).on_conflict_do_nothing()
        return set(connection.execute(new.returning(*table.primary_key), rows).scalars())

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


def _table_row(new: NewTable) -> dict[str, object]:
    table = new.table
    return {
        **{name: getattr(table, name) for name in ("id", "created", "owner", "setup", "nonce")},
        "cards": " ".join(map(str, table.cards)),
        "commitment": table.commitment,
        "timed": table.timed,
        "last": 0,
        "turns_left": ROUNDS * new.seats,
        "bots": new.bots,
        "due": table.created if table.timed else None,
    }
