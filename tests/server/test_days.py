"""The deal of the day: the same for everybody, one attempt that counts, nothing told before its end."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from postgres import Postgres
from serving import Guest, Json, Serving, first_turn, serving, wait_for

from limes.bots.yardstick import YARDSTICK
from limes.rules import ROUNDS, Game, parse_record, write_record
from limes.server import problems
from limes.server.calendar import CLOCKS_DIFFER, day_at, days_of, later, month_of, week_of
from limes.server.days import attempts
from limes.server.game import commitment
from limes.server.lines import Place
from limes.server.store import played_by, players, standings
from limes.server.tables import Live

DAY = 24 * 3600
NUMBERS = count(1)


class Clock:
    """The server's time, which a test can set forward or back; each has a month of its own."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._real = time.time
        self._ahead = 12 * 3600 - time.time() % DAY + 70 * DAY * next(NUMBERS)  # noon
        patch.setattr(time, "time", lambda: self._real() + self._ahead)

    def go(self, days: float) -> None:
        self._ahead += days * DAY

    @property
    def today(self) -> str:
        return day_at(time.time())


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def no_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("limes.server.days.attempts.YARDSTICK", ())


def begin(guest: Guest, name: str = "") -> str:
    return str(guest.post("/days/attempt", {"name": name})["table"])


def play(
    guest: Guest, table: str, rounds: int = ROUNDS, turn: Callable[[Json], str] = first_turn
) -> list[int]:
    """The cards that came."""
    cards = []
    for number in range(guest.get(f"/tables/{table}")["running"]["round"], rounds + 1):
        own = guest.get(f"/tables/{table}/seats/0")
        cards.append(own["offer"]["card"])
        guest.lay(table, 0, number, turn(own["offer"]))
    return cards


@pytest.mark.usefixtures("no_bots")
def test_everybody_gets_the_same_cards_and_one_attempt(database: str, clock: Clock) -> None:
    with serving(database) as server:
        ann, bob = server.guest(), server.guest()
        table = begin(ann, "Ann")
        assert begin(ann, "Ann again") == table
        assert play(ann, table) == play(bob, begin(bob))
        assert begin(ann) == table, "it counts once"
        page = ann.get(f"/days/{clock.today}")
        assert (page["state"], page["table"], page["players"]) == ("finished", table, 2)
        assert ann.get("/days/today") == page
        assert page["board"]["distribution"] == [[page["yours"]["points"], 2]]
        assert [line["name"] for line in page["board"]["best"]] == ["Ann", None]
        assert [line["yours"] for line in page["board"]["best"]] == [True, False]
        assert [line["place"] for line in page["board"]["best"]] == [1, 1]
        assert page["yours"]["better_than"] == 0.0
        assert sum(page["yours"]["earned"].values()) == page["yours"]["points"]
        assert bob.get(f"/tables/{table}")["result"], "who has played may look at the others' landscapes"


def test_nothing_is_told_of_a_day_while_another_process_may_take_turns(server: Serving, clock: Clock) -> None:
    ann = server.guest()
    while clock.today != days_of(week_of(clock.today))[-1]:
        clock.go(1)
    yesterday = clock.today
    table = begin(ann)
    clock.go(0.5)
    assert ann.get(f"/days/{yesterday}")["cards"] is None
    assert ann.get(f"/days/{yesterday}/periods")["week"]["board"] is None
    turn = {"round": 1, "turn": "d4N"}
    assert ann.refused("POST", f"/tables/{table}/seats/0/turns", turn) == (409, "day_over")
    clock.go(CLOCKS_DIFFER / DAY)
    assert ann.get(f"/days/{yesterday}")["cards"]
    assert ann.get(f"/days/{yesterday}/periods")["week"]["board"]


