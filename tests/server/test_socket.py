"""Sockets: acknowledged turns, numbered events, what was missed, who is there, who is waited for."""

import json
import time
from contextlib import suppress

import pytest
from serving import FAST, Guest, Serving, first_turn, serving
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed, InvalidStatus

from limes.server.tables.live import MOST_WAITING, Live


def test_a_turn_is_acknowledged_and_everybody_hears_of_it(server: Serving, guest: Guest) -> None:
    table = guest.make("Ann", "Bob")["table"]
    with guest.socket(table) as player, server.guest().socket(table) as watcher:
        welcome = player.until("table")
        assert watcher.until("table")["yours"] == []
        offer = welcome["yours"][0]["offer"]
        player.lay(0, 1, first_turn(offer), name="mine")
        assert player.until("ack")["number"] == 1
        heard = watcher.until("event")
        assert heard == {
            "type": "event",
            "number": 1,
            "kind": "turn",
            "at": heard["at"],
            "seat": 0,
            "round": 1,
            "stand_in": False,
            "running": welcome["running"],
            "waiting": [1],
        }
        player.lay(1, 1, "d4E")
        opened = watcher.until("event", number=2)
        assert opened["opened"]["turns"] == [first_turn(offer), "d4E"]
        assert opened["running"]["round"] == 2
        offers = [player.until("seat", seat=seat, round=2) for seat in (0, 1)]
        for each in offers:
            assert each["offer"]["card"] == opened["running"]["card"]


def test_after_a_drop_a_client_gets_just_what_it_missed(guest: Guest) -> None:
    table = guest.make("Ann", "Bob")["table"]
    for number, seat, turn in ((1, 0, "d4N"), (1, 1, "d4E"), (2, 1, "d5N")):
        guest.lay(table, seat, number, turn)
    with guest.socket(table, after=1) as again:
        assert again.receive() == {"type": "seats", "seats": [0, 1], "left": []}
        assert [again.receive()["number"] for _ in range(2)] == [2, 3]
        thinking, done = again.until("seat", seat=0), again.until("seat", seat=1)
        assert (thinking["laid"], thinking["answered"]) == (None, None)
        assert thinking["offer"]["card"] == done["answered"]["card"]
        assert (done["laid"], done["offer"]) == ("d5N", None)
        assert "d5N" in [placement["at"] for placement in done["answered"]["placements"]]
    with guest.socket(table, after=3) as again:
        assert [again.receive()["type"] for _ in range(4)] == ["seats", "seat", "seat", "presence"]
    with guest.socket(table, after=99) as lost:
        assert lost.receive()["type"] == "table"


