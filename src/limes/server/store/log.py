"""The log in the database: the only truth about tables. Every call is blocking; threads make them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext

from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select, text, union, update
from sqlalchemy.exc import IntegrityError

from limes.rules import ROUNDS
from limes.server.entries import (
    HOLDER_CHANGES,
    SEAT_CHANGES,
    TURNS_LAID,
    Batch,
    Claim,
    Entry,
    Event,
    Held,
    Link,
    Made,
    Outcome,
    Stale,
    Stored,
    TableToStore,
    Taken,
)
from limes.server.store import devices, results, seats
from limes.server.store.decisions import Known, decide
from limes.server.store.one_at_a_time import OneAtATime
from limes.server.store.reads import Reading, holdings_at, seats_held
from limes.server.store.schema import EVENTS, HOLDERS, RESULTS, SEATS, TABLES
from limes.server.store.seats import insert_new

CHANNEL = "limes"
MOST_A_NOTICE = 7_000  # PostgreSQL takes less than 8,000 bytes
MOST_FORGOTTEN = 1_000  # tables at once
_WITH_NETWORKS = (TABLES.c.id, HOLDERS.c.table_id, SEATS.c.table_id)
_COLUMNS = ("table_id", *Event._fields)
_OF_TABLES = TABLES.c.id.in_(bindparam("ids", expanding=True))
_LOCKED = (
    select(TABLES.c.id, TABLES.c.last, TABLES.c.finished, TABLES.c.closed, TABLES.c.day, TABLES.c.owner)
    .where(_OF_TABLES)
    .order_by(TABLES.c.id)
    .with_for_update()
)
_TURNS_MADE = select(EVENTS.c.kind, EVENTS.c.seat, EVENTS.c.attempt, EVENTS.c.number, EVENTS.c.turn).where(
    EVENTS.c.table_id == bindparam("table_id"),
    EVENTS.c.round == bindparam("round"),
    EVENTS.c.kind.in_(["turn", "undo"]),
)
_HOLDER_CHANGES = (
    select(EVENTS.c.table_id, EVENTS.c.seat, EVENTS.c.kind, func.max(EVENTS.c.number))
    .where(EVENTS.c.table_id.in_(bindparam("ids", expanding=True)), EVENTS.c.kind.in_(HOLDER_CHANGES))
    .group_by(EVENTS.c.table_id, EVENTS.c.seat, EVENTS.c.kind)
)
_LINKS = select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.token_hash).where(
    SEATS.c.table_id.in_(bindparam("ids", expanding=True))
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
        touched=bindparam("now"),
    )
)
_CLOSE = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table_id"))
    .values(finished=True, closed=bindparam("reason"))
)
_SET_DUE = update(TABLES).where(TABLES.c.id == bindparam("table_id")).values(due=bindparam("at"))


class Log(Reading):
    """Reads and writes; `sender` marks the notices that come from this process."""

    def __init__(self, engine: Engine, sender: str = "") -> None:
        super().__init__(engine)
        self.sender = sender
        self._writer = engine.execution_options(writing=True)
        self._one_at_a_time = None if self.shared else OneAtATime()

    @contextmanager
    def writing(self, of_tables: bool = False) -> Iterator[Connection]:
        """A transaction that writes."""
        turn = self._one_at_a_time.turn(of_tables) if self._one_at_a_time else nullcontext()
        with turn, self._writer.begin() as connection:
            yield connection

    def write(self, batch: Batch, lock_seconds: float | None = None) -> list[Outcome]:
        """Store all of it in one transaction: the outcomes of its entries, of its links, of its tables.

        When this returns, what is `Stored` or `Held` is durable. `lock_seconds` is how long it waits for what
        somebody else holds, if not as long as usual.
        """
        try:
            return self._write(batch, lock_seconds, look=False)
        except IntegrityError:  # a turn was made before: rare enough to look only now
            return self._write(batch, lock_seconds, look=True)

    def _write(self, batch: Batch, lock_seconds: float | None, look: bool) -> list[Outcome]:
        with self.writing(of_tables=True) as connection:
            if self.shared and lock_seconds is not None:
                wait_for_locks(connection, lock_seconds)
            seats.queue_for(connection, _guests_of(batch))
            removed = {table_id for removal in batch.removals for table_id in removal.table_ids}
            handed_on = [each for new in batch.tables for each in new.handed_on]
            acting = (*batch.entries, *batch.dues, *batch.seen, *batch.links, *handed_on)
            known = _locked(connection, {each.table_id for each in acting} | removed)
            made = self._create(connection, batch.tables)
            if batch.dues:
                connection.execute(_SET_DUE, [due._asdict() for due in batch.dues])
            seats.note_seen(connection, batch.seen)
            outcomes = self._append(connection, batch.entries, known, look)
            outcomes += [self._link(connection, link, known) for link in batch.links]
            if removed:
                self._remove(connection, removed)
            return outcomes + made

    def _create(self, connection: Connection, asked: Sequence[TableToStore]) -> list[Outcome]:
        """A table that is there already keeps those who hold its seats now; of two makers, the first counts.

        In one order, as tables are locked: two processes may make the same ones.
        """
        if not asked:
            return []
        outcomes: list[Outcome] = [_handed_on(connection, new) for new in asked]
        tables = [new for new, made in zip(asked, outcomes, strict=True) if isinstance(made, Made)]
        seats.insert_guests(connection, {new.table.owner for new in tables})
        first = {new.table.id: new for new in reversed(tables)}.values()
        ordered = sorted(first, key=lambda new: new.table.id)
        made = insert_new(connection, TABLES, [_table_row(new) for new in ordered])
        seats.insert_holdings(
            connection,
            [(new.table.id, holding) for new in ordered if new.table.id in made for holding in new.holdings],
        )
        return outcomes

    def _append(
        self, connection: Connection, entries: Sequence[Entry], known: Known, look: bool
    ) -> list[Outcome]:
        if not entries:
            return []
        _read_turns(connection, [entry for entry in entries if look or entry.attempt > 1], known)
        _read_holder_changes(connection, entries, known)
        _read_seen(connection, entries, known)
        _read_links(connection, entries, known)
        outcomes = decide(entries, known)
        stored = [
            (entry, outcome.event)
            for entry, outcome in zip(entries, outcomes, strict=True)
            if isinstance(outcome, Stored)
        ]
        if stored:
            _write_events(connection, stored)
            results.keep(connection, stored, known.days)
            for entry, event in stored:
                if entry.kind in SEAT_CHANGES:
                    seats.change(connection, entry, event.at)
            if self.shared:
                self._notify(connection, {entry.table_id for entry, _event in stored})
        return outcomes

    def _link(self, connection: Connection, link: Link, known: Known) -> Outcome:
        if link.table_id not in known.last:
            return Stale()
        done = devices.act(connection, link)
        if not isinstance(done, devices.Done):
            return done
        if done.change and link.table_id not in known.closed:  # nobody plays on there
            entry = Entry(link.table_id, "device", done.seat, body=done.change)
            self._append(connection, [entry], known, look=False)
        if self.shared:
            self._send(connection, f"s {link.table_id}")
        return Held(done.seat)

    def forget_networks(self, before: float) -> None:
        """Of games that are over and were made before then: they count for no address any more, neither that
        of who made them nor those of who played. Many are forgotten little by little."""
        kept = union(
            *(select(column).where(column.table.c.network.is_not(None)) for column in _WITH_NETWORKS)
        )
        over = (TABLES.c.id.in_(kept), TABLES.c.finished, TABLES.c.created < before)
        with self.engine.begin() as connection:
            candidates = list(
                connection.execute(select(TABLES.c.id).where(*over).limit(MOST_FORGOTTEN)).scalars()
            )
        if not candidates:
            return
        free = select(TABLES.c.id).where(TABLES.c.id.in_(candidates)).with_for_update(skip_locked=True)
        with self.writing() as connection:
            ids = list(connection.execute(free).scalars())  # others next time
            for column in _WITH_NETWORKS:
                connection.execute(update(column.table).where(column.in_(ids)).values(network=None))

    def _remove(self, connection: Connection, ids: set[str]) -> None:
        guests = seats.guests_at(connection, ids)
        for table in (EVENTS, HOLDERS, SEATS, RESULTS):
            connection.execute(delete(table).where(table.c.table_id.in_(ids)))
        connection.execute(delete(TABLES).where(TABLES.c.id.in_(ids)))
        seats.delete_idle(connection, guests)
        if self.shared:
            self._notify(connection, ids)

    def notify(self, payload: str) -> None:
        """Tell the other processes something that need not last."""
        if self.shared:
            with self.writing() as connection:
                self._send(connection, payload)

    def _notify(self, connection: Connection, ids: Iterable[str]) -> None:
        for payload in notices("t", ids):
            self._send(connection, payload)

    def _send(self, connection: Connection, payload: str) -> None:
        notice = {"channel": CHANNEL, "payload": f"{self.sender} {payload}"}
        connection.execute(text("SELECT pg_notify(:channel, :payload)"), notice)


def wait_for_locks(connection: Connection, seconds: float) -> None:
    """So long in this transaction, on PostgreSQL."""
    connection.execute(text(f"SET LOCAL lock_timeout = {round(1000 * seconds)}"))


def notices(kind: str, parts: Iterable[str]) -> list[str]:
    """As few notices as hold them all."""
    payloads: list[str] = []
    for part in parts:
        if not payloads or len(payloads[-1]) + len(part) + 1 > MOST_A_NOTICE:
            payloads.append(kind)
        payloads[-1] += f" {part}"
    return payloads


def _guests_of(batch: Batch) -> set[str]:
    """Who may have to be written down for it."""
    made = {holding.guest for new in batch.tables for holding in new.holdings}
    made |= {new.table.owner for new in batch.tables}
    coming = {entry.holder for entry in batch.entries}
    coming |= {link.guest for link in batch.links if isinstance(link, Claim)}
    return {guest for guest in made | coming if guest}


def _locked(connection: Connection, ids: set[str]) -> Known:
    if not ids:
        return Known({}, set())
    rows = connection.execute(_LOCKED, {"ids": list(ids)}).all()
    return Known(
        last={row.id: row.last for row in rows},
        over={row.id for row in rows if row.finished},
        closed={row.id for row in rows if row.closed is not None},
        days={row.id: (row.day, row.owner) for row in rows if row.day},
    )


def _handed_on(connection: Connection, new: TableToStore) -> Made | Stale:
    """Not if a device was ended or a seat given away after it was decided who sits there."""
    for read in new.handed_on:
        held = {each.device for each in holdings_at(connection, read.table_id, read.away)}
        if held != {each.device for each in read.holders}:
            return Stale()
    return Made()


def _read_turns(connection: Connection, entries: Sequence[Entry], known: Known) -> None:
    """Turns of the entries' tables and rounds that are stored already, and those taken back."""
    for table_id, number in {(entry.table_id, entry.round) for entry in entries if entry.round}:
        for row in connection.execute(_TURNS_MADE, {"table_id": table_id, "round": number}):
            place = (table_id, number, row.seat)
            if row.kind == "turn":
                known.turns[place, row.attempt] = Taken(row.number, row.turn)
            else:
                known.undone[place] = known.undone.get(place, 0) + 1


