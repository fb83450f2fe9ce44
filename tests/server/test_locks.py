"""Several processes write to one PostgreSQL: none waits for another that waits for it."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import psycopg
import pytest
from postgres import Postgres
from serving import serving, wait_until
from sqlalchemy import Connection, Engine, insert, select, text

from limes.rules import LimesError
from limes.server.entries import Batch, Entry, Holding, Stored, StoredTable, TableToStore
from limes.server.game.deal import commitment, deal_cards
from limes.server.game.setup import Seat, Setup
from limes.server.store import Log, open_engine, probing, upgrade
from limes.server.store import engine as store_engine
from limes.server.store import writer as store_writer
from limes.server.store.schema import TABLES

NUMBERS = count(1)
OPEN = Setup((Seat(), Seat()))
_WAITING = text(
    "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND pid IN"
    " (SELECT pid FROM pg_stat_activity WHERE datname = current_database())"
)


@pytest.fixture
def engine(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    monkeypatch.setattr(store_engine, "LOCK_SECONDS", 60.0)  # the machine may be slow, and nobody gives up
    opened = open_engine(postgres.new_database(f"locks{next(NUMBERS)}"))
    upgrade(opened)
    yield opened
    opened.dispose()


def table(table_id: str, owner: str = "owner") -> TableToStore:
    cards, nonce = deal_cards(OPEN.deck)
    stored = StoredTable(
        table_id, time.time(), owner, OPEN.dumps(), cards, nonce, commitment(cards, nonce), timed=False
    )
    return TableToStore(stored, 2, (Holding(0, None, owner),))


def joining(table_id: str, guest: str) -> Entry:
    return Entry(table_id, "seat", 1, body='{"kind":"person","name":"Bob"}', expected=0, holder=guest)


def until_waiting(engine: Engine, sessions: int) -> None:
    """So many sessions wait for another one."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        with engine.connect() as connection:
            if connection.execute(_WAITING).scalar_one() >= sessions:
                return
        time.sleep(0.01)
    raise AssertionError("nobody waits")


def in_opposite_orders(
    engine: Engine, hold: Callable[[Connection], object], one: Batch, other: Batch
) -> list[bool]:
    """Two processes write while a third holds what the first comes to in the middle of its batch; whether
    each stored all of its own."""
    here, there = Log(engine, "here"), Log(engine, "there")
    with ThreadPoolExecutor(2) as writers, engine.connect() as third:
        hold(third)
        first = writers.submit(here.write, one)
        until_waiting(engine, 1)
        second = writers.submit(there.write, other)
        until_waiting(engine, 2)
        third.rollback()
        return [all(isinstance(each, Stored) for each in done.result(20)) for done in (first, second)]


def test_new_guests_who_sit_down_at_two_processes_block_neither(engine: Engine) -> None:
    places = [f"table{number:02}" for number in range(5)]
    Log(engine).write(Batch(tables=[table(each) for each in places]))
    one = [joining(*each) for each in zip(places[:3], ("ann", "zoe", "bob"), strict=True)]
    other = [joining(*each) for each in zip(places[3:], ("bob", "ann"), strict=True)]
    in_the_middle = text("INSERT INTO guests (id, created) VALUES ('zoe', 0)")
    stored = in_opposite_orders(engine, lambda third: third.execute(in_the_middle), Batch(one), Batch(other))
    assert stored == [True, True]


def test_tables_that_are_made_at_two_processes_block_neither(engine: Engine) -> None:
    """As rematches are, whose ids are known before."""
    log = Log(engine)
    log.write(Batch(tables=[table("first00000")]))
    one = Batch(tables=[table(each) for each in ("aaaaaaaaaa", "zzzzzzzzzz", "bbbbbbbbbb")])
    other = Batch(tables=[table(each) for each in ("bbbbbbbbbb", "aaaaaaaaaa")])

    def in_the_middle(third: Connection) -> None:
        like = third.execute(select(TABLES)).one()
        third.execute(insert(TABLES), {**like._mapping, "id": "zzzzzzzzzz"})

    in_opposite_orders(engine, in_the_middle, one, other)
    assert log.table_ids() == ["aaaaaaaaaa", "bbbbbbbbbb", "first00000", "zzzzzzzzzz"]


