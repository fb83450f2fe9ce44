"""Several processes on one PostgreSQL: a table is the same at each of them, and outlives any of them."""

import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from postgres import Postgres
from serving import Guest, Serving, first_turn, serving, wait_until
from sqlalchemy import text
from structlog.testing import capture_logs

from limes.rules import LimesError
from limes.server.store import NOT_FOR_LONG, ComparedClock, Log, clocks, open_engine
from limes.server.tables import check, other_processes, overdue


@pytest.fixture
def shared(postgres: Postgres) -> str:
    return postgres.new_database(f"shared{time.monotonic_ns()}")


def test_who_plays_at_one_process_is_seen_at_another(shared: str) -> None:
    with serving(shared) as here, serving(shared) as there:
        guest = here.guest()
        table = guest.make("Ann", "Bob")["table"]
        away = there.welcome(guest)
        with guest.socket(table) as one, away.socket(table) as other:
            one.until("presence", seats=[0, 1])
            other.until("table")
            one.lay(0, 1, "d4N")
            one.until("ack")
            assert other.until("event")["waiting"] == [1]
            other.lay(1, 1, "d4E")
            other.until("ack")
            assert one.until("event", number=2)["opened"]["turns"] == ["d4N", "d4E"]
            other.lay(0, 2, first_turn(away.get(f"/tables/{table}/seats/0")["offer"]))
            assert other.until("ack")["number"] == 3
            one.until("event", number=3)


def test_a_database_that_was_made_in_the_locale_c_keeps_every_letter(postgres: Postgres) -> None:
    database = postgres.new_database(f"bytes{time.monotonic_ns()}", "SQL_ASCII")
    with serving(database) as here, serving(database) as there:
        guest = here.guest()
        table = guest.make("Zoë 🌲", "Řehoř")["table"]
        with there.welcome(guest).socket(table) as socket:
            assert [seat["name"] for seat in socket.until("table")["seats"]] == ["Zoë 🌲", "Řehoř"]
            guest.lay(table, 0, 1, "d4N")
            assert socket.until("event")["waiting"] == [1]


def test_a_process_that_is_behind_catches_up_before_it_refuses(shared: str) -> None:
    with serving(shared) as here, serving(shared) as there:
        assert there.services.others
        guest = here.guest()
        table = guest.make("Ann")["table"]
        away = there.welcome(guest)
        away.get(f"/tables/{table}")
        deafen(there)
        guest.lay(table, 0, 1, "d4N")
        assert away.lay(table, 0, 2, "d5N") == 2


def test_behind_a_pooler_processes_listen_at_the_database_itself(shared: str) -> None:
    direct = f"{shared}?application_name=direct"
    with serving(shared, listen_database=direct) as here, serving(shared, listen_database=direct) as there:
        guest = here.guest()
        table = guest.make("Ann", "Bob")["table"]
        with there.welcome(guest).socket(table) as socket:
            socket.until("table")
            guest.lay(table, 0, 1, "d4N")
            assert socket.until("event")["waiting"] == [1]
        with here.services.engine.connect() as connection:
            listening = connection.execute(
                text("SELECT application_name FROM pg_stat_activity WHERE query LIKE 'LISTEN %'")
            )
            assert set(listening.scalars()) == {"direct"}


@pytest.mark.parametrize("pooled", [False, True])
def test_behind_a_pooler_no_statement_is_prepared(shared: str, pooled: bool) -> None:
    engine = open_engine(shared, pooled=pooled)
    with engine.connect() as connection:
        for _ in range(10):
            connection.execute(text("SELECT 1"))
        prepared = connection.execute(text("SELECT count(*) FROM pg_prepared_statements")).scalar()
    engine.dispose()
    assert (prepared == 0) == pooled


def deafen(server: Serving) -> None:
    """This process hears nothing of the others any more."""
    assert server.services.others
    server.services.others._hear = lambda tables, payload: None  # type: ignore[method-assign]


