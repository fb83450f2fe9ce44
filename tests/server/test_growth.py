"""What one address can leave behind is bounded, with cookies or without, and is cleared away."""

import asyncio
import gc
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from serving import Guest, Serving, serving
from sqlalchemy import text

from limes.rules import ROUNDS, Deck
from limes.server.entries import (
    Batch,
    Claim,
    Earned,
    Entry,
    Holding,
    Removal,
    StoredTable,
    TableToStore,
)
from limes.server.game import (
    LONGEST_NAME,
    MOST_CARDS,
    Seat,
    Setup,
    commitment,
    deal_cards,
    hidden,
    new_id,
)
from limes.server.limits import GUESTS_AN_ADDRESS, Rate
from limes.server.people import Caller
from limes.server.problems import Problem
from limes.server.settings import Settings
from limes.server.store import Log, NewAnswer, Rated, keep_answer, open_engine, upgrade
from limes.server.tables.quota import DAY, Quota

ANN: dict[str, Any] = {"seats": [{"kind": "person", "name": "Ann"}]}
TWO_BOTS: dict[str, Any] = {"seats": ANN["seats"] + [{"kind": "bot", "bot": "random"}] * 2}


def make(server: Serving, address: str, body: dict[str, Any] = ANN, language: str = "en") -> httpx.Response:
    """By somebody without a cookie, whom nobody knows."""
    headers = {"x-forwarded-for": address, "accept-language": language}
    return httpx.post(f"{server.url}/api/tables", json=body, headers=headers)


def refusal(response: httpx.Response) -> tuple[int, str, str]:
    error = response.json()["error"]
    return response.status_code, error["code"], error["message"]


@pytest.fixture
def few(tmp_path: Path) -> Iterator[Serving]:
    limits = {"tables_an_address": 3, "bots_an_address": 4, "tables_a_day": 5}
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", unwatched_seconds=60.0, **limits) as running:
        yield running


def test_unfinished_tables_of_an_address_are_limited_without_cookies_too(few: Serving) -> None:
    assert [make(few, "192.0.2.1").status_code for _ in range(4)] == [201, 201, 201, 429]
    said = refusal(make(few, "192.0.2.1", language="de"))
    assert said[1] == "too_many_tables"
    assert "Adresse" in said[2]
    assert make(few, "192.0.2.2").status_code == 201
    assert [make(few, f"2001:db8::{number}").status_code for number in range(4)] == [201, 201, 201, 429]


def test_bots_at_the_tables_of_an_address_are_limited(few: Serving) -> None:
    assert [make(few, "192.0.2.1", TWO_BOTS).status_code for _ in range(2)] == [201, 201]
    assert refusal(make(few, "192.0.2.1", TWO_BOTS))[:2] == (429, "too_many_bots")
    assert make(few, "192.0.2.1").status_code == 201
    assert make(few, "192.0.2.2", TWO_BOTS).status_code == 201


def test_a_bot_at_another_seat_counts_for_the_address(few: Serving) -> None:
    make(few, "192.0.2.1", TWO_BOTS)
    guest = few.guest()
    guest.http.headers["x-forwarded-for"] = "192.0.2.1"
    table = guest.make("Ann", "-", "-", "-")["table"]
    for seat in (1, 2):
        guest.post(f"/tables/{table}/seats/{seat}/bot", {"bot": "random"})
    assert guest.refused("POST", f"/tables/{table}/seats/3/bot", {}) == (429, "too_many_bots")


def test_tables_that_are_over_count_for_a_day(few: Serving) -> None:
    guest = few.guest()
    guest.http.headers["x-forwarded-for"] = "192.0.2.1"
    for _ in range(5):
        guest.post(f"/tables/{guest.make('Ann')['table']}/leave")
    assert refusal(make(few, "192.0.2.1"))[:2] == (429, "too_many_tables")
    _made_yesterday(few)
    assert make(few, "192.0.2.1").status_code == 201