def test_a_table_that_somebody_locked_keeps_no_other_out(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an operator may who looks around in the database and goes for a coffee."""
    monkeypatch.setattr(store_engine, "LOCK_SECONDS", 0.3)
    monkeypatch.setattr(store_engine, "SILENT_SECONDS", 60.0)
    with serving(postgres.new_database(f"locks{next(NUMBERS)}")) as server:
        guest = server.guest()
        locked, free = guest.make("Ann", "Bob")["table"], guest.make("Ann", "Bob")["table"]
        with server.services.engine.connect() as third:
            third.execute(text("SELECT 1 FROM tables WHERE id = :id FOR UPDATE"), {"id": locked})
            turn = {"round": 1, "turn": "d4N", "attempt": 1}
            assert guest.refused("POST", f"/tables/{locked}/seats/0/turns", turn) == (503, "busy")
            assert guest.lay(free, 0, 1, "d4N") == 1
        assert guest.lay(locked, 0, 1, "d4N") == 1


@pytest.mark.parametrize("locked", ["events", "holders"])
def test_tables_that_somebody_keeps_to_themselves_are_said_to_be_away_until_they_are_free(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, locked: str
) -> None:
    """As VACUUM FULL and ALTER TABLE do: each turn would wait for the lock, one after the other."""
    monkeypatch.setattr(store_engine, "LOCK_SECONDS", 0.3)
    monkeypatch.setattr(probing, "LOCK_SECONDS", 0.3)
    monkeypatch.setattr(store_writer, "LOOK_AGAIN", 0.05)
    name = f"locks{next(NUMBERS)}"
    with serving(postgres.new_database(name)) as server:
        guests = [server.guest() for _ in range(8)]
        tables = [guest.make("Ann", "Bob")["table"] for guest in guests]
        turn = {"round": 1, "turn": "d4N", "attempt": 1}
        dsn = postgres.url.replace("+psycopg", "").replace("/postgres", f"/{name}")
        with psycopg.connect(dsn) as operator, ThreadPoolExecutor(8) as threads:
            operator.execute(f"LOCK TABLE {locked} IN ACCESS EXCLUSIVE MODE".encode())
            refused = threads.map(
                lambda guest, table: guest.refused("POST", f"/tables/{table}/seats/0/turns", turn),
                guests,
                tables,
            )
            assert set(refused) <= {(503, "busy"), (503, "log_unreachable")}
            wait_until(lambda: server.services.log.health.problem)
            assert guests[0].refused("GET", "/tables") == (503, "log_unreachable")
            operator.rollback()
        wait_until(lambda: not server.services.log.health.problem)
        assert [guest.lay(table, 0, 1, "d4N") for guest, table in zip(guests, tables, strict=True)] == [1] * 8


def test_a_process_that_vanishes_leaves_no_lock_behind(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_engine, "LOCK_SECONDS", 60.0)
    database = postgres.new_database(f"locks{next(NUMBERS)}")
    engine, of_the_vanished = open_engine(database), open_engine(database)
    upgrade(engine)
    Log(engine).write(Batch(tables=[table("first00000")]))
    monkeypatch.setattr(store_engine, "SILENT_SECONDS", 0.2)
    vanished = of_the_vanished.connect()
    monkeypatch.undo()
    vanished.execute(text("SELECT 1 FROM tables FOR UPDATE"))
    [stored] = Log(engine).write(Batch([joining("first00000", "bob")]))
    assert isinstance(stored, Stored)
    vanished.invalidate()
    of_the_vanished.dispose()
    engine.dispose()


def test_a_database_that_only_reads_is_said_to_be_away_until_another_writes(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a standby does, until it is promoted or the connections go elsewhere."""
    monkeypatch.setattr(store_writer, "LOOK_AGAIN", 0.05)
    name = f"locks{next(NUMBERS)}"
    with serving(postgres.new_database(name)) as server:
        guest = server.guest()
        made = guest.make("Ann", "Bob")["table"]
        only_reading(postgres, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        server.services.engine.dispose()
        turn = {"round": 1, "turn": "d4N", "attempt": 1}
        assert guest.refused("POST", f"/tables/{made}/seats/0/turns", turn) == (503, "log_unreachable")
        only_reading(postgres, f"ALTER DATABASE {name} RESET default_transaction_read_only")
        wait_until(lambda: not server.services.log.health.problem)
        assert guest.lay(made, 0, 1, "d4N") == 1


@pytest.fixture
def older(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """A database of an earlier release, and an upgrade that does not take long."""
    monkeypatch.setattr(store_engine, "UPGRADE_LOCK_SECONDS", 0.05)
    monkeypatch.setattr(store_engine, "UPGRADE_PAUSE", 0.05)
    opened = open_engine(postgres.new_database(f"locks{next(NUMBERS)}"))
    upgrade(opened, "s0009")
    yield opened
    opened.dispose()


def test_an_upgrade_that_waits_for_a_long_reader_keeps_nobody_out(older: Engine) -> None:
    """As a backup is, while the processes of the earlier release go on."""
    with ThreadPoolExecutor(1) as starting, older.connect() as reading:
        reading.execute(text("SELECT count(*) FROM results"))
        upgraded = starting.submit(upgrade, older)
        until_waiting(older, 1)
        for _ in range(3):
            with older.begin() as playing:
                playing.execute(text("DELETE FROM results"))
        assert not upgraded.done()
        reading.rollback()
        upgraded.result(20)
    with older.connect() as connection:
        connection.execute(text("SELECT luck FROM results"))


def test_an_upgrade_that_cannot_be_made_says_why(older: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_engine, "UPGRADE_TRIES", 2)
    with older.connect() as reading:
        reading.execute(text("SELECT count(*) FROM results"))
        with pytest.raises(LimesError, match="another session, such as a backup, is using its tables"):
            upgrade(older)
    upgrade(older)


def only_reading(postgres: Postgres, statement: str) -> None:
    with psycopg.connect(postgres.url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(statement.encode())
