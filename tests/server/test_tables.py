"""Tables as people use them: seats, links, rounds, bots, the end of a game, and playing again."""

import time
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from serving import Guest, Serving, first_turn, serving
from sqlalchemy.exc import OperationalError
from web.tables import play_until

from limes.rules import ROUNDS, STANDARD, parse_record
from limes.server import problems
from limes.server.entries import Entry, Outcome, Stale
from limes.server.game import Table, views
from limes.server.protocol import tables as messages
from limes.server.tables import LiveTables
from limes.server.web import table_routes


def offer_of(guest: Guest, table: str, seat: int) -> dict[str, object]:
    seen = guest.get(f"/tables/{table}/seats/{seat}")
    messages.OwnSeat.model_validate(seen)
    offer: dict[str, object] = seen["offer"]
    return offer


def play_to_the_end(guest: Guest, table: str, seats: int) -> None:
    for number in range(1, 17):
        for seat in range(seats):
            guest.lay(table, seat, number, first_turn(offer_of(guest, table, seat)))


def test_one_browser_plays_two_seats_to_the_end(guest: Guest) -> None:
    made = guest.make("Red", "Black", variants=["ferryman"])
    table = made["table"]
    begun = guest.get(f"/tables/{table}")
    messages.OwnTable.model_validate(begun)
    assert begun["running"]["round"] == 1
    assert begun["waiting"] == [0, 1]
    assert begun["result"] is None
    play_to_the_end(guest, table, 2)
    ended = guest.get(f"/tables/{table}")
    messages.OwnTable.model_validate(ended)
    result = ended["result"]
    promised = sha256(f"{result['nonce']}:{' '.join(map(str, result['cards']))}".encode()).hexdigest()
    assert promised == begun["commitment"]
    assert [round_["card"] for round_ in ended["rounds"]] == result["cards"]
    game = parse_record(result["record"])
    assert game.finished
    assert [seat["total"] for seat in result["seats"]] == [score.total for score in game.scores()]
    assert [seat["place"] for seat in result["seats"]] == game.places()
    assert guest.http.get(f"/tables/{table}/record").text == result["record"]
    assert guest.refused("POST", f"/tables/{table}/seats/0/turns", {"round": 16, "turn": "d4N"}) == (
        409,
        "game_over",
    )


def test_an_open_seat_is_taken_by_its_link_and_the_game_begins(server: Serving, guest: Guest) -> None:
    made = guest.make("Ann", "-")
    table = made["table"]
    assert guest.get(f"/tables/{table}")["running"] is None
    refused = guest.refused("POST", f"/tables/{table}/seats/0/turns", {"round": 1, "turn": "d4N"})
    assert refused == (409, "not_begun")
    bob = server.guest()
    path = f"/tables/{table}/seats/1"
    assert bob.refused("POST", path, {"name": "Bob", "invitation": "guessed"}) == (403, "not_invited")
    assert bob.get(f"/tables/{table}")["invitation"] is None
    token = bob.post(path, {"name": "Bob", "invitation": made["invitation"]})["token"]
    assert bob.refused("POST", path, {"name": "Eve", "invitation": made["invitation"]}) == (409, "seat_taken")
    assert guest.get(f"/tables/{table}")["seats"][1]["name"] == "Bob"
    assert bob.get(f"/tables/{table}")["running"]["round"] == 1
    assert guest.refused("POST", f"{path}/turns", {"round": 1, "turn": "d4N"}) == (403, "not_your_seat")
    program = server.guest(token)
    assert program.lay(table, 1, 1, "d4N") == 2
    assert bob.lay(table, 1, 1, "d4N") == 2


def test_a_private_link_brings_the_seat_to_another_device(server: Serving, guest: Guest) -> None:
    table = guest.make("Ann")["table"]
    token = guest.post(f"/tables/{table}/seats/0/link")["token"]
    phone = server.guest()
    assert phone.refused("GET", f"/tables/{table}/seats/0") == (403, "not_your_seat")
    assert phone.refused("POST", f"/tables/{table}/claim", {"token": "guessed"}) == (403, "not_invited")
    assert phone.post(f"/tables/{table}/claim", {"token": token}) == {"seat": 0}
    assert phone.get("/tables")["tables"][0]["yours"] == [0]
    guest.post(f"/tables/{table}/seats/0/link")
    assert server.guest(token).refused("GET", f"/tables/{table}/seats/0") == (403, "not_your_seat")
    assert phone.lay(table, 0, 1, "d4N") == 2  # after the event of the claim