def _read_holder_changes(connection: Connection, entries: Sequence[Entry], known: Known) -> None:
    """Only where a table went on after the turn was checked: others may hold its seat."""
    ids = {
        entry.table_id
        for entry in entries
        if entry.known is not None and known.last.get(entry.table_id, 0) > entry.known
    }
    if ids:
        for table_id, seat, kind, number in connection.execute(_HOLDER_CHANGES, {"ids": list(ids)}):
            known.changed(table_id, seat, kind, number)


def _read_seen(connection: Connection, entries: Sequence[Entry], known: Known) -> None:
    """Only where a seat is to be handed over because nobody was there."""
    for entry in entries:
        if entry.unseen is not None and entry.seat is not None:
            holding = devices.devices_of(connection, entry.table_id, entry.seat)
            known.seen[entry.table_id, entry.seat] = max((device.seen for device in holding), default=0.0)


def _read_links(connection: Connection, entries: Sequence[Entry], known: Known) -> None:
    """Only where somebody has a link in hand: most of these lead to the seat, and few are asked for alone."""
    by_link = [(entry.table_id, entry.seat, entry.by_link) for entry in entries if entry.by_link]
    if not by_link:
        return
    ids = {table_id for table_id, _seat, _by in by_link}
    links = {tuple(row) for row in connection.execute(_LINKS, {"ids": list(ids)})}
    for table_id, seat, by in by_link:
        if (table_id, seat, by.token_hash) in links:
            continue
        wanted = {seat} if seat is not None else _seats_of_people(connection, table_id)
        if not wanted.issubset(seats_held(connection, table_id, *by)):
            known.ended.add((table_id, seat, by))


