"""Results kept with the last card of each seat, and what *Me* shows of them."""

import asyncio
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from serving import Guest, Serving, first_turn, serving
from sqlalchemy import delete, select

from limes.rules import ROUNDS, parse_record
from limes.rules.records import split_records
from limes.server import problems
from limes.server.services import Services
from limes.server.store import Log
from limes.server.store.schema import RESULTS
from limes.server.tables import records_of
from limes.server.tables.old_results import fill_old_results
from limes.server.web import me_routes

AT = list(RESULTS.c).index(RESULTS.c.at)


def lay_first(guest: Guest, table: str, seat: int, number: int) -> None:
    guest.lay(table, seat, number, first_turn(guest.get(f"/tables/{table}/seats/{seat}")["offer"]))


def play(guest: Guest, table: str, *seats: int) -> None:
    for number in range(1, ROUNDS + 1):
        for seat in seats:
            lay_first(guest, table, seat, number)


def play_against_a_bot(guest: Guest, table: str) -> None:
    with guest.socket(table) as socket:
        for number in range(1, ROUNDS + 1):
            lay_first(guest, table, 0, number)
            while "opened" not in socket.until("event", kind="turn", round=number):
                pass


def stored(server: Serving) -> list[tuple[object, ...]]:
    with server.services.engine.begin() as connection:
        return [tuple(row) for row in connection.execute(select(RESULTS).order_by(*RESULTS.primary_key))]


def test_results_of_all_seats_are_kept_and_added_up(database: str) -> None:
    with serving(database) as server:
        ann = server.guest()
        tables = [ann.make(*seats)["table"] for seats in (("Ann",), ("Ann", "bot:greedy"), ("Ann", "Bob"))]
        play(ann, tables[0], 0)
        play_against_a_bot(ann, tables[1])
        play(ann, tables[2], 0, 1)
        ends = {table: ann.get(f"/tables/{table}")["result"]["seats"] for table in tables}
        assert {row[:2]: row[2] for row in stored(server)} == {
            (table, seat): each["total"] for table, seats in ends.items() for seat, each in enumerate(seats)
        }
        mine = ann.get("/me")
        totals = [seats[0]["total"] for seats in ends.values()]
        assert (mine["games"], mine["best"], mine["mean"]) == (3, max(totals), sum(totals) / 3)
        assert sum(mine["professions"].values()) == pytest.approx(mine["mean"])
        assert mine["curve"] == totals
        [greedy] = mine["bots"]
        assert (greedy["bot"], greedy["games"]) == ("greedy", 1)
        assert greedy["won"] == (ends[tables[1]][0]["place"] == 1)
        assert len(ann.http.get("/me/games.csv").text.splitlines()) == 4
        assert server.guest().get("/me")["games"] == 0


def test_what_a_review_found_is_kept(server: Serving, guest: Guest) -> None:
    tables = [guest.make("Ann")["table"] for _ in range(2)]
    for table in tables:
        play(guest, table, 0)
    assert guest.get("/me")["reviewed"] is None
    review = guest.get(f"/tables/{tables[0]}/coach?seat=0&wait=25")
    found = {"games": 1, "luck": review["luck"], "lost": review["lost"]}
    assert guest.get("/me")["reviewed"] == pytest.approx(found)
    lines = guest.http.get("/me/games.csv").text.splitlines()
    assert lines[0].endswith("luck,lost")
    assert lines[2].endswith(f",{float(review['luck'])},{float(review['lost'])}")
    assert lines[1].endswith(",,"), "of this one there is no review"