def test_a_new_link_is_told_although_nothing_can_be_read_after_it(
    server: Serving, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The link before it has ended: whoever heard of neither would have none."""
    table = guest.make("Ann")["table"]
    before = guest.post(f"/tables/{table}/seats/0/link")["token"]
    with guest.socket(table) as socket:
        with monkeypatch.context() as out_of_reach:
            out_of_reach.setattr(LiveTables, "refresh", AsyncMock(side_effect=problems.log_unreachable()))
            token = guest.post(f"/tables/{table}/seats/0/link")["token"]
        assert socket.closing_code() == 1012, "it might not hear who holds the seat"
    assert server.guest(token).lay(table, 0, 1, "d4N")
    assert server.guest(before).refused("GET", f"/tables/{table}/seats/0") == (403, "not_your_seat")


def test_a_guest_finds_the_own_tables_again(server: Serving) -> None:
    ann = server.guest()
    first, second = ann.make("Ann", "-")["table"], ann.make("Ann", "bot:random")["table"]
    listed = ann.get("/tables")["tables"]
    assert [table["table"] for table in listed] == [second, first]
    assert listed[1]["players"] == ["Ann", ""]
    assert server.guest().get("/tables") == {"tables": []}


def test_bots_lay_by_themselves(guest: Guest) -> None:
    table = guest.make("Ann", "bot:greedy", "bot:random")["table"]
    for number in range(1, 17):
        guest.lay(table, 0, number, first_turn(offer_of(guest, table, 0)))
        wait_for(
            guest,
            table,
            lambda seen, number=number: seen["running"] is None or seen["running"]["round"] > number,
        )
    assert parse_record(guest.get(f"/tables/{table}")["result"]["record"]).players[1] == "greedy (bot)"


def wait_for(guest: Guest, table: str, done: object, seconds: float = 10) -> dict[str, object]:
    end = time.monotonic() + seconds
    while True:
        seen: dict[str, object] = guest.get(f"/tables/{table}")
        if done(seen):  # type: ignore[operator]
            return seen
        assert time.monotonic() < end, seen
        time.sleep(0.02)


def test_the_owner_hands_a_seat_to_a_bot_and_nobody_else_does(server: Serving, guest: Guest) -> None:
    table = guest.make("Ann", "-")["table"]
    path = f"/tables/{table}/seats/1/bot"
    assert server.guest().refused("POST", path, {"bot": "random"}) == (403, "not_the_owner")
    assert guest.refused("POST", path, {"bot": "nobody"}) == (422, "bad_seat")
    guest.post(path, {"bot": "random"})
    guest.post(path, {"bot": "random"})
    wait_for(guest, table, lambda seen: seen["waiting"] == [0])
    guest.post(f"/tables/{table}/seats/0/bot", {"bot": "random"})
    seen = wait_for(guest, table, lambda seen: seen["result"])
    assert [seat["kind"] for seat in seen["seats"]] == ["bot", "bot"]  # type: ignore[attr-defined]
    assert guest.refused("POST", path, {"bot": "greedy"}) == (409, "game_over")


def test_when_the_time_is_over_a_stand_in_lays_and_the_person_may_come_back(database: str) -> None:
    with serving(database) as server:
        guest, bob = server.guest(), server.guest()
        made = guest.make("Ann", "-", seconds=5, stand_in="random")
        table = made["table"]
        bob.post(f"/tables/{table}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
        guest.lay(table, 0, 1, "d4N")
        live = server.services.tables.known(table)
        assert live
        assert live.timer
    with serving(database, takeover_seconds=0) as server:
        guest, bob = server.welcome(guest), server.welcome(bob)
        seen = wait_for(guest, table, lambda seen: seen["running"]["round"] == 2)
        events = guest.get(f"/tables/{table}/events")["events"]
        assert [event["stand_in"] for event in events if event["kind"] == "turn"] == [False, True]
        for seat, player in enumerate((guest, bob)):
            player.lay(table, seat, 2, first_turn(offer_of(player, table, seat)))
        assert guest.get(f"/tables/{table}")["running"]["round"] == 3
        assert seen["seats"][1]["kind"] == "person"  # type: ignore[index]


def test_people_who_share_a_screen_share_no_clock(guest: Guest) -> None:
    people = [{"kind": "person", "name": name} for name in ("Ann", "Bob")]
    refused = guest.refused("POST", "/tables", {"seats": people, "seconds": 60})
    assert refused == (422, "shared_clock")
    assert guest.make("Ann", "Bob")["table"]
    assert guest.make("Ann", "-", "bot:random", seconds=60)["table"]


def test_a_rematch_seats_the_same_people_whoever_asks(server: Serving, guest: Guest) -> None:
    made = guest.make("Ann", "-", "bot:random")
    table, bob = made["table"], server.guest()
    bob.post(f"/tables/{table}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    assert guest.refused("POST", f"/tables/{table}/rematch") == (409, "not_finished")
    for number in range(1, 17):
        for player, seat in ((guest, 0), (bob, 1)):
            wait_for(player, table, lambda seen, number=number: seen["running"]["round"] == number)
            player.lay(table, seat, number, first_turn(offer_of(player, table, seat)))
    wait_for(guest, table, lambda seen: seen["result"])
    assert server.guest().refused("POST", f"/tables/{table}/rematch") == (403, "not_your_seat")
    again = guest.post(f"/tables/{table}/rematch")["table"]
    assert bob.post(f"/tables/{table}/rematch") == {"table": again}
    assert guest.get(f"/tables/{table}")["rematch"] == again
    seen = bob.get(f"/tables/{again}")
    assert [seat["name"] for seat in seen["seats"]] == ["Ann", "Bob", "random (bot)"]
    assert [own["seat"] for own in seen["yours"]] == [1]
    assert seen["commitment"] != guest.get(f"/tables/{table}")["commitment"]


def test_a_game_that_only_the_stand_in_played_is_nobodys_and_takes_nobody_along(
    server: Serving, guest: Guest
) -> None:
    """Else somebody could have games played in another's name, one rematch after the other."""
    made = guest.make("Ann", "-", seconds=3600, stand_in="random")
    table, bob = made["table"], server.guest()
    bob.post(f"/tables/{table}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    for number in range(1, 17):
        guest.lay(table, 0, number, first_turn(offer_of(guest, table, 0)))
        live = server.services.tables.known(table)
        assert live
        server.loop.call_soon_threadsafe(server.services.bot_turns._time_is_over, live, number)
        wait_for(guest, table, lambda seen, number=number: len(seen["rounds"]) == number)
    assert (guest.get("/me")["games"], bob.get("/me")["games"]) == (1, 0)
    again = guest.get(f"/tables/{guest.post(f'/tables/{table}/rematch')['table']}")
    assert [seat["kind"] for seat in again["seats"]] == ["person", "open"]
    assert [row["table"] for row in bob.get("/tables")["tables"]] == [table]


def test_a_table_goes_on_after_a_restart_with_the_same_cards(database: str) -> None:
    with serving(database) as server:
        guest = server.guest()
        table = guest.make("Ann", "Bob")["table"]
        guest.lay(table, 0, 1, "d4N+ne")
        before = guest.get(f"/tables/{table}")
    with serving(database) as server:
        guest = server.welcome(guest)
        assert guest.get(f"/tables/{table}") == before
        guest.lay(table, 1, 1, "d4N")
        assert guest.get(f"/tables/{table}")["running"]["round"] == 2


@pytest.mark.parametrize(
    "name",
    [
        "standard",
        "Standard",
        "st\u0430nd\u0430rd",
        "standa\u0433d",
        "standard\u3164",
        "standard\u2800",
        "\u0455t\u1c80ndard",
        "standar\u146f",
        "\u13d5TANDARD",
        "standard\xb7",
    ],
)
def test_other_cards_are_not_called_the_standard_deck(guest: Guest, name: str) -> None:
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
    others = {"name": name, "cards": ["ffff"] * 16}
    assert guest.refused("POST", "/tables", {"seats": seats, "deck": others}) == (422, "bad_deck")
    same = {"name": name, "cards": list(STANDARD.faces)}
    assert guest.post("/tables", {"seats": seats, "deck": same})["table"]


@pytest.mark.parametrize("name", ["Standort", "standar", "standards", "Staндарт"])
def test_other_words_are_names_of_decks(guest: Guest, name: str) -> None:
    others = {"name": name, "cards": ["ffff"] * 16}
    assert guest.post("/tables", {"seats": [{"kind": "person", "name": "Ann"}], "deck": others})["table"]


def test_another_deck_is_played_with_its_own_cards(guest: Guest) -> None:
    cards = ["ffff", "wwww", "tttt", "rrrr"] * 4
    table = guest.make("Ann", deck={"name": "plain", "cards": cards})["table"]
    seen = guest.get(f"/tables/{table}")
    assert seen["deck"] == {"name": "plain", "cards": cards}
    assert seen["running"]["face"] == cards[seen["running"]["card"] - 1]
    bad = {"seats": [{"kind": "person", "name": "Ann"}], "deck": {"name": "bad", "cards": ["ffWf"] * 16}}
    assert guest.refused("POST", "/tables", bad) == (422, "bad_table")


@pytest.mark.parametrize(
    ("turn", "code"), [("d5N", "illegal_turn"), ("d4X", "not_a_turn"), ("d4N:d4ne>d4nw", "illegal_turn")]
)
def test_a_turn_against_the_rules_is_refused_in_the_words_of_the_rules(
    guest: Guest, turn: str, code: str
) -> None:
    table = guest.make("Ann")["table"]
    path = f"/tables/{table}/seats/0/turns"
    assert guest.refused("POST", path, {"round": 1, "turn": turn}) == (422, code)
    response = guest.http.post(
        path, json={"round": 1, "turn": "d5N"}, headers={"accept-language": "xx, en;q=0.5"}
    )
    assert response.json()["error"]["message"] == "the first card goes on d4, not on d5"


def test_early_late_repeated_and_changed_turns_change_nothing(guest: Guest) -> None:
    table = guest.make("Ann", "Bob")["table"]
    path = f"/tables/{table}/seats/0/turns"
    assert guest.refused("POST", path, {"round": 2, "turn": "d4N"}) == (409, "round_not_open")
    assert guest.lay(table, 0, 1, "d4N") == guest.lay(table, 0, 1, "d4N") == 1
    assert guest.refused("POST", path, {"round": 1, "turn": "d4E"}) == (409, "already_laid")
    guest.lay(table, 1, 1, "d4N")
    assert guest.lay(table, 0, 1, "d4N") == 1
    assert guest.refused("POST", path, {"round": 1, "turn": "d4E"}) == (409, "round_over")
    assert guest.refused("POST", f"/tables/{table}/seats/7/turns", {"round": 1, "turn": "d4E"}) == (
        404,
        "no_seat",
    )
    assert guest.refused("GET", "/tables/nowhere12345") == (404, "no_table")
    assert guest.get(f"/tables/{table}")["last"] == 2


def test_many_events_come_in_parts(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer is written while everybody else waits, and turns can be taken back very often."""
    monkeypatch.setattr(table_routes, "MOST_EVENTS", 2)
    table = guest.make("Ann", "Bob")["table"]
    for seat, number in ((0, 1), (1, 1), (0, 2)):
        guest.lay(table, seat, number, first_turn(offer_of(guest, table, seat)))
    parts = [guest.get(f"/tables/{table}/events?after={after}") for after in (0, 2, 3)]
    assert [[event["number"] for event in part["events"]] for part in parts] == [[1, 2], [3], []]
    assert [part["last"] for part in parts] == [2, 3, 3]


def test_what_many_wait_for_is_told_once(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    table = guest.make("Ann")["table"]
    play_until(table, {0: guest}, ROUNDS)
    told: list[str] = []
    result = views.result

    def told_result(of: Table) -> views.Json:
        told.append(of.id)
        return result(of)

    monkeypatch.setattr(views, "result", told_result)
    answers = [guest.get(f"/tables/{table}/events?after={ROUNDS - 1}") for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0]["events"][0]["result"]["seats"]
    assert told == [table]


def test_events_are_waited_for(server: Serving, guest: Guest) -> None:
    table = guest.make("Ann", "bot:random")["table"]
    found = guest.get(f"/tables/{table}/events?after=0&wait=10")
    messages.Events.model_validate(found)
    assert [event["number"] for event in found["events"]] == [1]
    assert guest.get(f"/tables/{table}/events?after=1&wait=0.05")["events"] == []


def finished_solo(guest: Guest) -> str:
    table = str(guest.make("Ann")["table"])
    play_to_the_end(guest, table, 1)
    return table


def test_the_result_comes_with_the_last_round_also_after_a_rematch(guest: Guest) -> None:
    table = finished_solo(guest)
    guest.post(f"/tables/{table}/rematch")
    last, rematch = guest.get(f"/tables/{table}/events?after=15")["events"]
    messages.EventView.model_validate(last)
    assert last["result"]["seats"][0]["place"] == 1
    assert rematch["kind"] == "rematch"
    assert "result" not in rematch
    with guest.socket(table, after=15) as socket:
        assert socket.until("event")["result"] == last["result"]


def test_a_rematch_asked_for_again_gives_no_seat_back_that_was_handed_over(guest: Guest) -> None:
    table = finished_solo(guest)
    again = guest.post(f"/tables/{table}/rematch")["table"]
    guest.post(f"/tables/{again}/seats/0/bot", {"bot": "random"})
    assert guest.post(f"/tables/{table}/rematch") == {"table": again}
    assert guest.get(f"/tables/{again}")["yours"] == []


def test_a_program_plays_the_rematch_with_the_token_it_has(server: Serving) -> None:
    made = server.guest().make("Ann", "Bob")
    programs = [server.guest(made["tokens"][str(seat)]) for seat in (0, 1)]
    for number in range(1, 17):
        for seat, program in enumerate(programs):
            offer = offer_of(program, made["table"], seat)
            program.lay(made["table"], seat, number, first_turn(offer))
    again = programs[0].post(f"/tables/{made['table']}/rematch")["table"]
    for seat, program in enumerate(programs):
        assert program.lay(again, seat, 1, "d4N") == seat + 1


def test_a_rematch_counts_as_a_table(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", tables_a_guest=1) as server:
        guest = server.guest()
        table = finished_solo(guest)
        other = guest.make("Ann")["table"]
        assert guest.refused("POST", f"/tables/{table}/rematch") == (429, "too_many_tables")
        play_to_the_end(guest, other, 1)
        again = guest.post(f"/tables/{table}/rematch")
        assert guest.post(f"/tables/{table}/rematch") == again


def test_who_joins_while_the_log_breaks_has_the_seat(server: Serving, guest: Guest) -> None:
    made = guest.make("Ann", "-")
    log = server.services.log
    write = log.write
    tried: list[object] = []

    def broken_after_the_commit(*wanted: Any) -> Any:
        outcomes = write(*wanted)
        tried.append(outcomes)
        if len(tried) == 1:
            raise OperationalError("COMMIT", {}, Exception("the connection is lost"))
        return outcomes

    log.write = broken_after_the_commit  # type: ignore[assignment, method-assign]
    bob = server.guest()
    joined = {"name": "Bob", "invitation": made["invitation"]}
    token = bob.post(f"/tables/{made['table']}/seats/1", joined)["token"]
    log.write = write  # type: ignore[method-assign]
    assert len(tried) > 1
    assert server.guest(token).lay(made["table"], 1, 1, "d4N") == 2


def test_a_link_that_ended_ends_on_open_sockets_too(server: Serving, guest: Guest) -> None:
    made = guest.make("Ann", "Bob")
    with server.guest(made["tokens"]["0"]).socket(made["table"]) as socket:
        socket.until("table")
        guest.post(f"/tables/{made['table']}/seats/0/link")
        assert socket.until("seats")["seats"] == []
        socket.lay(0, 1, "d4N")
        assert socket.until("error")["code"] == "not_your_seat"


def test_a_claimed_seat_comes_to_the_open_socket(server: Serving, guest: Guest) -> None:
    made = guest.make("Ann")
    phone = server.guest()
    phone.get("/tables")
    with phone.socket(made["table"]) as socket:
        socket.until("table")
        phone.post(f"/tables/{made['table']}/claim", {"token": made["tokens"]["0"]})
        assert socket.until("seats")["seats"] == [0]
        assert socket.until("seat")["offer"]


def test_where_a_table_never_stops_changing_people_are_asked_to_try_again(
    server: Serving, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = guest.make("Ann", "Bob")["table"]
    guest.lay(table, 0, 1, "d4N")

    async def too_late(_entry: Entry) -> Outcome:
        return Stale()

    monkeypatch.setattr(server.services.writer, "append", too_late)
    turn = {"round": 1, "turn": "d4N"}
    for path, body in (("seats/0/undo", {"round": 1}), ("seats/1/turns", turn), ("leave", None)):
        assert guest.refused("POST", f"/tables/{table}/{path}", body) == (503, "busy")