@pytest.mark.usefixtures("no_bots")
def test_two_that_begin_the_attempt_at_once_are_both_led_to_it(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody may have looked for it before it was stored, and have found nothing after that."""
    ann, tables = server.guest(), server.services.tables
    load, looked_up = tables._load, list[str]()

    async def find_nothing_twice(table_id: str) -> Any:
        looked_up.append(table_id)
        if len(looked_up) < 3:
            raise problems.no_table()
        return await load(table_id)

    monkeypatch.setattr(tables._loading, "_load", find_nothing_twice)
    assert ann.get(f"/tables/{begin(ann)}")["running"]


@pytest.mark.usefixtures("no_bots")
def test_nothing_is_told_before_the_end_of_the_own_attempt(server: Serving, clock: Clock) -> None:
    ann, eve = server.guest(), server.guest()
    table = begin(ann, "Ann")
    play(ann, table, rounds=3)
    closed = ("", "/events", "/record", "/end", "/coach?seat=0")
    for path in closed:
        assert eve.refused("GET", f"/tables/{table}{path}") == (403, "day_hidden"), path
    assert eve.refused("POST", f"/tables/{table}/rematch") == (403, "not_your_seat"), "nor if it is finished"
    with eve.socket(table) as socket:
        assert socket.receive()["code"] == "day_hidden"
    play(ann, table)
    assert eve.refused("POST", f"/tables/{table}/rematch") == (403, "not_your_seat")
    for path in closed:
        assert eve.refused("GET", f"/tables/{table}{path}") == (403, "day_hidden"), path
    mine = begin(eve, "Eve")
    play(eve, mine, rounds=ROUNDS - 1)
    page = eve.get(f"/days/{clock.today}")
    assert page["state"] == "running"
    assert [page[name] for name in ("cards", "nonce", "yours", "board")] == [None] * 4
    assert page["bots"] == []
    periods = eve.get(f"/days/{clock.today}/periods")
    assert [periods[name]["board"] for name in ("week", "month")] == [None, None]
    assert eve.refused("GET", f"/tables/{table}") == (403, "day_hidden")
    result = ann.get(f"/tables/{table}")["result"]
    assert result["nonce"] is None, "with it the cards could be proven to others today"
    assert ann.get(f"/tables/{table}/end")["nonce"] is None


@pytest.mark.usefixtures("no_bots")
def test_whoever_was_shown_an_attempt_and_holds_it_no_longer_sees_no_more_cards(
    server: Serving, clock: Clock
) -> None:
    """Neither on a socket that is open nor with a request that waits."""
    ann, eve = server.guest(), server.guest()
    table = begin(ann, "Ann")
    play(ann, table, rounds=1)
    token = ann.post(f"/tables/{table}/seats/0/link")["token"]
    assert eve.post(f"/tables/{table}/claim", {"token": token}) == {"seat": 0}
    program = server.guest(token)
    last = program.get(f"/tables/{table}")["last"]
    with eve.socket(table) as by_cookie, program.socket(table) as by_link, ThreadPoolExecutor() as waiting:
        asked = waiting.submit(program.http.get, f"/tables/{table}/events?after={last}&wait=20")
        assert [socket.receive()["yours"][0]["seat"] for socket in (by_cookie, by_link)] == [0, 0]
        wait_for(lambda: any(live.pins > 2 for live in server.services.tables.in_memory()))
        ann.post(f"/tables/{table}/seats/0/link")
        play(ann, table, rounds=2)
        assert asked.result().json()["error"]["code"] == "day_hidden"
        ann.post(f"/tables/{table}/seats/0/devices/end")
        play(ann, table, rounds=3)
        assert [socket.closing_code() for socket in (by_link, by_cookie)] == [1012, 1012]
        assert '"round":3' not in "".join(by_link.seen)
        assert '"round":4' not in "".join(by_cookie.seen)
    with eve.socket(table) as socket:
        assert socket.receive()["code"] == "day_hidden"


@pytest.mark.usefixtures("no_bots", "clock")
def test_nor_does_a_socket_open_for_whoever_loses_the_attempt_meanwhile(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, eve = server.guest(), server.guest()
    table = begin(ann, "Ann")
    token = ann.post(f"/tables/{table}/seats/0/link")["token"]
    eve.post(f"/tables/{table}/claim", {"token": token})
    kept_for = server.services.tables.kept_for

    async def kept_meanwhile(live: Live, guest: str | None) -> list[int]:
        monkeypatch.setattr(server.services.tables, "kept_for", kept_for)
        await asyncio.to_thread(ann.post, f"/tables/{table}/seats/0/devices/end")
        return await kept_for(live, guest)

    monkeypatch.setattr(server.services.tables, "kept_for", kept_meanwhile)
    with eve.socket(table) as socket:
        assert socket.receive().get("code") == "day_hidden"


@pytest.mark.usefixtures("no_bots")
def test_an_attempt_gets_no_help_and_is_kept(server: Serving, clock: Clock) -> None:
    ann = server.guest()
    table = begin(ann, "Ann")
    play(ann, table, rounds=2)
    assert ann.refused("GET", f"/tables/{table}/seats/0/hint") == (403, "no_hint_today")
    assert ann.refused("POST", f"/tables/{table}/leave") == (409, "day_kept")
    assert ann.refused("POST", f"/tables/{table}/seats/0/bot", {"bot": "expert"}) == (409, "day_kept")
    cards = server.services.days.deal(clock.today).cards
    made_up = Game(("Ann",))
    for card in cards:
        turn = next(iter(made_up.landscapes[0].turns(card))).turn
        made_up = made_up.turn_up(card).play(0, turn)
    copy = {"record": write_record(made_up), "round": 3, "name": "Ann"}
    assert ann.refused("POST", "/study/play", copy) == (403, "live_position")
    assert begin(ann) == table
    assert len(play(ann, table)) == ROUNDS - 2


@pytest.mark.usefixtures("no_bots")
def test_what_was_promised_can_be_checked_afterwards(server: Serving, clock: Clock) -> None:
    ann, late = server.guest(), server.guest()
    coming = {each["day"]: each["commitment"] for each in ann.get("/days")["days"]}
    assert list(coming) == [later(clock.today, number) for number in range(8)]
    cards = play(ann, begin(ann, "Ann"))
    unfinished = begin(late, "Late")
    play(late, unfinished, rounds=4)
    offer = late.get(f"/tables/{unfinished}/seats/0")["offer"]
    day = clock.today
    clock.go(1)
    turn = {"round": 5, "turn": first_turn(offer)}
    assert late.refused("POST", f"/tables/{unfinished}/seats/0/turns", turn) == (409, "day_over")
    page = late.get(f"/days/{day}")
    assert page["cards"] == cards
    assert commitment(tuple(cards), page["nonce"]) == page["commitment"] == coming[day]
    assert (page["state"], page["over"], page["players"]) == ("new", True, 1)
    assert late.get(f"/tables/{page['board']['best'][0]['table']}")["result"]
    again = late.post(f"/days/{day}/again", {"name": "Late"})["table"]
    assert play(late, again) == cards
    assert late.get(f"/days/{day}")["players"] == 1, "apart from the board"
    assert late.refused("POST", f"/tables/{unfinished}/seats/0/bot", {"bot": "random"}) == (409, "day_kept")
    late.post(f"/tables/{unfinished}/leave")
    assert ann.get(f"/days/{clock.today}")["commitment"] == coming[clock.today]
    assert ann.get(f"/days/{clock.today}")["state"] == "new"
    assert late.refused("POST", f"/days/{clock.today}/again", {"name": "x"}) == (409, "day_not_over")
    for no_day in (later(clock.today, 1), "2025-12-31"):
        assert late.refused("GET", f"/days/{no_day}") == (404, "no_day")
    for path in ("/days/2026-02-31", "/days/2026-02-31/periods"):
        assert late.refused("GET", path) == (404, "no_day")
    assert late.refused("POST", "/days/2026-02-31/again", {}) == (404, "no_day")


@pytest.mark.usefixtures("no_bots")
def test_an_attempt_at_a_page_left_open_over_midnight_is_refused(server: Serving, clock: Clock) -> None:
    """It would use up the new day's attempt without a word."""
    ann = server.guest()
    shown = clock.today
    first = ann.post("/days/attempt", {"name": "Ann", "day": shown})["table"]
    assert begin(ann) == first
    clock.go(1)
    assert ann.refused("POST", "/days/attempt", {"name": "Ann", "day": shown}) == (409, "day_over")
    assert ann.get("/days/today")["state"] == "new"
    for no_day in (later(clock.today, 1), "2025-12-31", "2026-02-31"):
        assert ann.refused("POST", "/days/attempt", {"day": no_day}) == (404, "no_day")
    assert ann.refused("POST", "/days/attempt", {"day": "today"}) == (422, "malformed")
    assert ann.post("/days/attempt", {"day": clock.today})["table"] == begin(ann) != first


@pytest.mark.usefixtures("no_bots")
def test_a_finished_attempt_proves_its_cards_when_the_day_is_over(server: Serving, clock: Clock) -> None:
    ann = server.guest()
    table = begin(ann, "Ann")
    cards = play(ann, table)
    day = clock.today
    assert ann.get(f"/tables/{table}/end")["nonce"] is None
    clock.go(1)
    nonce = ann.get(f"/days/{day}")["nonce"]
    for end in (ann.get(f"/tables/{table}/end"), ann.get(f"/tables/{table}")["result"]):
        assert end["nonce"] == nonce
    assert commitment(tuple(cards), nonce) == ann.get(f"/tables/{table}")["commitment"]


@pytest.mark.usefixtures("no_bots")
def test_an_attempt_ends_with_its_day_though_the_log_does_not_say_so_yet(
    server: Serving, clock: Clock
) -> None:
    """It is closed only when the clock has been steady for long."""
    ann = server.guest()
    table = begin(ann, "Ann")
    play(ann, table, rounds=3)
    clock.go(1)
    seen = ann.get(f"/tables/{table}")
    assert (seen["closed"], seen["running"], seen["waiting"]) == ("day_over", None, [])
    assert [seat["offer"] for seat in seen["yours"]] == [None]
    assert ann.get(f"/tables/{table}/seats/0")["offer"] is None
    last = ann.get(f"/tables/{table}/events?after=0")["events"][-1]
    assert (last["running"], last["waiting"]) == (None, [])
    (listed,) = ann.get("/tables")["tables"]
    assert (listed["closed"], listed["waiting"]) == ("day_over", [])
    clock.go(-1)
    assert ann.get(f"/tables/{table}")["waiting"] == [0], "a clock that jumped ends nothing"
    assert ann.get("/tables")["tables"][0]["waiting"] == [0]
    assert len(play(ann, table)) == ROUNDS - 3


@pytest.mark.usefixtures("no_bots", "clock")
def test_an_attempt_that_is_played_anew_is_another_game(tmp_path: Path) -> None:
    """The operator deleted the first one, which had the same id."""
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}", review_seconds=0.1) as server:
        ann = server.guest()
        table = begin(ann, "Ann")
        play(ann, table)
        review = f"/tables/{table}/coach?seat=0&wait=20"
        assert ann.get(review)["end"] > 0
        assert ann.get("/tables")["tables"][0]["picture"]
        deleting = delete(server, table)
        asyncio.run_coroutine_threadsafe(deleting, server.loop).result(20)
        assert ann.refused("GET", f"/tables/{table}") == (404, "no_table")
        page = ann.get("/days/today")
        assert (page["state"], page["table"]) == ("finished", None), "what counts stays"
        assert begin(ann, "Ann") == table
        assert ann.get("/tables")["tables"][0]["picture"] == ""
        play(ann, table, turn=lambda offer: str(offer["placements"][0]["at"]))
        assert ann.get(review)["end"] == 0, "without a worker"