def test_many_at_once_do_not_get_past_the_limit(few: Serving) -> None:
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: make(few, "192.0.2.1").status_code, range(16)))
    assert 1 <= answers.count(201) <= 3
    assert set(answers) == {201, 429}


def test_what_is_stored_while_the_log_is_read_counts() -> None:
    """One table is stored after the log was read for the next one, and before that is counted."""
    settings = Settings(tables_an_address=1)
    caller = Caller("ann", network="192.0.2.1")

    async def both() -> None:
        tables = SlowTables()
        quota = Quota(tables, settings)  # type: ignore[arg-type]
        async with quota.room(caller, tables=1):
            tables.pause = asyncio.Event()
            next_one = asyncio.create_task(quota.room(caller, tables=1).__aenter__())
            await tables.read_by_next.wait()
        tables.pause.set()
        with pytest.raises(Problem):
            await next_one

    asyncio.run(both())


class SlowTables:
    """Nothing was stored when they were read, but who reads hears it late."""

    log = SimpleNamespace(count_unfinished=(0, 0), count_from=(0, 0, 0))

    def __init__(self) -> None:
        self.pause: asyncio.Event | None = None
        self.read_by_next = asyncio.Event()

    async def read(self, counted: tuple[int, ...], *_of_whom: object) -> tuple[int, ...]:
        if self.pause:
            self.read_by_next.set()
            await self.pause.wait()
        return counted


