"""A machine's clock that is set while a server runs, or differs from others, takes nothing from anybody."""

import asyncio
import time
from collections.abc import Iterator

import pytest
from postgres import Postgres
from serving import Guest, Serving, serving

from limes.server.people import Signatures
from limes.server.settings import Settings
from limes.server.store import Keys, row_of
from limes.server.tables import watched_clock
from limes.server.tables.overdue import Overdue

DAY = 24 * 3600.0


class Clock:
    """The machine's, which can be set, and how long it has been running."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.ahead = self.passed = 0.0
        clock, steady = time.time, time.monotonic
        patch.setattr(time, "time", lambda: clock() + self.ahead + self.passed)
        patch.setattr(watched_clock, "monotonic", lambda: steady() + self.passed)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def server(database: str, clock: Clock) -> Iterator[Serving]:
    with serving(database) as running:
        yield running


def two_people(server: Serving, seconds: int | None = None) -> tuple[Guest, str]:
    ann, bob = server.guest(), server.guest()
    made = ann.make("Ann", "-", seconds=seconds)
    bob.post(f"/tables/{made['table']}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    return ann, str(made["table"])


def time_left(server: Serving, table: str) -> float:
    live = server.services.tables.known(table)
    assert live
    assert live.timer
    return live.timer.when() - server.loop.time()


def look(server: Serving, clock: Clock | None = None) -> None:
    """As the server does every few seconds, and with the clock after two hours in which it ran evenly."""
    services = server.services
    looking = Overdue(services.tables, services.bot_turns, services.writer, Settings())
    if clock:
        clock.passed += 7_200.0

    async def looked() -> None:
        await looking._look(0)
        await services.writer._queue.join()

    asyncio.run_coroutine_threadsafe(looked(), server.loop).result(20)


def test_nobody_loses_a_seat_by_a_clock_that_jumps(server: Serving, clock: Clock) -> None:
    ann, table = two_people(server)
    bot = ("POST", f"/tables/{table}/seats/1/bot", {"bot": "random"})
    clock.ahead = 10 * DAY
    assert ann.refused(*bot) == (409, "not_abandoned")
    clock.passed = 3_000.0
    assert ann.refused(*bot) == (409, "not_abandoned")
    clock.passed = 4_000.0
    ann.post(*bot[1:])


@pytest.mark.parametrize("days", [1, -1])
def test_a_round_lasts_as_long_as_before_when_the_clock_jumps(
    server: Serving, clock: Clock, days: int
) -> None:
    ann, table = two_people(server, seconds=3_600)
    clock.ahead = days * DAY
    ann.lay(table, 0, 1, "d4N")
    assert 3_000 < time_left(server, table) <= 3_600
    look(server)
    assert server.services.log.overdue(time.time(), 1) == [], "nobody looks at it again and again"


def test_a_round_does_not_last_longer_for_a_clock_that_was_set_back(server: Serving, clock: Clock) -> None:
    ann, table = two_people(server, seconds=3_600)
    clock.ahead = -DAY
    server.loop.call_soon_threadsafe(server.services.tables.forget, [table])
    ann.get(f"/tables/{table}")
    assert 3_000 < time_left(server, table) <= 3_600


def test_no_turn_is_taken_back_when_the_time_is_over(server: Serving, clock: Clock) -> None:
    """Who sits on several seats could otherwise hold up the round: the stand-in of each begins anew."""
    ann, table = two_people(server, seconds=3_600)
    ann.lay(table, 0, 1, "d4N")
    ann.post(f"/tables/{table}/seats/0/undo", {"round": 1})
    ann.post(f"/tables/{table}/seats/0/turns", {"round": 1, "turn": "d4N", "attempt": 2})
    live = server.services.tables.known(table)
    assert live
    assert live.ends
    live.ends = (live.ends[0], server.loop.time())
    undo = {"round": 1, "attempt": 2}
    assert ann.refused("POST", f"/tables/{table}/seats/0/undo", undo) == (409, "time_over")


def test_nothing_is_cleared_away_by_a_clock_that_differs_from_the_databases(
    postgres: Postgres, clock: Clock
) -> None:
    with serving(postgres.new_database(f"clocks{time.monotonic_ns()}")) as server:
        table = str(server.guest().make("Ann")["table"])
        clock.ahead = 70 * DAY
        look(server, clock)
        row = row_of(server.services.log, table)
        assert row
        assert row.closed is None


def test_a_cookie_that_was_signed_in_the_future_is_good_and_renewed(clock: Clock) -> None:
    signatures = Signatures(Keys(("key",), "links", "addresses", "days"))
    clock.ahead = 400 * DAY
    cookie = signatures.cookie("guest")
    assert not signatures.caller([cookie], None).renewed
    clock.ahead = 0.0
    caller = signatures.caller([cookie], None)
    assert (caller.guest, caller.new, caller.renewed) == ("guest", False, True)
