"""Tables in memory: one of each, kept while somebody needs it, told of what changed and of nothing else."""

import asyncio
import gc
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from postgres import Postgres
from serving import Guest, Serving

from limes.server.entries import Batch, Entry, Event, Removal, StoredTable, TableToStore
from limes.server.game import Checked, Table
from limes.server.game.deal import commitment, deal_cards, new_id
from limes.server.game.setup import Seat, Setup
from limes.server.lines import ASKING
from limes.server.store.engine import open_engine, upgrade
from limes.server.store.log import Log
from limes.server.tables.live import MOST_LETTERS, MOST_WAITING, Live, Watcher
from limes.server.tables.live_tables import LiveTables


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    engine = open_engine(f"sqlite:///{tmp_path}/tables.sqlite")
    upgrade(engine)
    yield Log(engine)
    engine.dispose()


def new_table(log: Log, seats: int = 2) -> str:
    setup = Setup(tuple(Seat("person", f"Player {number}") for number in range(seats)))
    cards, nonce = deal_cards(setup.deck)
    promised = commitment(cards, nonce)
    stored = StoredTable(new_id(), time.time(), "ann", setup.dumps(), cards, nonce, promised, False)
    log.write(Batch(tables=[TableToStore(stored, seats, ())]))
    return stored.id


class Idle:
    """Neither bots nor clocks."""

    def attend(self, live: Live, ours: bool) -> None:
        pass

    def hurry(self, live: Live) -> None:
        pass


def test_a_table_that_somebody_comes_to_is_not_let_go_before_they_look(log: Log) -> None:
    tables = [new_table(log) for _ in range(4)]

    async def come() -> tuple[list[str], list[str]]:
        memory = LiveTables(log, 1, Idle(), None)
        async with memory.staying(tables[0]) as live:
            for table in tables[1:]:
                await memory.live(table)
            first, second = Watcher(), Watcher()
            memory.watch(live, first)
            async with memory.staying(tables[0]) as same:
                assert same is live
                memory.watch(same, second)
            entry = Entry(tables[0], "turn", 0, 1, "d4N")
            memory.follow([entry], log.write(Batch([entry])))
        memory.stop()
        return list(first._messages), list(second._messages)

    for heard in asyncio.run(come()):
        assert [message for message in heard if '"event"' in message]


