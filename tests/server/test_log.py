"""The log: what is stored is stored once, under numbers without gaps, and is there after a restart."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select, text, update

from limes.rules import LimesError
from limes.server.database import default_database, open_engine, upgrade
from limes.server.deal import commitment, deal, hidden, new_id
from limes.server.entries import Due, Entry, Holding, NewTable, Outcome, Stale, Stored, StoredTable, Taken
from limes.server.log import Log
from limes.server.schema import TABLES
from limes.server.setup import Seat, Setup
from limes.server.writer import Writer


@pytest.fixture
def log(database: str) -> Iterator[Log]:
    engine = open_engine(database)
    upgrade(engine)
    yield Log(engine, "me")
    engine.dispose()


def store_table(log: Log, seconds: int | None = None) -> str:
    setup = Setup((Seat("person", "Ann"), Seat()), seconds=seconds)
    cards, nonce = deal(setup.deck)
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
    log.write([], [NewTable(stored, 2, (Holding(0, hidden("secret"), "ann"),))])
    log.write([], [NewTable(stored, 2, (Holding(0, hidden("secret"), "ann"),))])
    return stored.id


def test_a_turn_is_stored_once_and_found_again(log: Log) -> None:
    table = store_table(log)
    first = Entry(table, "turn", 0, 1, "d4N")
    other = Entry(table, "turn", 0, 1, "d4E")
    again = Entry(table, "turn", 1, 1, "d4S")
    [stored, taken, second] = log.write([first, other, again])
    assert isinstance(stored, Stored)
    assert taken == Taken(1, "d4N")
    assert isinstance(second, Stored)
    assert (stored.event.number, second.event.number) == (1, 2)
    assert log.write([first, other]) == [Taken(1, "d4N")] * 2
    loaded = log.load(table)
    assert loaded
    assert loaded[1] == [stored.event, second.event]
    assert log.events(table, after=1) == [second.event]


def test_what_expects_an_older_table_is_not_stored(log: Log) -> None:
    table = store_table(log)
    change = Entry(table, "seat", 1, body="{}", expected=0, holder="bob", token_hash=hidden("bob's"))
    assert isinstance(log.write([change])[0], Stored)
    assert log.write([change]) == [Stale()]
    assert log.write([Entry("nowhere", "turn", 0, 1, "d4N")]) == [Stale()]
    assert log.holdings(table, "bob", None) == log.holdings(table, None, hidden("bob's")) == [1]
    assert log.holdings(table, "ann", hidden("bob's")) == [0, 1]
    assert log.holdings(table, "eve", hidden("guessed")) == []


def test_a_new_token_replaces_the_one_before(log: Log) -> None:
    table = store_table(log)
    log.hold(table, Holding(0, hidden("new")))
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
    log.hold(table, Holding(1, guest="bob"))
    assert [(each.stored.id, each.seats) for each in log.own_tables("bob", 10)] == [(table, [1])]


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
    log.write([change, Entry(table, "turn", 0, 1, "d4N")], dues=[Due(table, 1.0)])
    log.own_tables("ann", 10)
    log.events_of([table])
    log.all_holdings(table)
    log.holdings(table, "ann", hidden("secret"))
    log.count_unfinished("ann")
    log.overdue(0.0, 10)
    log.running_with_bots(10, lately=60)
    log.last_of([table])
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
    cards, nonce = deal(setup.deck)
    new = NewTable(
        StoredTable(new_id(), 1.0, "ann", setup.dumps(), cards, nonce, commitment(cards, nonce), False),
        2,
        (Holding(0, hidden("secret"), "ann"),),
    )
    log.write([], [new])
    log.write([Entry(new.table.id, "seat", 0, body="{}", expected=0, more_bots=1)])
    log.write([], [new])
    assert log.all_holdings(new.table.id) == []
    assert log.count_unfinished("ann") == (1, 1)


def test_bots_and_rounds_with_a_time_are_counted_when_an_older_database_is_brought_up_to_date(
    database: str,
) -> None:
    engine = open_engine(database)
    upgrade(engine, "s0002")
    rows = [
        ("from", [{"kind": "bot", "bot": "random"}, {"kind": "person", "name": "A"}], True, False),
        ("handed", [{"kind": "person", "name": "A"}], False, False),
        ("people", [{"kind": "person", "name": "A"}], False, False),
        ("done", [{"kind": "bot", "bot": "random"}], True, True),
    ]
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO guests VALUES ('ann', 0)"))
        for name, seats, timed, finished in rows:
            insert = text(
                "INSERT INTO tables VALUES (:id, 7, 'ann', :setup, '', '', '', 0, 0, :timed, :done)"
            )
            values = {"id": name, "setup": json.dumps({"seats": seats}), "timed": timed, "done": finished}
            connection.execute(insert, values)
        handed = "INSERT INTO events VALUES ('handed', 1, 'seat', 0, NULL, NULL, false, :body, 0)"
        connection.execute(text(handed), {"body": '{"kind": "bot", "bot": "random"}'})
    upgrade(engine)
    with engine.begin() as connection:
        found = connection.execute(select(TABLES.c.id, TABLES.c.bots, TABLES.c.due))
        counted = {row.id: (row.bots, row.due) for row in found}
    assert counted == {"from": (1, 7), "handed": (1, None), "people": (0, None), "done": (0, None)}
    engine.dispose()


def test_the_key_is_made_once(log: Log) -> None:
    assert log.key() == log.key()


def test_turns_that_arrive_together_share_a_commit(log: Log) -> None:
    tables = [store_table(log) for _ in range(20)]
    batches = []

    def told(_entries: Sequence[Entry], outcomes: Sequence[Outcome], _seconds: float) -> None:
        batches.append(len(outcomes))

    async def play() -> list[Outcome]:
        writer = Writer(log, told)
        writer.start()
        turns = [Entry(table, "turn", seat, 1, "d4N") for table in tables for seat in (0, 1)]
        outcomes = await asyncio.gather(*map(writer.append, turns))
        await writer.stop()
        return outcomes

    outcomes = asyncio.run(play())
    assert all(isinstance(outcome, Stored) for outcome in outcomes)
    assert sum(batches) == 40
    assert len(batches) <= 3
    assert [len(log.events(table, 0)) for table in tables] == [2] * 20


def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/tables.sqlite")
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    engine.dispose()


@pytest.mark.parametrize("database", ["sqlite://", "sqlite:///:memory:", "mysql://x", "nonsense"])
def test_a_database_that_would_not_last_is_refused(database: str) -> None:
    with pytest.raises(LimesError, match="sqlite:///FILE"):
        open_engine(database)


def test_tables_live_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert default_database() == "sqlite:////somewhere/limes/tables.sqlite"


def test_a_database_out_of_reach_is_named_in_a_sentence() -> None:
    with pytest.raises(LimesError, match="the database cannot be opened"):
        upgrade(open_engine("postgresql+psycopg://limes@127.0.0.1:1/none"))