def test_the_same_seat_at_two_processes_has_one_turn(shared: str) -> None:
    with serving(shared) as here, serving(shared) as there:
        guest = here.guest()
        table = guest.make("Ann", "Bob")["table"]
        away = there.welcome(guest)
        away.get(f"/tables/{table}")
        deafen(there)
        guest.lay(table, 0, 1, "d4N")
        assert away.lay(table, 0, 1, "d4N") == 1
        path = f"/tables/{table}/seats/0/turns"
        assert away.refused("POST", path, {"round": 1, "turn": "d4E"}) == (409, "already_laid")


def test_bots_of_a_process_that_died_are_taken_over_but_not_at_once(shared: str) -> None:
    with serving(shared) as here, serving(shared, takeover_seconds=0.5) as there:
        guest = here.guest()
        table = guest.make("Ann", "bot:random")["table"]
        guest.get(f"/tables/{table}/events?wait=10")
        there.welcome(guest).get(f"/tables/{table}")
        silence(here)
        guest.lay(table, 0, 1, "d4N")
        began = time.monotonic()
        wait_for_events(there, table, 3)
        assert time.monotonic() - began >= 0.4


def silence(server: Serving) -> None:
    """This process stores turns, but does nothing of its own any more, as if it had died just then."""
    server.services.bot_turns.stop()


def wait_for_events(server: Serving, table: str, number: int) -> None:
    """Looks into the log: nobody opens the table."""
    wait_until(lambda: len(server.services.log.events(table, 0)) >= number)