def test_a_table_is_replayed_where_nobody_else_waits(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """There may be thousands of events; the loop belongs to everybody."""
    table_id = new_table(log)
    log.write(Batch([Entry(table_id, "turn", 0, 1, "d4N")]))
    applied = Table.apply
    threads: list[str] = []

    def apply(table: Table, event: Event, checked: Checked | None = None) -> None:
        threads.append(threading.current_thread().name)
        applied(table, event, checked)

    monkeypatch.setattr(Table, "apply", apply)

    async def open_it() -> None:
        tables = LiveTables(log, 10, Idle(), None)
        assert (await tables.live(table_id)).table.laid
        tables.stop()

    asyncio.run(open_it())
    assert len(threads) == 1
    assert threads[0].startswith("limes-reader")


def test_only_tables_at_rest_are_counted_and_the_longest_unused_go(log: Log) -> None:
    tables = [new_table(log) for _ in range(8)]

    async def use() -> list[str]:
        memory = LiveTables(log, 2, Idle(), None)
        for table in tables[:3]:
            memory.watch(await memory.live(table), Watcher())
        for table in tables[3:]:
            await memory.live(table)
        memory.stop()
        return [live.table.id for live in memory.in_memory()]

    assert asyncio.run(use()) == tables[:3] + tables[-2:]


def test_large_tables_at_rest_count_by_their_seats(log: Log) -> None:
    tables = [new_table(log, seats=6) for _ in range(8)]

    async def use() -> list[str]:
        memory = LiveTables(log, 6, Idle(), None)
        for table in tables:
            await memory.live(table)
        memory.stop()
        return [live.table.id for live in memory.in_memory()]

    assert asyncio.run(use()) == tables[-2:]


def test_tables_at_rest_with_many_events_count_as_large_ones(log: Log) -> None:
    tables = [new_table(log) for _ in range(8)]
    for table in tables[:4]:
        for attempt in range(1, 61):
            log.write(Batch([Entry(table, "turn", 0, 1, "d4N", attempt=attempt)]))
            log.write(Batch([Entry(table, "undo", 0, 1, attempt=attempt)]))

    async def use(some: list[str]) -> int:
        memory = LiveTables(log, 8, Idle(), None)
        for table in some:
            await memory.live(table)
        memory.stop()
        return len(memory.in_memory())

    assert asyncio.run(use(tables[:4])) == 2
    assert asyncio.run(use(tables[4:])) == 4


def test_a_table_that_is_let_go_has_no_clock_running(log: Log) -> None:
    table = new_table(log)

    async def let_go() -> Live:
        memory = LiveTables(log, 1, Idle(), None)
        live = await memory.live(table)
        live.timer = asyncio.get_running_loop().call_later(60, print)
        timer = live.timer
        await memory.live(new_table(log))
        assert timer.cancelled()
        memory.stop()
        return live

    assert asyncio.run(let_go()).timer is None


def test_a_notice_for_a_table_that_is_being_read_is_not_lost(log: Log) -> None:
    table = new_table(log)
    read = log.load

    async def race() -> int:
        memory = LiveTables(log, 10, Idle(), None)

        def slowly(table_id: str) -> object:
            found = read(table_id)
            log.write(Batch([Entry(table, "turn", 0, 1, "d4N")]))
            loop.call_soon_threadsafe(memory.notice, table)
            time.sleep(0.05)
            return found

        loop = asyncio.get_running_loop()
        log.load = slowly  # type: ignore[assignment, method-assign]
        live = await memory.live(table)
        end = loop.time() + 5
        while live.table.last == 0 and loop.time() < end:
            await asyncio.sleep(0.01)
        memory.stop()
        return live.table.last

    assert asyncio.run(race()) == 1


def test_nobody_waits_for_a_table_in_the_line_of_another_address(log: Log) -> None:
    known, new = new_table(log), new_table(log)
    let_go = threading.Event()

    async def ask(memory: LiveTables, address: str) -> tuple[Live, Live]:
        ASKING.set(address)
        live = await memory.live(known)
        await memory.refresh(live)
        await memory.seat_again(live)
        return live, await memory.live(new)

    async def ask_both() -> None:
        memory = LiveTables(log, 10, Idle(), None)
        await memory.live(known)
        ASKING.set("slow")
        in_line = [asyncio.create_task(memory.read(let_go.wait)) for _ in range(4)]
        await asyncio.sleep(0)
        slow = asyncio.create_task(ask(memory, "slow"))
        loading = asyncio.create_task(memory.live(new))
        await asyncio.sleep(0)
        quick = await asyncio.wait_for(asyncio.create_task(ask(memory, "quick")), 4)
        assert not slow.done()
        assert not loading.done()
        let_go.set()
        assert await slow == quick
        assert await loading is quick[1]
        await asyncio.gather(*in_line)
        memory.stop()

    asyncio.run(ask_both())


def test_a_table_that_is_not_there_is_no_error_in_the_log_where_whoever_asked_has_gone(log: Log) -> None:
    async def come_and_go() -> list[dict[str, Any]]:
        reported: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _loop, what: reported.append(what))
        memory = LiveTables(log, 1, Idle(), None)
        asking = asyncio.create_task(memory.live("none"))
        await asyncio.sleep(0)
        asking.cancel()
        while memory._loading._tasks:
            await asyncio.sleep(0.01)
        gc.collect()
        memory.stop()
        return reported

    assert not asyncio.run(come_and_go())


def test_what_happens_while_a_table_is_read_for_two_is_not_lost(log: Log) -> None:
    """The first to come may have been let go when the other one, who read it before, comes."""
    table = new_table(log)
    read, has_read, let_go = log.load, threading.Event(), threading.Event()

    def slowly(table_id: str) -> object:
        found = read(table_id)
        has_read.set()
        let_go.wait()
        return found

    async def race() -> int:
        memory = LiveTables(log, 10, Idle(), None)
        log.load = slowly  # type: ignore[assignment, method-assign]
        slow = asyncio.create_task(memory.live(table))
        await asyncio.to_thread(has_read.wait)
        log.load = read  # type: ignore[method-assign]
        ASKING.set("quick")
        live = await memory.live(table)
        entry = Entry(table, "turn", 0, 1, "d4N")
        memory.follow([entry], log.write(Batch([entry])))
        assert live.table.last == 1
        memory.forget([table])
        let_go.set()
        again = await slow
        while again.table.last == 0:
            await asyncio.sleep(0.01)
        memory.stop()
        return again.table.last

    assert asyncio.run(asyncio.wait_for(race(), 10)) == 1


def test_many_notices_are_one_look_into_the_log(log: Log) -> None:
    table = new_table(log)
    looked: list[str] = []
    read = log.events

    def counted(table_id: str, after: int) -> object:
        looked.append(table_id)
        time.sleep(0.05)
        return read(table_id, after)

    async def hear() -> None:
        memory = LiveTables(log, 10, Idle(), None)
        await memory.live(table)
        log.events = counted  # type: ignore[assignment, method-assign]
        for _ in range(50):
            memory.notice(table)
        await asyncio.sleep(0.02)
        for _ in range(50):
            memory.notice(table)
        await asyncio.sleep(0.3)
        memory.stop()

    asyncio.run(hear())
    assert len(looked) == 2