def test_the_limit_holds_after_a_restart(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    for expected in (201, 429):
        with serving(database, tables_an_address=1) as server:
            assert make(server, "192.0.2.1").status_code == expected


def test_the_address_is_not_stored_and_what_stands_for_it_is_forgotten(few: Serving) -> None:
    guest = few.guest()
    guest.http.headers["x-forwarded-for"] = "192.0.2.1"
    over, running = (str(guest.make("Ann")["table"]) for _ in range(2))
    guest.post(f"/tables/{over}/leave")
    assert set(_networks(few)) == {over, running}
    assert "192.0.2.1" not in str(_networks(few))
    few.services.log.forget_networks(time.time() - DAY)
    assert set(_networks(few)) == {over, running}
    _made_yesterday(few)
    few.services.log.forget_networks(time.time() - DAY)
    assert set(_networks(few)) == {running}


@pytest.mark.parametrize("by", ["holders", "seats"])
def test_the_addresses_of_those_who_played_are_forgotten_with_it(few: Serving, by: str) -> None:
    guest = few.guest()
    guest.http.headers["x-forwarded-for"] = "192.0.2.1"
    over, running = (guest.make("Ann") for _ in range(2))
    for made in (over, running):
        guest.http.headers["authorization"] = f"Bearer {made['tokens']['0']}"
        guest.get(f"/tables/{made['table']}")
    guest.post(f"/tables/{over['table']}/leave")  # stored after all that was noted before
    noted = f"SELECT DISTINCT table_id FROM {by} WHERE network IS NOT NULL"
    _made_yesterday(few)
    few.services.log.forget_networks(time.time() - DAY)
    with few.services.engine.begin() as connection:
        assert list(connection.execute(text(noted)).scalars()) == [running["table"]]


def test_guests_of_whom_nothing_is_left_are_deleted_with_their_tables(database: str) -> None:
    with serving(database) as server:
        ann, bob = server.guest(), server.guest()
        kept, gone = ann.make("Ann", "-"), ann.make("Ann", "-")
        bob.post(f"/tables/{gone['table']}/seats/1", {"name": "Bob", "invitation": gone["invitation"]})
        assert _guests(server) == 2
        log = server.services.log
        log.write(Batch(removals=[Removal((gone["table"],))]))
        assert _guests(server) == 1
        log.write(Batch(removals=[Removal((kept["table"],))]))
        assert _guests(server) == 0
        assert ann.make("Ann")


def test_seats_change_hands_and_turns_are_taken_back_only_so_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", rate_factor=0.1) as server:
        guest = server.guest()
        table = guest.make("Ann", "Bob")["table"]
        monkeypatch.setattr(Rate.REQUEST, "burst", 1000.0)
        monkeypatch.setattr(Rate.UNDO, "burst", 20.0)
        seat = f"/tables/{table}/seats/0"
        codes = [_undone(guest, seat, attempt) for attempt in range(1, 4)]
        assert codes == [200] * 2 + [429]
        handed = [guest.http.post(f"{seat}/link").status_code for _ in range(5)]
        assert handed == [201] * 4 + [429]


def _undone(guest: Guest, seat: str, attempt: int) -> int:
    guest.http.post(f"{seat}/turns", json={"round": 1, "turn": "d4N", "attempt": attempt})
    return guest.http.post(f"{seat}/undo", json={"round": 1, "attempt": attempt}).status_code


def _networks(server: Serving) -> dict[str, str]:
    with server.services.engine.begin() as connection:
        rows = connection.execute(text("SELECT id, network FROM tables WHERE network IS NOT NULL"))
        return {row.id: row.network for row in rows}


def _guests(server: Serving) -> int:
    with server.services.engine.begin() as connection:
        return int(connection.execute(text("SELECT count(*) FROM guests")).scalar_one())


def _made_yesterday(server: Serving) -> None:
    with server.services.engine.begin() as connection:
        connection.execute(text(f"UPDATE tables SET created = created - {25 * 3600}"))


def test_a_seat_changes_hands_only_so_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each change stays in the table's log, which is replayed whenever it is opened."""
    monkeypatch.setattr("limes.server.game.table.MOST_CHANGES", 4)
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as server:
        ann = server.guest()
        table = f"/tables/{ann.make('Ann', 'Bob')['table']}"
        token = ann.post(f"{table}/seats/0/link")["token"]
        for _ in range(2):
            server.guest().post(f"{table}/claim", {"token": token})
        ann.post(f"{table}/seats/1/bot", {"bot": "random"})
        assert ann.post(f"{table}/return") == {"seats": [1]}
        for bot in ("random", "greedy"):
            ann.post(f"{table}/seats/1/bot", {"bot": bot})
        often = (409, "too_often_changed")
        assert ann.refused("POST", f"{table}/seats/1/bot", {"bot": "random"}) == often
        assert ann.refused("POST", f"{table}/return") == often
        assert ann.post(f"{table}/seats/0/devices/end") is None
        assert ann.post(f"{table}/seats/0/link")
        token = ann.post(f"{table}/seats/0/link")["token"]
        server.guest().post(f"{table}/claim", {"token": token})
        assert server.guest().refused("POST", f"{table}/claim", {"token": token}) == often
        assert ann.post(f"{table}/seats/0/devices/end") is None, "whoever came in may still be ended"


LONGEST = "\U0001d504" * LONGEST_NAME  # twelve bytes a letter, as it is stored
MOST_SEATS = Settings().seats_a_table
MOST_A_DAY = 25_000_000  # bytes


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/tables/nowhere/seats/0/turns", b'{"round":' + b"[" * 30_000),
        ("/tables/nowhere/seats/0/turns", b'{"round":' + b"9" * 60_000 + b"}"),
        ("/tables/nowhere/seats/0/turns", b'{"round":'),
        ("/tables/nowhere/seats/0/turns", b"\xff"),
        ("/study/deck", b'{"text":"a = [[[[ "}'),
        ("/study/record", b'{"text":"Players Ann"}'),
    ],
)
def test_a_refused_body_is_let_go_at_once(guest: Guest, path: str, body: bytes) -> None:
    def kept() -> int:
        return sum(isinstance(each, Exception) for each in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = kept()
        for _ in range(10):
            sent = guest.http.post(path, content=body, headers={"content-type": "application/json"})
            assert sent.status_code == 422
        assert kept() - before < 5, "each waits for the collector, with its body"
    finally:
        gc.enable()


class Hoarder:
    """Stores as much as one client can, in its longest form, and finds out how many bytes that takes."""

    def __init__(self, file: Path) -> None:
        self._engine = open_engine(f"sqlite:///{file}")
        upgrade(self._engine)
        self.log = Log(self._engine)

    def bytes_of(self, each: Callable[[int], object], times: int) -> float:
        before = self._size()
        for number in range(times):
            each(number)
        return (self._size() - before) / times

    def table(self) -> TableToStore:
        setup = Setup((Seat("person", LONGEST),) * MOST_SEATS, Deck(LONGEST, ("rFwf",) * MOST_CARDS))
        cards, nonce = deal_cards(setup.deck)
        owner, committed = new_id(20), commitment(cards, nonce)
        table = StoredTable(
            new_id(),
            time.time(),
            owner,
            setup.dumps(),
            cards,
            nonce,
            committed,
            timed=False,
            network="n" * 26,
        )
        held = (Holding(seat, hidden(new_id()), owner) for seat in range(MOST_SEATS))
        new = TableToStore(table, MOST_SEATS, tuple(held))
        self.log.write(Batch(tables=[new]))
        return new

    def game(self, table_id: str) -> None:
        for played in range(1, ROUNDS + 1):
            earned = Earned(100, 100, 100, 100, "30 30 30 30 30 30") if played == ROUNDS else None
            seats = range(MOST_SEATS)
            self.log.write(
                Batch([Entry(table_id, "turn", seat, played, "d5E+sw", earned=earned) for seat in seats])
            )

    def undo(self, table_id: str, attempt: int) -> None:
        for kind in ("turn", "undo"):
            turn = "d5E+sw" if kind == "turn" else None
            self.log.write(Batch([Entry(table_id, kind, 0, 1, turn, attempt=attempt)]))

    def join_and_leave(self, table_id: str) -> None:
        for seat, guest in ((Seat("person", LONGEST), new_id(20)), (Seat(), None)):
            body = json.dumps(seat.as_json())
            self.log.write(Batch([Entry(table_id, "seat", 0, body=body, holder=guest)]))

    def claim(self, new: TableToStore, seat: int) -> None:
        self.log.write(Batch(links=[Claim(new.table.id, str(new.holdings[seat].token_hash), new_id(20))]))

    def answer(self, number: int) -> None:
        rated = Rated((0.0, 1.0), (0.0, 1.0), 1500, 3, heard=False)
        new = NewAnswer(new_id(20), f"p{number}", "d5E+sw", solved=True)
        keep_answer(self.log, new, ((0.0, 1.0), (0.0, 1.0)), lambda *_before: rated)

    def _size(self) -> int:
        with self._engine.connect() as connection:
            asked = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
            return int(connection.execute(text(asked)).scalar_one())

    def end(self) -> None:
        self._engine.dispose()


def test_what_one_address_can_leave_behind_in_a_day_is_bounded(tmp_path: Path) -> None:
    def in_a_day(rate: Rate) -> float:
        return GUESTS_AN_ADDRESS * rate.speed * DAY

    hoarder = Hoarder(tmp_path / "tables.sqlite")
    one, many = hoarder.table(), [hoarder.table() for _ in range(10)]
    tables_and_games = hoarder.bytes_of(lambda _: hoarder.game(hoarder.table().table.id), 20)
    undone = hoarder.bytes_of(lambda number: hoarder.undo(one.table.id, number + 1), 200)
    two_changes = hoarder.bytes_of(lambda _: hoarder.join_and_leave(one.table.id), 200)
    claimed = hoarder.bytes_of(lambda number: hoarder.claim(many[number // 10 % 10], number % 10), 200)
    answered = hoarder.bytes_of(hoarder.answer, 500)
    hoarder.end()
    stored = {
        "tables and games": tables_and_games * Settings().tables_a_day,
        "turns taken back": undone * in_a_day(Rate.UNDO),
        "seats that changed hands": max(two_changes / 2, claimed) * in_a_day(Rate.JOIN),
        "answers to puzzles": answered * in_a_day(Rate.ANSWER),
    }
    assert sum(stored.values()) < MOST_A_DAY, stored
