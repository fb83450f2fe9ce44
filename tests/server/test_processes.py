"""Several processes on one PostgreSQL: a table is the same at each of them, and outlives any of them."""

import time

import pytest
from postgres import Postgres
from serving import Guest, Serving, first_turn, serving


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


def test_a_process_that_is_behind_catches_up_before_it_refuses(shared: str) -> None:
    with serving(shared) as here, serving(shared) as there:
        assert there.services.wakeup
        guest = here.guest()
        table = guest.make("Ann")["table"]
        away = there.welcome(guest)
        away.get(f"/tables/{table}")
        deafen(there)
        guest.lay(table, 0, 1, "d4N")
        assert away.lay(table, 0, 2, "d5N") == 2


def deafen(server: Serving) -> None:
    """This process hears nothing of the others any more."""
    assert server.services.wakeup
    server.services.wakeup._hear = lambda payload: None  # type: ignore[method-assign]


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


def test_bots_of_a_process_that_died_are_taken_over(shared: str) -> None:
    with serving(shared) as here, serving(shared) as there:
        here.services.steward.stop()
        here.services.lobby.on_change = lambda live, ours: None
        guest = here.guest()
        made = guest.make("Ann", "bot:random")
        away = there.welcome(guest)
        assert wait_for_round(away, made["table"], waiting=[0])
        guest.lay(made["table"], 0, 1, "d4N")
        guest.get(f"/tables/{made['table']}/events?after=2&wait=0.01")
        assert wait_for_round(away, made["table"], waiting=[0], number=2)


def wait_for_round(guest: Guest, table: str, waiting: list[int], number: int = 1) -> bool:
    end = time.monotonic() + 10
    while time.monotonic() < end:
        seen = guest.get(f"/tables/{table}")
        if seen["waiting"] == waiting and seen["running"]["round"] == number:
            return True
        time.sleep(0.05)
    return False


def test_postgresql_may_restart_while_people_play(postgres: Postgres, shared: str) -> None:
    with serving(shared) as server:
        guest = server.guest()
        table = guest.make("Ann", "Bob")["table"]
        with guest.socket(table) as socket:
            socket.until("table")
            postgres.stop()
            socket.lay(0, 1, "d4N")
            time.sleep(0.3)
            postgres.start()
            assert socket.until("ack", timeout=30)["number"] == 1
            assert guest.lay(table, 1, 1, "d4N") == 2