async def delete(server: Serving, table: str) -> None:
    await server.services.writer.remove([table])
    server.services.tables.forget([table])


@pytest.mark.usefixtures("no_bots")
def test_weeks_and_months_add_up_the_best_days(server: Serving, clock: Clock) -> None:
    ann = server.guest()
    while clock.today != days_of(week_of(clock.today))[0]:
        clock.go(1)
    points: dict[str, int] = {}
    for _ in range(7):
        play(ann, begin(ann, "Ann"))
        points[clock.today] = ann.get(f"/days/{clock.today}")["yours"]["points"]
        clock.go(1)
    last = max(points)
    periods = ann.get(f"/days/{last}/periods")
    assert periods["week"]["period"] == week_of(last)
    assert periods["week"]["points"] == sum(sorted(points.values())[-5:])
    assert periods["week"]["board"]["best"][0]["name"] == "Ann"
    assert periods["week"]["board"]["distribution"] == [[periods["week"]["points"], 1]]
    in_month = [each for day, each in points.items() if month_of(day) == month_of(last)]
    assert periods["month"]["points"] == sum(in_month)
    calendar = ann.get("/days/mine")
    assert [each["day"] for each in calendar["days"]] == sorted(points, reverse=True)


@pytest.mark.usefixtures("no_bots")
def test_a_clock_that_jumps_gives_no_second_attempt(server: Serving, clock: Clock) -> None:
    ann = server.guest()
    first = begin(ann)
    play(ann, first)
    clock.go(1)
    play(ann, begin(ann))
    clock.go(-1)
    assert begin(ann) == first
    assert ann.get(f"/days/{clock.today}")["players"] == 1
    clock.go(1)
    log = server.services.log
    guest = standings(log, server.services.tables._lives[first].table.stored.owner)
    assert len({each.board for each in guest}) == len(guest)


