"""The log: what is stored is stored once, under numbers without gaps, and is there after a restart."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from serving import wait_until
from sqlalchemy import event, insert, select, text, update

from limes.rules import LimesError
from limes.server.entries import (
    Batch,
    Claim,
    Due,
    Entry,
    Holding,
    NewLink,
    Outcome,
    Stale,
    Stored,
    StoredTable,
    TableToStore,
    Taken,
)
from limes.server.game.deal import commitment, deal_cards, hidden, new_id
from limes.server.game.setup import Seat, Setup
from limes.server.store.decisions import Known, decide
from limes.server.store.engine import default_database, open_engine, upgrade
from limes.server.store.keys import read_keys
from limes.server.store.log import Log
from limes.server.store.one_at_a_time import OneAtATime
from limes.server.store.puzzles import FirstAnswer, forget_answers
from limes.server.store.schema import EVENTS, PUZZLE_ANSWERS, SOLVERS, TABLES
from limes.server.store.writer import Took, Writer


@pytest.fixture
def log(database: str) -> Iterator[Log]:
    engine = open_engine(database)
    upgrade(engine)
    yield Log(engine, "me")
    engine.dispose()


def store_table(log: Log, seconds: int | None = None) -> str:
    setup = Setup((Seat("person", "Ann"), Seat()), seconds=seconds)
    cards, nonce = deal_cards(setup.deck)
    stored = StoredTable(
        new_id(),
        time.time(),
        "ann",
        setup.dumps(),
        cards,
        nonce,
        commitment(cards, nonce),
        seconds is not None,
    )
    log.write(Batch(tables=[TableToStore(stored, 2, (Holding(0, hidden("secret"), "ann"),))]))
    log.write(Batch(tables=[TableToStore(stored, 2, (Holding(0, hidden("secret"), "ann"),))]))
    return stored.id


def test_a_turn_is_stored_once_and_found_again(log: Log) -> None:
    table = store_table(log)
    first = Entry(table, "turn", 0, 1, "d4N")
    other = Entry(table, "turn", 0, 1, "d4E")
    again = Entry(table, "turn", 1, 1, "d4S")
    [stored, taken, second] = log.write(Batch([first, other, again]))
    assert isinstance(stored, Stored)
    assert taken == Taken(1, "d4N")
    assert isinstance(second, Stored)
    assert (stored.event.number, second.event.number) == (1, 2)
    assert log.write(Batch([first, other])) == [Taken(1, "d4N")] * 2
    loaded = log.load(table)
    assert loaded
    assert loaded[1] == [stored.event, second.event]
    assert log.events(table, after=1) == [second.event]


def test_what_expects_an_older_table_is_not_stored(log: Log) -> None:
    table = store_table(log)
    change = Entry(table, "seat", 1, body="{}", expected=0, holder="bob", token_hash=hidden("bob's"))
    assert isinstance(log.write(Batch([change]))[0], Stored)
    assert log.write(Batch([change])) == [Stale()]
    assert log.write(Batch([Entry("nowhere", "turn", 0, 1, "d4N")])) == [Stale()]
    assert log.holdings(table, "bob", None) == log.holdings(table, None, hidden("bob's")) == [1]
    assert log.holdings(table, "ann", hidden("bob's")) == [0, 1]
    assert log.holdings(table, "eve", hidden("guessed")) == []


def test_a_new_token_replaces_the_one_before(log: Log) -> None:
    table = store_table(log)
    log.write(Batch(links=[NewLink(table, 0, hidden("new"), "ann", None)]))
    assert log.holdings(table, None, hidden("secret")) == []
    assert log.holdings(table, None, hidden("new")) == [0]


def test_tables_are_listed_for_owners_and_holders_and_the_timed_ones_for_the_clock(log: Log) -> None:
    table, timed = store_table(log), store_table(log, seconds=60)
    assert {each.stored.id for each in log.own_tables("ann", 10)} == {table, timed}
    assert [(each.turns_left, each.seats) for each in log.own_tables("ann", 1)] == [(32, [0])]
    assert log.count_unfinished("ann") == (2, 0)
    assert log.overdue(time.time(), 10) == [timed]
    assert log.overdue(time.time() - 60, 10) == []
    assert sorted(log.table_ids()) == sorted([table, timed])


def test_unfinished_tables_are_listed_however_many_were_finished_since(log: Log) -> None:
    running = store_table(log)
    finished = [store_table(log) for _ in range(4)]
    with log.engine.begin() as connection:
        done = TABLES.c.id.in_(finished)
        connection.execute(update(TABLES).where(done).values(turns_left=0, finished=True))
    listed = [each.stored.id for each in log.own_tables("ann", 3)]
    assert listed == [finished[3], finished[2], running]
    assert [each.stored.id for each in log.own_tables("ann", 1)] == [running]


def test_a_holder_of_a_seat_finds_the_table_of_another(log: Log) -> None:
    table, _other = store_table(log), store_table(log)
    log.write(Batch(links=[Claim(table, hidden("secret"), "bob")]))
    assert [(each.stored.id, each.seats) for each in log.own_tables("bob", 10)] == [(table, [0])]


def test_nothing_is_found_by_looking_at_every_row(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/tables.sqlite")
    upgrade(engine)
    log = Log(engine)
    asked: list[tuple[str, Any]] = []

    @event.listens_for(engine, "before_cursor_execute")
    def hear(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_more: Any) -> None:
        asked.append((statement, parameters))

    table = store_table(log)
    change = Entry(table, "seat", 1, body="{}", expected=0, holder="bob", token_hash=hidden("bob's"))
    log.write(Batch([change, Entry(table, "turn", 0, 1, "d4N")], dues=[Due(table, 1.0)]))
    log.own_tables("ann", 10)
    log.events_of([table])
    log.all_holdings(table)
    log.holdings(table, "ann", hidden("secret"))
    log.count_unfinished("ann")
    log.overdue(0.0, 10)
    log.running_with_bots(10, lately=60)
    log.last_of([table])
    answer = FirstAnswer("1", 0.0, "d4N", solved=True, rating=1500, change=1)
    with log.writing() as writing:
        writing.execute(insert(SOLVERS), {"guest": "bob", "mean": 1500.0, "error": 1.0})
        writing.execute(insert(PUZZLE_ANSWERS), {"guest": "bob", **answer._asdict()})
    forget_answers(log, time.time())
    event.remove(engine, "before_cursor_execute", hear)
    words = ("SELECT", "UPDATE", "DELETE")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
        found = [
            (statement, step[-1])
            for statement, parameters in asked
            if statement.startswith(words) and isinstance(parameters, tuple)
            for step in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
        ]
    assert len(found) > 15
    assert [(statement, step) for statement, step in found if scans(step)] == []
    engine.dispose()


def scans(step: str) -> bool:
    """Whether it looks at a whole table; what is running only is an index of its own."""
    running = ("timed_tables", "tables_with_bots", "unfinished_tables")
    return step.startswith("SCAN") and not any(index in step for index in running)


def test_a_table_that_is_stored_again_keeps_those_who_hold_its_seats(log: Log) -> None:
    setup = Setup((Seat("person", "Ann"), Seat()))
    cards, nonce = deal_cards(setup.deck)
    new = TableToStore(
        StoredTable(new_id(), 1.0, "ann", setup.dumps(), cards, nonce, commitment(cards, nonce), False),
        2,
        (Holding(0, hidden("secret"), "ann"),),
    )
    log.write(Batch(tables=[new]))
    log.write(Batch([Entry(new.table.id, "seat", 0, body="{}", expected=0, more_bots=1)]))
    log.write(Batch(tables=[new]))
    assert log.all_holdings(new.table.id) == []
    assert log.count_unfinished("ann") == (1, 1)


def test_of_a_table_that_two_make_in_one_commit_the_first_holds(log: Log) -> None:
    """A rematch, where somebody for whom a stand-in played asks at the same moment as somebody else."""
    setup = Setup((Seat("person", "Ann"), Seat("open")))
    cards, nonce = deal_cards(setup.deck)
    first = StoredTable(
        "rematch123", 0.0, "ann", setup.dumps(), cards, nonce, commitment(cards, nonce), timed=False
    )
    of_ann = TableToStore(first, 2, (Holding(0, None, "ann"),))
    of_bob = TableToStore(replace(first, owner="bob"), 2, (Holding(0, None, "ann"), Holding(1, None, "bob")))
    log.write(Batch(tables=[of_ann, of_bob]))
    loaded = log.load("rematch123")
    assert loaded
    assert loaded[0].owner == "ann"
    assert [(each.seat, each.guest) for each in log.all_holdings("rematch123")] == [(0, "ann")]


def test_a_database_of_the_last_step_goes_on_and_an_older_one_is_named(database: str) -> None:
    engine = open_engine(database)
    upgrade(engine, "s0003")
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO guests VALUES ('ann', 0)"))
        row = "INSERT INTO tables VALUES ('old', 7, 'ann', '{}', '', '', '', 1, 0, false, true, 0, NULL)"
        connection.execute(text(row))
        connection.execute(text("INSERT INTO events VALUES ('old', 1, 'turn', 0, 1, 'd4N', false, NULL, 9)"))
    upgrade(engine)
    with engine.begin() as connection:
        assert connection.execute(select(TABLES.c.touched, TABLES.c.closed)).all() == [(9, None)]
        assert connection.execute(select(EVENTS.c.attempt)).scalars().all() == [1]
        connection.execute(text("UPDATE alembic_version SET version_num = 's0002'"))
    with pytest.raises(LimesError, match=r"older than 0\.1"):
        upgrade(engine)
    engine.dispose()


def test_keys_are_drawn_once(log: Log) -> None:
    assert read_keys(log) == read_keys(log)


def test_turns_that_arrive_together_share_a_commit(log: Log) -> None:
    tables = [store_table(log) for _ in range(20)]
    batches = []

    def told(_entries: Sequence[Entry], outcomes: Sequence[Outcome], _took: Took) -> None:
        batches.append(len(outcomes))

    async def play() -> list[Outcome]:
        writer = Writer(log)
        writer.start(told)
        turns = [Entry(table, "turn", seat, 1, "d4N") for table in tables for seat in (0, 1)]
        outcomes = await asyncio.gather(*map(writer.append, turns))
        await writer.stop()
        return outcomes

    outcomes = asyncio.run(play())
    assert all(isinstance(outcome, Stored) for outcome in outcomes)
    assert sum(batches) == 40
    assert len(batches) <= 3
    assert [len(log.events(table, 0)) for table in tables] == [2] * 20


def test_what_is_stored_of_tables_waits_for_one_other_commit_at_most() -> None:
    """Of answers to puzzles, say, many of which stand in front of it on a slow disk."""
    line, stored = OneAtATime(), []

    def store(name: str, of_tables: bool) -> None:
        with line.turn(of_tables):
            stored.append(name)

    with ThreadPoolExecutor(5) as threads, line.turn(of_tables=False):
        for _ in range(4):
            threads.submit(store, "an answer", False)
        threads.submit(store, "a turn", True)
        wait_until(lambda: line._of_tables)
    assert stored == ["a turn", *["an answer"] * 4]


def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/tables.sqlite")
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    engine.dispose()


@pytest.mark.parametrize(
    "database",
    [
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///a?b",
        "sqlite:///file:other?uri=true",
        "sqlite:///tables.sqlite?timeout=x",
        "mysql://x",
        "postgresql+psycopg://limes@db:port/limes",
        "postgresql+psycopg://[::1/limes",
        "nonsense",
    ],
)
def test_a_database_that_would_not_last_is_refused(database: str) -> None:
    with pytest.raises(LimesError, match="sqlite:///FILE"):
        open_engine(database)


@pytest.mark.parametrize(
    "address", ["limes:pa@ss@db/limes", "limes:pa@ss@db:port/limes", "db/limes?user=limes&password=pa@ss"]
)
def test_no_part_of_a_password_is_in_the_sentence_about_an_address(address: str) -> None:
    with pytest.raises(LimesError, match="sqlite:///FILE") as refused:
        open_engine(f"postgres://{address}")
    assert str(refused.value).endswith("not 'postgres://…'")


def test_a_user_without_a_home_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "")
    monkeypatch.setattr("os.getuid", lambda: 2_000_000_000)
    with pytest.raises(LimesError, match="the database cannot be opened"):
        default_database()


def test_tables_live_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert default_database() == "sqlite:////somewhere/limes/tables.sqlite"


def test_a_database_out_of_reach_is_named_in_a_sentence() -> None:
    with pytest.raises(LimesError, match="the database cannot be opened"):
        upgrade(open_engine("postgresql+psycopg://limes@127.0.0.1:1/none"))


def test_what_a_seats_devices_do_holds_up_its_holders_but_no_stand_in() -> None:
    def outcome(**more: Any) -> Outcome:
        known = Known({"table": 2}, set())
        known.changed("table", 0, "device", 2)
        return decide([Entry("table", "turn", 0, 1, "d4N", known=1, **more)], known)[0]

    assert isinstance(outcome(by_holder=True), Stale)
    assert isinstance(outcome(stand_in=True), Stored)