def test_a_round_ends_though_the_process_with_its_clock_died(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(overdue, "SWEEP", 0.1)
    with serving(shared) as here, serving(shared) as there:
        guest = here.guest()
        table = guest.make("Ann", "-", seconds=5, stand_in="random")
        joined = {"name": "Bob", "invitation": table["invitation"]}
        guest.post(f"/tables/{table['table']}/seats/1", joined)
        live = here.services.tables.known(table["table"])
        assert live
        assert live.timer
        silence(here)
        here.services.tables._lives.clear()
        live.timer.cancel()
        time.sleep(0.3)
        assert there.services.tables.known(table["table"]) is None
        wait_for_events(there, table["table"], 3)
        stood_in = there.services.log.events(table["table"], 1)
        assert [(event.seat, event.stand_in) for event in stood_in] == [(0, True), (1, True)]


def test_what_happens_while_another_process_reads_the_table_is_heard_there(shared: str) -> None:
    with serving(shared) as here, serving(shared) as there:
        made = here.guest().make("Ann", "Bob")
        table = made["table"]
        ann, bob = here.guest(made["tokens"]["0"]), there.guest(made["tokens"]["1"])
        here.guest(made["tokens"]["1"]).lay(table, 1, 1, "d4N")
        read = there.services.log.load

        def slowly(table_id: str) -> Any:
            found = read(table_id)
            ann.lay(table, 0, 1, "d4N")
            time.sleep(0.2)
            return found

        there.services.log.load = slowly  # type: ignore[method-assign]
        with bob.socket(table) as socket:
            caught_up = socket.until("table")["last"] == 2  # on a slow machine, before the socket is answered
            assert caught_up or socket.until("event")["opened"]["turns"] == ["d4N", "d4N"]


def test_a_notice_that_was_lost_is_made_good_by_the_heartbeat(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(other_processes, "HEARTBEAT", 0.2)
    with serving(shared) as here, serving(shared) as there:
        guest = here.guest()
        table = guest.make("Ann", "Bob")["table"]
        with there.welcome(guest).socket(table) as socket:
            socket.until("table")
            deafen(there)
            guest.lay(table, 0, 1, "d4N")
            assert socket.until("event")["number"] == 1


def test_a_notice_that_was_lost_is_made_good_where_nobody_is_connected(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(other_processes, "HEARTBEAT", 0.2)
    with serving(shared) as here, serving(shared) as there:
        guest = here.guest()
        table = guest.make("Ann", "Bob")["table"]
        away = there.welcome(guest)
        away.get(f"/tables/{table}")
        deafen(there)
        guest.lay(table, 0, 1, "d4N")
        assert _comes(away, table)


def _comes(guest: Guest, table: str) -> bool:
    """Whether the first event is seen before long, by one look after the other."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if guest.get(f"/tables/{table}")["last"]:
            return True
        time.sleep(0.05)
    return False


def test_who_listens_notices_a_network_that_swallows_everything(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, Any]] = []
    connect = psycopg.AsyncConnection.connect

    async def noted(*address: Any, **options: Any) -> Any:
        asked.append(options)
        return await connect(*address, **options)

    monkeypatch.setattr(psycopg.AsyncConnection, "connect", noted)
    with serving(shared) as here:
        here.guest().make("Ann")
    assert asked
    assert all(options.items() >= NOT_FOR_LONG.items() for options in asked)


def test_events_that_only_another_process_knows_are_read(shared: str) -> None:
    with serving(shared) as here, serving(shared) as there:
        guest = here.guest()
        table = guest.make("Ann", "Bob")["table"]
        away = there.welcome(guest)
        away.get(f"/tables/{table}")
        deafen(there)
        guest.lay(table, 0, 1, "d4N")
        guest.lay(table, 1, 1, "d4N")
        assert away.get(f"/tables/{table}/events?after=2")["last"] == 2


def test_a_game_that_began_or_ended_elsewhere_is_known_before_anything_is_refused(shared: str) -> None:
    with serving(shared) as here, serving(shared) as there:
        guest = here.guest()
        made = guest.make("Ann", "-")
        table = made["table"]
        away = there.welcome(guest)
        away.get(f"/tables/{table}")
        deafen(there)
        joined = {"name": "Bob", "invitation": made["invitation"]}
        guest.post(f"/tables/{table}/seats/1", joined)
        assert away.refused("POST", f"/tables/{table}/seats/1", joined) == (409, "seat_taken")
        assert away.lay(table, 0, 1, "d4N") == 2
        alone = guest.make("Ann")["table"]
        away.get(f"/tables/{alone}")
        for number in range(1, 17):
            guest.lay(alone, 0, number, first_turn(guest.get(f"/tables/{alone}/seats/0")["offer"]))
        assert away.get(f"/tables/{alone}/end")["finished"]
        assert away.post(f"/tables/{alone}/rematch")["table"]


def test_presence_outlasts_the_silence_of_others(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_processes, "HEARTBEAT", 0.2)
    monkeypatch.setattr(other_processes, "FORGOTTEN", 1.5)
    with serving(shared) as here, serving(shared) as there:
        guest = here.guest()
        table, other = guest.make("Ann")["table"], guest.make("Bob")["table"]
        with guest.socket(table), there.guest().socket(table) as watcher:
            assert watcher.until("presence", seats=[0])
            end = time.monotonic() + 2
            while time.monotonic() < end:  # who comes and goes elsewhere does not hold up the heartbeat
                here.guest().socket(other).close()
            watcher.send(type="ping")
            assert watcher.receive()["type"] == "pong"
        with there.guest().socket(table) as later:
            later.until("presence", seats=[])


def test_a_seat_whose_holder_is_connected_elsewhere_is_not_abandoned(shared: str) -> None:
    with serving(shared, abandoned_days=0) as here, serving(shared, abandoned_days=0) as there:
        guest, bob = here.guest(), there.guest()
        made = guest.make("Ann", "-")
        path = f"/tables/{made['table']}/seats/1"
        bob.post(path, {"name": "Bob", "invitation": made["invitation"]})
        with bob.socket(made["table"]), guest.socket(made["table"]) as socket:
            socket.until("presence", seats=[0, 1])
            assert guest.refused("POST", f"{path}/bot", {"bot": "random"}) == (409, "not_abandoned")
        with guest.socket(made["table"]) as socket:
            socket.until("presence", seats=[0])
        guest.post(f"{path}/bot", {"bot": "random"})


def test_a_device_that_is_ended_loses_the_seat_at_every_process(shared: str) -> None:
    with serving(shared) as here, serving(shared) as there:
        ann, eve = here.guest(), there.guest()
        made = ann.make("Ann", "Bob")
        path = f"/tables/{made['table']}"
        eve.post(f"{path}/claim", {"token": made["tokens"]["0"]})
        with eve.socket(made["table"]) as socket:
            assert socket.until("table")["yours"]
            ann.post(f"{path}/seats/0/devices/end")
            socket.until("seats", seats=[])
            socket.lay(0, 1, "d4N")
            assert socket.until("error")["code"] == "not_your_seat"


def test_a_link_that_ended_ends_at_every_process(shared: str) -> None:
    with serving(shared) as here, serving(shared) as there:
        guest = here.guest()
        made = guest.make("Ann", "Bob")
        program = there.guest(made["tokens"]["0"])
        with program.socket(made["table"]) as socket:
            assert socket.until("table")["yours"]
            guest.post(f"/tables/{made['table']}/seats/0/link")
            assert socket.until("seats")["seats"] == []
            socket.lay(0, 1, "d4N")
            assert socket.until("error")["code"] == "not_your_seat"


def test_a_device_that_is_ended_loses_the_seat_though_the_notice_was_lost(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(other_processes, "HEARTBEAT", 0.2)
    with serving(shared) as here, serving(shared) as there:
        ann, eve = here.guest(), there.guest()
        made = ann.make("Ann", "Bob")
        path = f"/tables/{made['table']}"
        eve.post(f"{path}/claim", {"token": made["tokens"]["0"]})
        with eve.socket(made["table"]) as socket:
            assert socket.until("table")["yours"]
            deafen(there)
            ann.post(f"{path}/seats/0/devices/end")
            socket.until("seats", seats=[])


def test_a_device_that_was_ended_lays_nothing_at_a_process_that_has_not_heard_of_it(shared: str) -> None:
    with serving(shared) as here, serving(shared) as there:
        ann, eve = here.guest(), there.guest()
        made = ann.make("Ann", "Bob")
        path = f"/tables/{made['table']}"
        eve.post(f"{path}/claim", {"token": made["tokens"]["0"]})
        with eve.socket(made["table"]) as socket:
            assert socket.until("table")["yours"]
            deafen(there)
            ann.post(f"{path}/seats/0/devices/end")
            socket.lay(0, 1, "d4N")
            assert socket.until("error")["code"] == "not_your_seat"
        assert ann.get(f"{path}/seats/0")["laid"] is None


def test_a_link_that_ended_plays_nothing_at_a_process_that_has_not_heard_of_it(shared: str) -> None:
    with serving(shared) as here, serving(shared) as there:
        ann = here.guest()
        made = ann.make("Ann", "Bob")
        path = f"/tables/{made['table']}"
        program = there.guest(made["tokens"]["0"])
        with program.socket(made["table"]) as socket:
            assert socket.until("table")["yours"]
            deafen(there)
            ann.post(f"{path}/seats/0/link")
            socket.lay(0, 1, "d4N")
            assert socket.until("error")["code"] == "not_your_seat"
            ann.lay(made["table"], 0, 1, "d4N")
            socket.send(type="undo", id="y", seat=0, round=1)
            assert socket.until("error")["code"] == "not_your_seat"
        assert ann.get(f"{path}/seats/0")["laid"] == "d4N"


def test_a_link_that_ended_while_a_process_did_not_listen_ends_there_too(shared: str) -> None:
    with serving(shared) as here, serving(shared) as there:
        guest = here.guest()
        made = guest.make("Ann", "Bob")
        program = there.guest(made["tokens"]["0"])
        with program.socket(made["table"]) as socket:
            assert socket.until("table")["yours"]
            engine = open_engine(shared)
            with engine.begin() as connection:
                connection.execute(
                    text(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                        "WHERE query LIKE 'LISTEN %' AND datname = current_database()"
                    )
                )
            engine.dispose()
            guest.post(f"/tables/{made['table']}/seats/0/link")
            assert socket.until("seats")["seats"] == []


@pytest.fixture
def restarting() -> Iterator[Postgres]:
    """One of its own: the other holds so many databases by now that it recovers slowly."""
    postgres = Postgres()
    yield postgres
    postgres.remove()


def test_postgresql_may_restart_while_people_play(restarting: Postgres) -> None:
    with serving(restarting.new_database("limes")) as server:
        guest = server.guest()
        table = guest.make("Ann", "Bob")["table"]
        with guest.socket(table) as socket:
            socket.until("table")
            restarting.stop()
            socket.lay(0, 1, "d4N")
            assert socket.until("error")["code"] == "log_unreachable"
            restarting.start()
            while server.services.log.health.problem:
                time.sleep(0.05)
            socket.lay(0, 1, "d4N")  # as a page does of itself
            assert socket.until("ack")["number"] == 1
            assert guest.lay(table, 1, 1, "d4N") == 2


def go_back(server: Serving, table: str, last: int) -> None:
    """The database is another one now, which lacks what happened last: a standby that was behind."""
    with server.services.engine.begin() as connection:
        lost = connection.execute(
            text("DELETE FROM events WHERE table_id = :table AND number > :last"),
            {"table": table, "last": last},
        ).rowcount
        connection.execute(
            text("UPDATE tables SET last = :last, turns_left = turns_left + :lost WHERE id = :table"),
            {"table": table, "last": last, "lost": lost},
        )


def test_a_turn_after_those_that_a_database_lacks_is_not_stored(shared: str) -> None:
    with serving(shared) as server:
        guest = server.guest()
        table = guest.make("Ann")["table"]
        for number, turn in enumerate(("d4N", "d5N", "d6N"), 1):
            guest.lay(table, 0, number, turn)
        with guest.socket(table) as socket, capture_logs() as said:
            socket.until("table")
            go_back(server, table, 1)
            turns = f"/tables/{table}/seats/0/turns"
            assert guest.refused("POST", turns, {"round": 4, "turn": "e4N"}) == (503, "busy")
            assert socket.closing_code() == 1012
            assert guest.refused("POST", turns, {"round": 4, "turn": "e4N"}) == (409, "round_not_open")
            assert guest.lay(table, 0, 2, "d5N") == 2
        errors = [each["event"] for each in said if each["log_level"] == "error"]
        assert errors == ["the database lacks what was stored; a table is built from it anew"]
        faults: list[LimesError] = []
        check(server.services.engine, faults.append)
        assert faults == []


def test_a_process_does_not_go_on_with_what_a_database_lacks(shared: str) -> None:
    """Though another one has stored as much there since."""
    with serving(shared) as here, serving(shared) as there:
        guest = here.guest()
        table = guest.make("Ann")["table"]
        guest.lay(table, 0, 1, "d4N")
        guest.lay(table, 0, 2, "d5N")
        go_back(here, table, 1)
        with guest.socket(table) as socket:
            assert len(socket.until("table")["rounds"]) == 2
            there.welcome(guest).lay(table, 0, 2, "d5E")
            assert socket.closing_code() == 1012
        with guest.socket(table) as socket:
            assert [each["turns"] for each in socket.until("table")["rounds"]] == [["d4N"], ["d5E"]]


def test_what_a_database_lacks_is_noticed_by_the_heartbeat(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(other_processes, "HEARTBEAT", 0.05)
    with serving(shared) as server:
        guest = server.guest()
        table = guest.make("Ann")["table"]
        guest.lay(table, 0, 1, "d4N")
        with guest.socket(table) as socket:
            socket.until("table")
            go_back(server, table, 0)
            assert socket.closing_code() == 1012
        assert guest.lay(table, 0, 1, "d4E") == 1


@pytest.mark.parametrize("ahead", [7200, -7200])
def test_a_clock_that_differs_from_the_databases_is_said_once(
    shared: str, monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    engine = open_engine(shared)
    log, compared = Log(engine), ComparedClock()
    with capture_logs() as said:
        compared.compare(log)
        assert said == []
        monkeypatch.setattr(clocks, "time", SimpleNamespace(time=lambda: time.time() + ahead))
        for _ in range(2):
            compared.compare(log)
        monkeypatch.undo()
        compared.compare(log)
    engine.dispose()
    assert [each["event"] for each in said] == [
        "the clock differs from the database's",
        "the clock agrees with the database's again",
    ]
    assert abs(said[0]["seconds_ahead"] - ahead) <= 5


def test_a_server_compares_its_clock_when_it_starts(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "DIFFERENT", -1.0)
    with capture_logs() as said, serving(shared):
        end = time.monotonic() + 10
        while not any("differs" in each["event"] for each in said) and time.monotonic() < end:
            time.sleep(0.02)
    assert any(each["event"] == "the clock differs from the database's" for each in said)
