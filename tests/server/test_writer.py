"""The writer goes on whatever happens: connections that break, entries that are wrong, tables that fail."""

import asyncio
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from serving import serving
from sqlalchemy.exc import OperationalError

from limes.server import problems
from limes.server.entries import Batch, Entry, Outcome, Seen, Stored, StoredTable, TableToStore
from limes.server.game.deal import commitment, deal_cards, new_id
from limes.server.game.setup import Seat, Setup
from limes.server.problems import Problem
from limes.server.store import writer as writer_module
from limes.server.store.engine import open_engine, upgrade
from limes.server.store.log import Log
from limes.server.store.writer import Writer
from limes.server.tables.live import Live


@pytest.fixture
def log(database: str) -> Iterator[Log]:
    engine = open_engine(database)
    upgrade(engine)
    yield Log(engine, "me")
    engine.dispose()


def store_table(log: Log) -> str:
    setup = Setup((Seat("person", "Ann"), Seat("person", "Bob")))
    cards, nonce = deal_cards(setup.deck)
    promised = commitment(cards, nonce)
    stored = StoredTable(new_id(), time.time(), "ann", setup.dumps(), cards, nonce, promised, False)
    log.write(Batch(tables=[TableToStore(stored, 2, ())]))
    return stored.id


def write(log: Log, *entries: Entry) -> list[Outcome | BaseException]:
    """What becomes of entries that arrive together."""

    async def append() -> list[Outcome | BaseException]:
        writer = Writer(log, patience=5)
        writer.start(lambda _entries, _outcomes, _took: None)
        outcomes = await asyncio.gather(*map(writer.append, entries), return_exceptions=True)
        await writer.stop()
        return list(outcomes)

    return asyncio.run(append())


def test_one_entry_that_is_wrong_keeps_no_other_out(log: Log) -> None:
    table = store_table(log)
    wrong = Entry(table, "turn", 10**30, 1, "d4N")
    first, failed, second = write(
        log, Entry(table, "turn", 0, 1, "d4N"), wrong, Entry(table, "turn", 1, 1, "d4E")
    )
    assert isinstance(first, Stored)
    assert isinstance(second, Stored)
    assert isinstance(failed, Problem)
    assert failed.code == "unexpected"
    assert [event.seat for event in log.events(table, 0)] == [0, 1]