def test_who_comes_to_a_table_that_is_built_anew_connects_again(
    server: Serving, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the socket would be open at a table at which nothing happens any more."""
    table = guest.make("Ann", "Bob")["table"]
    tables = server.services.tables
    kept_for = tables.kept_for

    async def kept_meanwhile(live: Live, who: str | None) -> list[int]:
        monkeypatch.undo()
        tables.forget([table])
        return await kept_for(live, who)

    monkeypatch.setattr(tables, "kept_for", kept_meanwhile)
    with guest.socket(table) as socket:
        guest.lay(table, 0, 1, "d4N")
        assert socket.closing_code() == 1012
    with guest.socket(table, after=0) as socket:
        assert socket.until("event")["number"] == 1


def test_who_missed_more_than_an_outbox_holds_gets_the_whole_table(guest: Guest) -> None:
    table = guest.make("Ann", "-", "-")["table"]
    for number in range(MOST_WAITING + 1):
        guest.post(f"/tables/{table}/seats/1/bot", {"bot": ("random", "greedy")[number % 2]})
    with guest.socket(table, after=0) as again:
        whole = again.receive()
        assert (whole["type"], whole["last"]) == ("table", MOST_WAITING + 1)
        assert again.receive()["type"] == "presence"
        again.send(type="ping")
        assert again.receive()["type"] == "pong"
    with guest.socket(table, after=MOST_WAITING) as again:
        assert [again.receive()["type"] for _ in range(4)] == ["seats", "event", "seat", "presence"]


def test_presence_is_told_when_somebody_comes_or_goes(server: Serving, guest: Guest) -> None:
    made = guest.make("Ann", "-")
    with server.guest().socket(made["table"]) as watcher:
        assert watcher.until("presence")["seats"] == []
        with guest.socket(made["table"]):
            assert watcher.until("presence")["seats"] == [0]
        assert watcher.until("presence")["seats"] == []


def test_who_joins_while_watching_gets_the_seat_on_the_same_socket(server: Serving, guest: Guest) -> None:
    made = guest.make("Ann", "-")
    bob = server.guest()
    bob.get("/tables")
    with bob.socket(made["table"]) as socket:
        socket.until("table")
        bob.post(f"/tables/{made['table']}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
        assert socket.until("event")["taken"] == {"kind": "person", "name": "Bob"}
        assert socket.until("seats")["seats"] == [1]
        assert socket.until("seat")["offer"]["placements"]
        socket.lay(1, 1, "d4N")
        assert socket.until("ack")["number"] == 2


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("no JSON", "malformed"),
        ("[]", "malformed"),
        ('{"type":"dance"}', "malformed"),
        ('{"type":"ping","more":1}', "malformed"),
        ('{"type":"turn","id":"x","seat":"0","round":1,"turn":"d4N"}', "malformed"),
        ('{"type":"turn","id":"x","seat":0,"round":1,"turn":"d4N","more":1}', "malformed"),
        ('{"type":"turn","id":"x","seat":0,"round":17,"turn":"d4N"}', "malformed"),
        ('{"type":"turn","id":"x","seat":1,"round":1,"turn":"d4N"}', "not_your_seat"),
        ('{"type":"turn","id":"x","seat":0,"round":3,"turn":"d4N"}', "round_not_open"),
        ('{"type":"turn","id":"x","seat":0,"round":1,"turn":"a1N"}', "illegal_turn"),
        ('{"type":"turn","id":"x","seat":0,"round":1,"turn":"hello"}', "not_a_turn"),
    ],
)
def test_what_is_wrong_gets_a_code_and_changes_nothing(guest: Guest, message: str, code: str) -> None:
    table = guest.make("Ann", "bot:random")["table"]
    guest.get(f"/tables/{table}/events?wait=10")
    with guest.socket(table) as socket:
        socket.connection.send(message)
        error = socket.until("error")
        assert error["code"] == code
        assert error["message"]
        socket.send(type="ping")
        assert socket.until("pong")
    assert guest.get(f"/tables/{table}")["last"] == 1


def test_a_pong_tells_the_servers_time(guest: Guest) -> None:
    table = guest.make("Ann")["table"]
    with guest.socket(table) as socket:
        before = time.time()
        socket.send(type="ping")
        assert before <= socket.until("pong")["now"] <= time.time()


def test_errors_speak_the_clients_language_by_header(guest: Guest) -> None:
    table = guest.make("Ann")["table"]
    with guest.socket(table, headers={"accept-language": "de-AT, en"}) as socket:
        socket.lay(0, 1, "d4N:d4ne>d4nw")
        assert socket.until("error")["message"] == "auf d4ne steht kein Arbeiter"


def test_errors_speak_the_clients_language_by_address_where_no_header_can_be_set(guest: Guest) -> None:
    table = guest.make("Ann")["table"]
    with guest.socket(table, lang="de") as socket:
        socket.lay(0, 1, "d4N:d4ne>d4nw")
        assert socket.until("error")["message"] == "auf d4ne steht kein Arbeiter"


def test_a_message_too_large_or_not_text_ends_the_socket(guest: Guest) -> None:
    table = guest.make("Ann")["table"]
    for message, code in (("x" * 5000, 1009), (b"bytes", 1003)):
        with guest.socket(table) as socket:
            socket.connection.send(message)
            assert socket.closing_code() == code


def test_a_table_that_is_not_there_is_said_and_closed(guest: Guest) -> None:
    with guest.socket("nowhere12345") as socket:
        assert socket.receive()["code"] == "no_table"
        assert socket.closing_code() == 4404


def test_nor_is_one_that_not_every_database_can_be_asked_for(database: str) -> None:
    with serving(database) as server:
        with server.guest().socket("%00nowhere12345") as socket:
            assert socket.receive()["code"] == "no_table"
        assert not server.services.log.health.doubted.is_set()


def test_pages_of_other_sites_get_no_socket(guest: Guest, caplog: pytest.LogCaptureFixture) -> None:
    table = guest.make("Ann")["table"]
    with pytest.raises(InvalidStatus) as refused:
        guest.socket(table, headers={"origin": "https://elsewhere.example"})
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body)["error"]["code"] == "foreign_origin"
    assert "content-security-policy" in refused.value.response.headers
    with guest.socket(table, headers={"origin": guest.url}) as socket:
        assert socket.receive()["type"] == "table"
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_table_that_cannot_be_replayed_is_said_and_no_error(
    server: Serving, guest: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    table = guest.make("Ann", "Bob")["table"]
    offer = guest.get(f"/tables/{table}/seats/0")["offer"]
    guest.lay(table, 0, 1, first_turn(offer))
    with server.services.engine.execution_options(writing=True).begin() as connection:
        connection.execute(text("UPDATE events SET round = 9 WHERE table_id = :table"), {"table": table})
    server.loop.call_soon_threadsafe(server.services.tables.forget, [table])
    with guest.socket(table) as socket:
        assert socket.receive()["code"] == "refused"
        assert socket.closing_code() == 4422
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_stop_sends_clients_away_to_connect_again(tmp_path: object) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as server:
        guest = server.guest()
        table = guest.make("Ann")["table"]
        socket = guest.socket(table)
        socket.until("table")
        socket.lay(0, 1, "d4N")
        socket.until("ack")
        server.server.should_exit = True
        assert socket.closing_code() == 1012
        socket.close()


def test_sockets_of_one_address_are_limited(tmp_path: object) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", **(FAST | {"sockets_an_address": 2})) as server:
        guest = server.guest()
        table = guest.make("Ann")["table"]
        with guest.socket(table), guest.socket(table) as second:
            second.receive()
            with pytest.raises(InvalidStatus) as refused:
                guest.socket(table)
            assert refused.value.response.status_code == 429
            assert json.loads(refused.value.response.body)["error"]["code"] == "too_many_sockets"


@pytest.mark.parametrize("message", ['{"type":"ping"}', "no JSON", '{"type":"turn"}'])
def test_who_floods_a_socket_is_told_and_then_not_heard_any_more(tmp_path: object, message: str) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", **(FAST | {"rate_factor": 0.1})) as server:
        guest = server.guest()
        table = guest.make("Ann")["table"]
        with guest.socket(table) as socket:
            with suppress(ConnectionClosed):
                for _ in range(100):
                    socket.connection.send(message)
            assert socket.closing_code() == 1008
            assert "".join(socket.seen).count('"too_fast"') == 20


def test_too_many_connections_at_once_are_told_when_to_come_again(tmp_path: object) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", **(FAST | {"rate_factor": 0.02})) as server:
        guest = server.guest()
        table = guest.make("Ann")["table"]
        guest.socket(table).close()
        with pytest.raises(InvalidStatus) as refused:
            guest.socket(table)
        assert refused.value.response.status_code == 429
        assert int(refused.value.response.headers["retry-after"]) >= 1