def test_notices_of_many_tables_are_read_together(postgres: Postgres) -> None:
    engine = open_engine(postgres.new_database(f"notices{time.monotonic_ns()}"))
    upgrade(engine)
    log = Log(engine)
    tables = [new_table(log) for _ in range(5)]
    asked: list[dict[str, int]] = []
    read = log.events_after

    def counted(last: dict[str, int]) -> object:
        asked.append(last)
        return read(last)

    async def hear() -> list[int]:
        memory = LiveTables(log, 10, Idle(), None)
        lives = [await memory.live(table) for table in tables]
        log.write(Batch(entries=[Entry(table, "turn", 0, 1, "d4N") for table in tables[:3]]))
        log.write(Batch(removals=[Removal((tables[4],))]))
        log.events_after = counted  # type: ignore[assignment, method-assign]
        for table in tables:
            memory.notice(table)
        while memory.known(tables[4]):  # it is forgotten after the others have gone on
            await asyncio.sleep(0.01)
        memory.stop()
        return [live.table.last for live in lives[:4]]

    assert asyncio.run(hear()) == [1, 1, 1, 0]
    assert asked == [dict.fromkeys(tables, 0)]
    engine.dispose()


def test_however_many_watch_the_log_is_read_once_when_a_seat_changes_hands(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = 0

    async def seat_again() -> None:
        memory = LiveTables(log, 1, Idle(), None)
        read = memory._readers.read

        async def counted(call: Any, *arguments: object) -> Any:
            nonlocal reads
            reads += 1
            return await read(call, *arguments)

        async with memory.staying(new_table(log)) as live:
            for number in range(20):
                memory.watch(live, Watcher(guest=f"guest{number}"))
            monkeypatch.setattr(memory._readers, "read", counted)
            await memory.seat_again(live)
        memory.stop()

    asyncio.run(seat_again())
    assert reads == 1


def test_an_acknowledgement_goes_along_with_the_event_before_it() -> None:
    async def commit() -> str | None:
        watcher = Watcher()
        sending = asyncio.create_task(watcher.next())
        await asyncio.sleep(0)
        watcher.send("event")
        asyncio.get_running_loop().call_soon(watcher.send, "ack")
        return await sending

    assert asyncio.run(commit()) == "event\nack"


def test_a_slow_client_has_no_long_text_of_its_own() -> None:
    """Hundreds of sockets may be as slow, and a text may take four bytes a letter."""

    async def read() -> list[str | None]:
        watcher = Watcher()
        for message in messages:
            watcher.send(message)
        watcher.close()
        texts = [await watcher.next()]
        while texts[-1] is not None:
            texts.append(await watcher.next())
        return texts[:-1]

    offer = MOST_LETTERS // 3
    messages = [str(number) * offer for number in range(8)] + ["x" * (2 * MOST_LETTERS), "last"]
    texts = list(filter(None, asyncio.run(read())))
    assert "\n".join(texts).split("\n") == messages
    assert [len(text.split("\n")) for text in texts] == [3, 3, 2, 1, 1]


def test_who_does_not_read_is_closed() -> None:
    async def fill() -> Watcher:
        watcher = Watcher()
        for number in range(MOST_WAITING + 1):
            watcher.send(str(number))
        assert await watcher.next() is None
        return watcher

    assert asyncio.run(fill()).full


def test_a_client_that_does_not_read_is_told_to_try_later(server: Serving, guest: Guest) -> None:
    table = guest.make("Ann")["table"]
    with guest.socket(table) as socket:
        socket.until("table")
        [watcher] = server.services.tables._lives[table].watchers
        loop = server.services.writer._task.get_loop()  # type: ignore[union-attr]

        def flood() -> None:
            for _ in range(MOST_WAITING + 1):
                watcher.send("{}")

        loop.call_soon_threadsafe(flood)
        assert socket.closing_code() == 1013


def test_presence_is_told_to_all_only_when_it_changes(server: Serving, guest: Guest) -> None:
    table = guest.make("Ann", "Bob")["table"]
    with guest.socket(table) as player:
        assert player.until("presence")["seats"] == [0, 1]
        watchers = [server.guest().socket(table) for _ in range(5)]
        for watcher in watchers:
            assert watcher.until("presence")["seats"] == [0, 1]
            watcher.close()
        player.send(type="ping")
        assert player.receive()["type"] == "pong"