def test_only_a_broken_connection_is_tried_again(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    table = store_table(log)
    tried = []
    write_once = log.write

    def broken_at_first(*wanted: Any) -> list[Outcome]:
        tried.append(wanted)
        if len(tried) < 3:
            raise OperationalError("COMMIT", {}, Exception("the connection is lost"))
        return write_once(*wanted)

    monkeypatch.setattr(log, "write", broken_at_first)
    [stored] = write(log, Entry(table, "turn", 0, 1, "d4N"))
    assert isinstance(stored, Stored)
    assert len(tried) == 3
    tried[:] = [()] * 3
    write(log, Entry(table, "turn", 10**30, 1, "d4N"))
    assert len(tried) == 4


def test_nobody_waits_behind_a_commit_that_does_not_end(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though others get through, as where somebody else has locked a table that the commit needs."""
    table = store_table(log)
    go_on = threading.Event()
    write_once = log.write
    monkeypatch.setattr(writer_module, "STALLED", 0.1)
    monkeypatch.setattr(writer_module, "LOOK_AGAIN", 0.05)

    def stuck(*wanted: Any) -> list[Outcome]:
        assert go_on.wait(20)
        return write_once(*wanted)

    async def come_later() -> None:
        writer = Writer(log)
        writer.start(lambda _entries, _outcomes, _took: None)
        for _ in range(3):
            with pytest.raises(Problem, match="cannot be reached"):
                async with asyncio.timeout(10):
                    await writer.append(Entry(table, "turn", 0, 1, "d4N"))
            await asyncio.sleep(0.3)
        monkeypatch.setattr(writer_module, "STALLED", 20.0)
        go_on.set()
        async with asyncio.timeout(20):
            while log.health.problem:
                await asyncio.sleep(0.01)
        assert isinstance(await writer.append(Entry(table, "turn", 1, 1, "d4N")), Stored)
        await writer.stop()

    monkeypatch.setattr(log, "write", stuck)
    asyncio.run(come_later())
    assert [event.seat for event in log.events(table, 0)] == [0, 1]


def test_after_the_stop_nothing_is_taken_in(log: Log) -> None:
    table = store_table(log)

    async def append() -> None:
        writer = Writer(log)
        writer.start(lambda _entries, _outcomes, _took: None)
        assert writer.running
        await writer.stop()
        assert not writer.running
        await writer.append(Entry(table, "turn", 0, 1, "d4N"))

    with pytest.raises(Problem, match="the server is shutting down"):
        asyncio.run(append())


def test_a_turn_in_flight_when_the_writer_stops_is_stored_and_acknowledged(log: Log) -> None:
    table = store_table(log)
    storing, go_on = threading.Event(), threading.Event()
    write_once = log.write

    def slowly(*wanted: Any) -> list[Outcome]:
        storing.set()
        assert go_on.wait(10)
        return write_once(*wanted)

    async def stop_meanwhile() -> Outcome:
        writer = Writer(log)
        writer.start(lambda _entries, _outcomes, _took: None)
        turn = asyncio.create_task(writer.append(Entry(table, "turn", 0, 1, "d4N")))
        await asyncio.to_thread(storing.wait, 10)
        stopping = asyncio.create_task(writer.stop())
        await asyncio.sleep(0.05)
        assert not turn.done()
        go_on.set()
        await stopping
        return await turn

    log.write = slowly  # type: ignore[assignment, method-assign]
    assert isinstance(asyncio.run(stop_meanwhile()), Stored)
    assert len(log.events(table, 0)) == 1


def test_a_turn_in_flight_when_the_server_stops_is_acknowledged_before_the_socket_closes(
    tmp_path: Path,
) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as server:
        guest = server.guest()
        table = guest.make("Ann")["table"]
        write_once = server.services.log.write

        def slowly(*wanted: Any) -> list[Outcome]:
            server.server.should_exit = True
            time.sleep(0.5)
            return write_once(*wanted)

        with guest.socket(table) as socket:
            socket.until("table")
            server.services.log.write = slowly  # type: ignore[assignment, method-assign]
            socket.lay(0, 1, "d4N")
            assert socket.until("ack")["number"] == 1
            assert socket.closing_code() == 1012


def test_a_table_that_fails_is_built_anew_and_no_other_suffers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as server:
        guest = server.guest()
        broken, sound = guest.make("Ann", "Bob")["table"], guest.make("Ann")["table"]
        apply = Live.apply

        def failing(live: Live, event: Any, position: Any = None) -> None:
            if live.table.id == broken and not failed:
                failed.append(event)
                raise RuntimeError("a view went wrong")
            apply(live, event, position)

        failed: list[Any] = []
        monkeypatch.setattr(Live, "apply", failing)
        with guest.socket(broken) as socket:
            socket.until("table")
            assert guest.lay(broken, 0, 1, "d4N") == 1
            assert socket.closing_code() == 1012
        assert failed
        assert guest.lay(sound, 0, 1, "d4N") == 1
        assert guest.get(f"/tables/{broken}")["waiting"] == [1]
        assert guest.lay(broken, 1, 1, "d4N") == 2
        assert httpx.get(f"{server.url}/healthz").status_code == 200


def test_whatever_goes_wrong_in_one_batch_the_next_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as server:
        guest = server.guest()
        table = guest.make("Ann", "Bob")["table"]

        def failing(_entries: Sequence[Entry], _outcomes: Sequence[Outcome]) -> None:
            raise RuntimeError("a figure went wrong")

        with monkeypatch.context() as patch:
            patch.setattr(server.services.tables, "follow", failing)
            assert guest.lay(table, 0, 1, "d4N") == 1
        assert guest.lay(table, 1, 1, "d4N") == 2
        assert httpx.get(f"{server.url}/healthz").status_code == 200


def test_health_is_denied_when_nobody_stores(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as server:
        task = server.services.writer._task
        assert task
        task.get_loop().call_soon_threadsafe(task.cancel)
        time.sleep(0.1)
        assert httpx.get(f"{server.url}/healthz").status_code == 500


def test_no_look_at_the_database_outlives_the_writer(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would take a connection that nobody closes any more."""
    begun, ended = threading.Event(), threading.Event()

    def slow(_log: Log) -> None:
        begun.set()
        time.sleep(0.2)
        ended.set()

    monkeypatch.setattr("limes.server.store.writer.probe", slow)

    async def stopped() -> None:
        writer = Writer(log)
        writer.start(lambda *_stored: None)
        log.health.ails(problems.disk_full)
        await asyncio.to_thread(begun.wait)
        await writer.stop()

    asyncio.run(stopped())
    assert ended.is_set()


def test_what_nobody_waits_for_is_no_problem_while_the_database_fails(log: Log) -> None:
    """Whoever only looks at a table could not read it, and nobody's presence would be noted ever again."""

    async def noted() -> None:
        writer = Writer(log)
        writer.start(lambda *_stored: None)
        log.health.ails(problems.disk_full)
        writer.note(Seen("abcdefghjk", "guest", None, None, 0.0))
        await writer.stop()

    asyncio.run(noted())