def _seats_of_people(connection: Connection, table_id: str) -> set[int]:
    return {each.seat for each in holdings_at(connection, table_id, away=False)}


def _write_events(connection: Connection, stored: Sequence[tuple[Entry, Event]]) -> None:
    rows = [dict(zip(_COLUMNS, (entry.table_id, *event), strict=True)) for entry, event in stored]
    connection.execute(_INSERT_EVENTS, rows)
    events = Counter(entry.table_id for entry, _event in stored)
    turns = Counter(dict.fromkeys(events, 0))
    for entry, _event in stored:
        turns[entry.table_id] += TURNS_LAID.get(entry.kind, 0)
    alike: dict[tuple[int, int], list[str]] = {}
    for table_id, made in events.items():
        alike.setdefault((made, turns[table_id]), []).append(table_id)
    now = stored[0][1].at
    for (made, laid), ids in alike.items():
        connection.execute(_COUNT, {"events": made, "turns": laid, "ids": ids, "now": now})
    for entry, _event in stored:
        if entry.kind == "closed":
            connection.execute(_CLOSE, {"table_id": entry.table_id, "reason": entry.body})


def _table_row(new: TableToStore) -> dict[str, object]:
    table = new.table
    return {
        **{name: getattr(table, name) for name in ("id", "created", "owner", "setup", "nonce")},
        "cards": " ".join(map(str, table.cards)),
        "commitment": table.commitment,
        "timed": table.timed,
        "last": 0,
        "turns_left": ROUNDS * new.seats,
        "bots": new.bots,
        "stand_ins": new.stand_ins,
        "network": table.network,
        "day": table.day,
        "due": table.created if table.timed else None,
        "touched": table.created,
    }