@pytest.mark.usefixtures("no_bots")
def test_attempts_of_days_that_are_over_are_compared_with_no_position(server: Serving, clock: Clock) -> None:
    """They stay unfinished for long, and become more every day."""
    ann = server.guest()
    table = begin(ann, "Ann")
    log = server.services.log
    owner = server.services.tables._lives[table].table.stored.owner
    assert [each.id for each in played_by(log, owner, None)] == [table]
    clock.go(1)
    assert played_by(log, owner, None) == []


def test_the_bots_play_the_same_cards_once(
    server: Serving, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("limes.bots.yardstick.PLAYOUTS", 4)
    run = server.services.thinking.run
    places = Counter[str]()

    async def counted(place: Place, *rest: Any) -> Any:
        places[place.name] += 1
        return await run(place, *rest)

    monkeypatch.setattr(server.services.thinking, "run", counted)
    ann = server.guest()
    play(ann, begin(ann, "Ann"))
    end = time.monotonic() + 60
    while len(bots := ann.get(f"/days/{clock.today}")["bots"]) < len(YARDSTICK):
        assert time.monotonic() < end
        time.sleep(0.05)
    assert [bot["bot"] for bot in bots] == list(YARDSTICK)
    assert places[f"day {clock.today}"] > (len(YARDSTICK) - 1) * ROUNDS, "others come in after each turn"
    for bot in bots:
        game = parse_record(bot["record"])
        assert game.finished
        assert game.landscapes[0].total == bot["points"]
    assert players(server.services.log, clock.today) == 1


@pytest.mark.usefixtures("no_bots")
def test_two_servers_agree_before_and_after_midnight_and_a_restart(postgres: Postgres, clock: Clock) -> None:
    shared = postgres.new_database(f"days{time.monotonic_ns()}")
    yesterday, today = clock.today, later(clock.today, 1)
    with serving(shared) as here:
        with serving(shared) as there:
            ann, bob = here.guest(), there.guest()
            promised = {each["day"]: each["commitment"] for each in ann.get("/days")["days"]}
            first = begin(ann, "Ann")
            assert begin(there.welcome(ann)) == first
            cards = play(ann, first, 8)
            there.welcome(ann).get(f"/tables/{first}/events?after={len(cards)}")  # it hears of all of them
            assert play(there.welcome(ann), first) == play(bob, begin(bob, "Bob"))[8:]
            clock.go(0.5 + CLOCKS_DIFFER / DAY)
            second = begin(there.welcome(ann))
            assert second != first
            assert cards != play(there.welcome(ann), second, 8)
        with serving(shared) as again:
            assert begin(again.welcome(ann)) == second
            play(again.welcome(ann), second)
            for server in (here, again):
                page = server.welcome(bob).get(f"/days/{yesterday}")
                assert page["board"]["distribution"] == [[page["yours"]["points"], 2]]
                assert page["commitment"] == promised[yesterday] == commitment(page["cards"], page["nonce"])
                assert server.guest().get(f"/days/{today}")["players"] == 1


def test_the_bots_play_when_a_day_begins_if_people_came_lately(
    server: Serving, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(attempts, "LOOK", 0.01)
    monkeypatch.setattr("limes.server.days.attempts.YARDSTICK", ())
    with serving(f"{server.services.settings.database}.other") as other:
        days = other.services.days
        monkeypatch.setattr(days, "measure", asked.append)
        time.sleep(0.05)
        assert not asked, "nobody has ever come"
        ann = other.guest()
        play(ann, begin(ann))
        asked.clear()
        for _ in range(2):
            clock.go(1)
            wait_for(lambda: asked == [clock.today])
            asked.clear()
        clock.go(-1)
        wait_for(lambda: asked == [clock.today])
        clock.go(30)
        asked.clear()
        time.sleep(0.05)
        assert not asked, "nobody came for weeks"