def two_people_in_the_last_round(server: Serving) -> tuple[Guest, Guest, str]:
    ann, bob = server.guest(), server.guest()
    made = ann.make("Ann", "-", stand_in="greedy")
    table = made["table"]
    bob.post(f"/tables/{table}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    for number in range(1, ROUNDS):
        for seat, player in enumerate((ann, bob)):
            lay_first(player, table, seat, number)
    return ann, bob, table


def test_a_game_counts_for_somebody_who_comes_back_after_a_bot_laid_the_last_card(server: Serving) -> None:
    ann, bob, table = two_people_in_the_last_round(server)
    with bob.socket(table) as socket:
        ann.post(f"/tables/{table}/leave")
        socket.until("event", kind="turn", round=ROUNDS)
    ann.post(f"/tables/{table}/return")
    lay_first(bob, table, 1, ROUNDS)
    assert ann.get("/me")["games"] == 1
    assert bob.get("/me")["bots"] == []


def test_a_game_does_not_count_for_somebody_for_whom_a_bot_laid_every_card(server: Serving) -> None:
    ann, bob = server.guest(), server.guest()
    made = ann.make("Ann", "-", stand_in="random")
    table = made["table"]
    bob.post(f"/tables/{table}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    with ann.socket(table) as socket:
        bob.post(f"/tables/{table}/leave")
        for number in range(1, ROUNDS + 1):
            socket.until("event", kind="turn", round=number, seat=1)
            if number == ROUNDS:
                bob.post(f"/tables/{table}/return")
            lay_first(ann, table, 0, number)
    assert bob.get("/me")["games"] == 0
    assert ann.get("/me")["games"] == 1


def test_a_game_does_not_count_for_somebody_who_leaves_after_the_last_card(server: Serving) -> None:
    ann, bob, table = two_people_in_the_last_round(server)
    lay_first(ann, table, 0, ROUNDS)
    ann.post(f"/tables/{table}/leave")
    lay_first(bob, table, 1, ROUNDS)
    assert ann.get("/me")["games"] == 0
    assert [each["bot"] for each in bob.get("/me")["bots"]] == ["greedy"]


def test_a_last_turn_taken_back_leaves_no_result(server: Serving, guest: Guest) -> None:
    table = guest.make("Ann", "Bob")["table"]
    for number in range(1, ROUNDS):
        for seat in (0, 1):
            lay_first(guest, table, seat, number)
    lay_first(guest, table, 0, ROUNDS)
    assert (table, 0) in {row[:2] for row in stored(server)}
    assert guest.get("/me")["games"] == 0, "it is not over"
    guest.post(f"/tables/{table}/seats/0/undo", {"round": ROUNDS, "attempt": 1})
    assert (table, 0) not in {row[:2] for row in stored(server)}


def test_results_of_older_games_are_filled_in(server: Serving, guest: Guest) -> None:
    play(guest, guest.make("Ann", "Bob")["table"], 0, 1)
    before = [row[:AT] for row in stored(server)]
    with server.services.engine.begin() as connection:
        connection.execute(delete(RESULTS))
    asyncio.run(fill_old_results(server.services.log))
    assert {row[:AT] for row in stored(server)} <= set(before)
    assert len(stored(server)) >= 2


def test_all_games_in_one_download(guest: Guest) -> None:
    tables = [guest.make("Ann")["table"] for _ in range(2)]
    for table in tables:
        play(guest, table, 0)
    records = guest.http.get("/me/games.txt").text.splitlines(keepends=True)
    games = [parse_record(record) for _line, record in split_records(records)]
    assert [game.id for game in games] == tables[::-1]
    assert all(game.finished for game in games)


def test_others_have_their_turn_while_many_games_are_written(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []

    def written_down(log: Log, table_ids: Sequence[str]) -> str:
        written.append(len(table_ids))
        return records_of(log, table_ids)

    monkeypatch.setattr(me_routes, "records_of", written_down)
    for _ in range(4):
        play(guest, guest.make("Ann")["table"], 0)
    assert guest.http.get("/me/games.txt").text.count("Players:") == 4
    assert len(written) > 1, "more than a few games are several pieces of work"


def test_a_download_is_refused_before_it_begins_or_not_at_all(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line of the address is full: at first, and then in the middle."""
    at_table, refused = Services.at_table, iter([True, False, True, True, False])

    async def full_now_and_then(services: Services, *asked: Any) -> Any:
        if next(refused):
            raise problems.too_fast(0)
        return await at_table(services, *asked)

    for _ in range(4):
        play(guest, guest.make("Ann")["table"], 0)
    monkeypatch.setattr(Services, "at_table", full_now_and_then)
    assert guest.refused("GET", "/me/games.txt") == (429, "too_fast")
    assert guest.http.get("/me/games.txt").text.count("Players:") == 4


def test_a_server_that_stops_waits_for_the_results_it_is_filling_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, done, done_before_the_end = threading.Event(), list[bool](), list[bool]()
    end = Services._end

    def ended(services: Services) -> None:
        done_before_the_end.append(bool(done))
        end(services)

    def slow(*_asked: object) -> list[str]:
        begun.set()
        time.sleep(0.3)
        done.append(True)
        return []

    monkeypatch.setattr("limes.server.tables.old_results.without_results", slow)
    monkeypatch.setattr(Services, "_end", ended)
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}"):
        assert begun.wait(30)
    assert done_before_the_end == [True], "a connection in use would stay open"
