"""A guest's tables as a list shows them."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Semaphore
from typing import Any

import pytest
from serving import Guest, Serving, serving
from sqlalchemy import event, text
from web.tables import play_until

from limes.rules import ROUNDS, Landscape, Picture, Turn
from limes.server.game import summary
from limes.server.game.summary import picture_of
from limes.server.tables import Listing
from limes.server.tables.listing import AT_ONCE
from limes.server.tables.readers import READERS


def test_a_picture_is_the_landscape_row_by_row_with_its_workers() -> None:
    landscape = Landscape().play(5, Turn.parse("d4N+ne"))
    assert picture_of(landscape) == "rF1-Tw"
    wider = landscape.play(12, Turn.parse("e4N"))
    assert Picture.parse("\n".join(picture_of(wider).split("-"))).score().total == wider.total
    assert picture_of(Landscape()) == ""


def test_a_running_table_shows_its_landscape_and_whom_it_waits_for(guest: Guest) -> None:
    table = guest.make("Ann", "Bob")["table"]
    play_until(table, {0: guest, 1: guest}, 2)
    guest.lay(table, 0, 3, _first_turn(guest, table, 0))
    [row] = guest.get("/tables")["tables"]
    table_view = guest.get(f"/tables/{table}")
    assert (row["round"], row["waiting"], row["places"]) == (3, [1], None)
    assert row["totals"] == [seat["total"] for seat in table_view["seats"]]
    assert row["picture"] == picture_of(Landscape.parse(table_view["seats"][0]["landscape"]))
    assert row["at"] >= row["created"]


def test_whoever_asks_with_another_token_each_time_is_noted_once(
    server: Serving, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = {guest.make("Ann", "Bob")["table"] for _ in range(3)}
    noted = list[str]()
    monkeypatch.setattr(server.services.writer, "note", lambda seen: noted.append(seen.table_id))
    server.services.presence._noted.clear()
    for number in range(4):
        guest.http.headers["authorization"] = f"Bearer {number}"
        assert len(guest.get("/tables")["tables"]) == len(tables)
    assert sorted(noted) == sorted(tables)


def test_a_finished_table_shows_places_and_points(guest: Guest) -> None:
    table = guest.make("Ann", "Bob")["table"]
    play_until(table, {0: guest, 1: guest}, ROUNDS)
    [row] = guest.get("/tables")["tables"]
    result = guest.get(f"/tables/{table}")["result"]["seats"]
    assert row["turns_left"] == 0
    assert row["places"] == [seat["place"] for seat in result]
    assert row["totals"] == [seat["total"] for seat in result]


def test_a_friend_sees_the_own_seat_and_everybodys_names_after_a_restart(tmp_path: Any) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with serving(database) as server:
        ann, bob = server.guest(), server.guest()
        made = ann.make("Ann", "-")
        bob.post(f"/tables/{made['table']}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
        ann.lay(made["table"], 0, 1, "d4N")
        bob.lay(made["table"], 1, 1, "d4E+ne")
    with serving(database) as again:
        [row] = again.welcome(bob).get("/tables")["tables"]
        assert (row["players"], row["yours"], row["waiting"]) == (["Ann", "Bob"], [1], [0, 1])
        assert "1" in row["picture"], "Bob's worker stands in Bob's landscape"


def test_a_small_landscape_is_drawn_when_the_table_has_changed_and_not_with_every_list(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of a hundred games, asked for again and again, would keep everybody else waiting."""
    drawn: list[Landscape] = []

    def drawing(landscape: Landscape) -> str:
        drawn.append(landscape)
        return picture_of(landscape)

    monkeypatch.setattr(summary, "picture_of", drawing)
    table = guest.make("Ann", "Bob")["table"]
    first = [guest.get("/tables") for _ in range(3)]
    assert len(drawn) == 1
    assert first[0] == first[1] == first[2]
    guest.lay(table, 0, 1, "d4N")
    guest.lay(table, 1, 1, "d4N")
    [row] = guest.get("/tables")["tables"]
    assert len(drawn) == 2
    assert row["picture"] == picture_of(drawn[1]) != ""


def test_nobodys_turn_waits_for_a_long_list(
    server: Serving, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, goes_on = Semaphore(0), Event()

    def long_list(_guest: str, _most: int) -> Iterator[list[Any]]:
        asked.release()
        goes_on.wait(20)
        yield []

    table = guest.make("Ann")["table"]
    monkeypatch.setattr(server.services.listing, "tables_of", long_list)
    lists = [server.guest() for _ in range(READERS + 1)]
    with ThreadPoolExecutor(len(lists)) as threads:
        answers = [threads.submit(each.get, "/tables") for each in lists]
        try:
            asked.acquire(timeout=20)
            guest.lay(table, 0, 1, "d4N")
        finally:
            goes_on.set()
    assert [answer.result() for answer in answers] == [{"tables": []}] * len(lists)


def test_others_have_their_turn_while_many_tables_are_replayed(server: Serving, guest: Guest) -> None:
    made = [guest.make("Ann")["table"] for _ in range(2 * AT_ONCE + 1)]
    listing = server.services.listing
    with server.services.engine.begin() as connection:
        owner = connection.execute(
            text("SELECT owner FROM tables WHERE id = :id"), {"id": made[0]}
        ).scalar_one()
    *before, listed = listing.tables_of(owner, len(made))
    assert before == [None, None], "so often another may come in between"
    assert listed is not None
    assert {row["table"] for row in listed} == set(made)
    assert len(list(listing.tables_of(owner, len(made)))) == 1, "what is remembered takes one step"


@pytest.mark.parametrize(("seats", "kept"), [(1, 6), (2, 6), (6, 2)])
def test_so_many_tables_are_remembered_as_their_seats_allow(
    server: Serving, guest: Guest, monkeypatch: pytest.MonkeyPatch, seats: int, kept: int
) -> None:
    monkeypatch.setattr("limes.server.tables.listing.REMEMBERED", 6)
    monkeypatch.setattr("limes.server.tables.listing.SEATS_REMEMBERED", 12)
    listing = Listing(server.services.log)
    monkeypatch.setattr(server.services, "listing", listing)
    first, *_others = [guest.make(*"ABCDEF"[:seats])["table"] for _ in range(8)]
    for number in range(1, 4):  # again and again, of what is known and of what has changed
        assert len(guest.get("/tables")["tables"]) == 8
        assert len(listing._summaries) == kept
        play_until(first, dict.fromkeys(range(seats), guest), number, first=number)


@pytest.fixture
def statements(server: Serving) -> Any:
    asked: list[str] = []

    def hear(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        asked.append(statement)

    event.listen(server.services.engine, "before_cursor_execute", hear)
    yield asked
    event.remove(server.services.engine, "before_cursor_execute", hear)


def test_several_tables_take_no_more_statements_than_one(server: Serving, statements: list[str]) -> None:
    one, many = server.guest(), server.guest()
    one.make("Ann")
    for _ in range(AT_ONCE):
        many.make("Ann", "Bob")

    def asked(guest: Guest) -> int:
        statements.clear()
        guest.get("/tables")
        return len([each for each in statements if "FROM events" in each or "tables.setup" in each])

    assert asked(one) == asked(many)
    statements.clear()
    many.get("/tables")  # nothing has changed, so no table is read again
    assert not [each for each in statements if "FROM events" in each], (
        "what has not changed is not read again"
    )


def _first_turn(guest: Guest, table: str, seat: int) -> str:
    return str(guest.get(f"/tables/{table}/seats/{seat}")["offer"]["placements"][0]["at"])
