"""Turns taken back, seats left and taken again, games given up."""

import asyncio
import threading
import time
from collections.abc import Iterator
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest
from serving import Guest, Serving, serving, wait_until
from sqlalchemy import event
from structlog.testing import capture_logs
from web.tables import play_until

from limes.rules import ROUNDS
from limes.server.entries import Batch, Claim, Entry, Outcome, Removal, Stale
from limes.server.game import MOST_TAKEN_BACK, Table, hidden
from limes.server.protocol.requests import NewTurn
from limes.server.tables import BotTurns, Live
from limes.server.tables.overdue import Overdue


@pytest.fixture
def server(database: str) -> Iterator[Serving]:
    """On SQLite and on PostgreSQL."""
    with serving(database, abandoned_days=0.0) as running:
        yield running


def two_people(server: Serving, **more: Any) -> tuple[Guest, Guest, str]:
    """Ann, who made the table, and Bob."""
    ann, bob = server.guest(), server.guest()
    made = ann.make("Ann", "-", **more)
    bob.post(f"/tables/{made['table']}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    return ann, bob, str(made["table"])


def lay(guest: Guest, table: str, seat: int, turn: str, attempt: int = 1) -> int:
    body = {"round": 1, "turn": turn, "attempt": attempt}
    return int(guest.post(f"/tables/{table}/seats/{seat}/turns", body)["number"])


def undo(guest: Guest, table: str, seat: int, attempt: int = 1) -> int:
    return int(guest.post(f"/tables/{table}/seats/{seat}/undo", {"round": 1, "attempt": attempt})["number"])


class TestUndo:
    def test_a_turn_is_taken_back_while_the_round_waits(self, server: Serving) -> None:
        ann, bob, table = two_people(server)
        first = lay(ann, table, 0, "d4N")
        taken_back = undo(ann, table, 0)
        assert taken_back == first + 1
        assert ann.get(f"/tables/{table}")["waiting"] == [0, 1]
        seat = ann.get(f"/tables/{table}/seats/0")
        assert (seat["laid"], seat["attempt"]) == (None, 2)
        assert lay(ann, table, 0, "d4E+ne", attempt=2) == taken_back + 1
        lay(bob, table, 1, "d4S")
        assert ann.get(f"/tables/{table}")["rounds"][0]["turns"] == ["d4E+ne", "d4S"]

    def test_repeating_is_harmless_and_a_late_turn_lays_nothing(self, server: Serving) -> None:
        ann, _bob, table = two_people(server)
        lay(ann, table, 0, "d4N")
        assert undo(ann, table, 0) == undo(ann, table, 0)
        late = {"round": 1, "turn": "d4N", "attempt": 1}
        assert ann.refused("POST", f"/tables/{table}/seats/0/turns", late) == (409, "withdrawn")
        assert ann.get(f"/tables/{table}")["waiting"] == [0, 1]

    def test_a_late_turn_lays_nothing_at_a_process_that_knows_less(self, server: Serving) -> None:
        ann, _bob, table = two_people(server)
        lay(ann, table, 0, "d4N")
        undo(ann, table, 0)
        log = server.services.log
        for attempt in (1, 3):
            [outcome] = log.write(Batch([Entry(table, "turn", 0, 1, "d4N", attempt=attempt)]))
            assert type(outcome).__name__ == ("Withdrawn" if attempt == 1 else "Stale")

    def test_a_table_keeps_so_many_turns_that_were_taken_back_and_no_more(
        self, server: Serving, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Each stays in the log; without end, one table would be too long to open for everybody's good."""
        monkeypatch.setattr("limes.server.game.table.MOST_TAKEN_BACK", 2)
        ann, bob, table = two_people(server)
        lay(ann, table, 0, "d4N")
        first = undo(ann, table, 0)
        lay(ann, table, 0, "d4N", attempt=2)
        path = f"/tables/{table}/seats/0/undo"
        assert ann.refused("POST", path, {"round": 1, "attempt": 2}) == (409, "too_often_taken_back")
        assert undo(ann, table, 0) == first  # sent again, it is answered as before
        lay(ann, table, 0, "d4N", attempt=2)
        assert ann.get(f"/tables/{table}")["rounds"] == []
        lay(bob, table, 1, "d4N")
        assert ann.get(f"/tables/{table}")["rounds"]

    def test_after_the_last_turn_that_may_be_taken_back_there_is_another(self) -> None:
        last = {"round": 1, "turn": "d4N", "attempt": MOST_TAKEN_BACK + 1}
        assert NewTurn.model_validate(last).attempt == MOST_TAKEN_BACK + 1

    def test_what_everybody_knows_stays(self, server: Serving) -> None:
        ann, bob, table = two_people(server)
        lay(ann, table, 0, "d4N")
        lay(bob, table, 1, "d4N")
        path = f"/tables/{table}/seats/0/undo"
        assert ann.refused("POST", path, {"round": 1}) == (409, "round_over")
        assert ann.refused("POST", path, {"round": 2}) == (409, "nothing_laid")

    def test_it_goes_by_sockets_and_others_hear_nothing_of_the_turn(self, server: Serving) -> None:
        ann, bob, table = two_people(server)
        with ann.socket(table) as hers, bob.socket(table) as his:
            hers.lay(0, 1, "d4N+ne")
            hers.until("ack")
            hers.send(type="undo", id="back", seat=0, round=1)
            assert hers.until("ack")["id"] == "back"
            event = his.until("event", kind="undo")
            assert (event["seat"], event["waiting"]) == (0, [0, 1])
            assert not any("d4N+ne" in text for text in his.seen)

    def test_a_turn_taken_back_is_there_after_a_restart(self, database: str) -> None:
        with serving(database) as server:
            ann, bob, table = two_people(server)
            lay(ann, table, 0, "d4N")
            undo(ann, table, 0)
        with serving(database) as server:
            ann, bob = server.welcome(ann), server.welcome(bob)
            assert ann.get(f"/tables/{table}")["waiting"] == [0, 1]
            lay(ann, table, 0, "d4E", attempt=2)
            lay(bob, table, 1, "d4N")
            assert ann.get(f"/tables/{table}")["rounds"][0]["turns"] == ["d4E", "d4N"]


class TestLeaving:
    def test_a_game_against_bots_is_given_up(self, server: Serving) -> None:
        ann = server.guest()
        table = ann.make("Ann", "bot:random")["table"]
        with server.guest().socket(table) as watching:
            ann.post(f"/tables/{table}/leave")
            assert watching.until("event", kind="closed")["closed"] == "given_up"
        shown = ann.get(f"/tables/{table}")
        assert (shown["closed"], shown["running"], shown["result"]) == ("given_up", None, None)
        turn = {"round": 1, "turn": "d4N"}
        assert ann.refused("POST", f"/tables/{table}/seats/0/turns", turn) == (409, "game_over")
        assert ann.refused("POST", f"/tables/{table}/leave") == (409, "game_over")

    def test_a_game_given_up_makes_room_for_another(self, tmp_path: object) -> None:
        with serving(f"sqlite:///{tmp_path}/tables.sqlite", tables_a_guest=1) as server:
            ann = server.guest()
            table = ann.make("Ann")["table"]
            new = {"seats": [{"kind": "person", "name": "Ann"}]}
            assert ann.refused("POST", "/tables", new) == (429, "too_many_tables")
            ann.post(f"/tables/{table}/leave")
            ann.post("/tables", new)

    def test_a_game_left_to_others_makes_room_too(self, tmp_path: object) -> None:
        """Else whoever asks for a rematch uses up what its owner may have."""
        with serving(f"sqlite:///{tmp_path}/tables.sqlite", tables_a_guest=1) as server:
            ann, bob, table = two_people(server)
            play_until(table, {0: ann, 1: bob}, ROUNDS)
            again = bob.post(f"/tables/{table}/rematch")["table"]
            new = {"seats": [{"kind": "person", "name": "Ann"}]}
            assert ann.refused("POST", "/tables", new) == (429, "too_many_tables")
            ann.post(f"/tables/{again}/leave")
            assert bob.get(f"/tables/{again}")["running"]
            ann.post("/tables", new)

    def test_among_people_a_bot_takes_over_and_who_comes_back_sits_there_again(self, server: Serving) -> None:
        ann, bob, table = two_people(server)
        bob.post(f"/tables/{table}/leave")
        assert ann.get(f"/tables/{table}")["seats"][1]["kind"] == "bot"
        turn = {"round": 1, "turn": "d4N"}
        assert bob.refused("POST", f"/tables/{table}/seats/1/turns", turn) == (403, "not_your_seat")
        assert bob.post(f"/tables/{table}/return") == {"seats": [1]}
        seat = ann.get(f"/tables/{table}")["seats"][1]
        assert (seat["kind"], seat["name"]) == ("person", "Bob")
        assert bob.get(f"/tables/{table}/seats/1")["round"] >= 1

    def test_who_was_replaced_as_absent_may_come_back(self, server: Serving) -> None:
        ann, bob, table = two_people(server)
        ann.post(f"/tables/{table}/seats/1/bot", {"bot": "random"})
        assert bob.post(f"/tables/{table}/return") == {"seats": [1]}

    def test_before_the_first_card_too(self, server: Serving) -> None:
        """The owner lets a bot play, and thinks better of it before everybody is there."""
        ann = server.guest()
        table = ann.make("Ann", "-")["table"]
        with ann.socket(table) as hers:
            ann.post(f"/tables/{table}/seats/0/bot", {"bot": "random"})
            assert hers.until("seats", seats=[])["left"] == [0]
        assert ann.get(f"/tables/{table}")["left"] == [0]
        assert ann.get("/tables")["tables"][0]["left"] == [0]
        assert ann.post(f"/tables/{table}/return") == {"seats": [0]}

    def test_nobody_else_gets_the_seat(self, server: Serving) -> None:
        ann, bob, table = two_people(server)
        bob.post(f"/tables/{table}/leave")
        path = f"/tables/{table}/return"
        assert server.guest().refused("POST", path) == (409, "nowhere_to_return")
        assert ann.refused("POST", path) == (409, "nowhere_to_return")

    def test_who_left_is_told_which_seat_is_kept_for_them(self, server: Serving) -> None:
        ann, bob, table = two_people(server)
        with bob.socket(table) as his:
            assert his.until("table")["left"] == []
            bob.post(f"/tables/{table}/leave")
            assert his.until("seats", seats=[])["left"] == [1]
            assert bob.get(f"/tables/{table}")["left"] == [1]
            with bob.socket(table, after=0) as again:
                assert again.until("seats")["left"] == [1]
            [listed] = bob.get("/tables")["tables"]
            assert (listed["yours"], listed["left"], listed["people"]) == ([], [1], [0])
            bob.post(f"/tables/{table}/return")
            assert his.until("seats", seats=[1])["left"] == []
        assert ann.get(f"/tables/{table}")["left"] == []

    def test_also_who_connects_at_a_process_that_knows_less(
        self, server: Serving, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        _ann, bob, table = two_people(server)
        bob.post(f"/tables/{table}/leave")
        monkeypatch.setattr(server.services.tables, "kept_for", AsyncMock(return_value=[]))
        with bob.socket(table) as socket:
            assert socket.until("table")["left"] == []
            again = server.services.tables.seat_again_soon
            server.loop.call_soon_threadsafe(again, table)  # as when the event comes
            assert socket.until("seats") == {"type": "seats", "seats": [], "left": [1]}

    def test_another_bot_for_a_seat_that_was_left_turns_nobody_out(self, server: Serving) -> None:
        ann, bob, table = two_people(server)
        bob.post(f"/tables/{table}/leave")
        ann.post(f"/tables/{table}/seats/1/bot", {"bot": "random"})
        assert bob.post(f"/tables/{table}/return") == {"seats": [1]}

    def test_a_game_given_up_is_not_listed_and_a_closed_one_is_marked(self, server: Serving) -> None:
        ann = server.guest()
        given_up, closed = (ann.make("Ann")["table"] for _ in range(2))
        ann.post(f"/tables/{given_up}/leave")
        server.services.log.write(Batch([Entry(closed, "closed", body="operator")]))
        assert [(row["table"], row["closed"]) for row in ann.get("/tables")["tables"]] == [
            (closed, "operator")
        ]

    def test_before_the_first_card_a_seat_is_simply_free_again(self, server: Serving) -> None:
        ann, bob = server.guest(), server.guest()
        made = ann.make("Ann", "-", "-")
        table, joining = made["table"], {"name": "Bob", "invitation": made["invitation"]}
        bob.post(f"/tables/{table}/seats/1", joining)
        bob.post(f"/tables/{table}/leave")
        assert ann.get(f"/tables/{table}")["seats"][1]["kind"] == "open"
        server.guest().post(f"/tables/{table}/seats/1", joining)

    def test_also_where_nobody_else_has_come_yet(self, server: Serving) -> None:
        """The table is that of who made it, perhaps for others."""
        teacher, bob = server.guest(), server.guest()
        made = teacher.make("-", "-")
        table, joining = made["table"], {"name": "Bob", "invitation": made["invitation"]}
        bob.post(f"/tables/{table}/seats/0", joining)
        bob.post(f"/tables/{table}/leave")
        assert teacher.get(f"/tables/{table}")["closed"] is None
        server.guest().post(f"/tables/{table}/seats/0", joining)
        assert bob.refused("POST", f"/tables/{table}/leave") == (409, "nothing_to_leave")


class TestOneWayIn:
    def test_a_link_to_a_seat_that_a_bot_has_leads_nowhere(self, server: Serving) -> None:
        """Between the check and the claim the seat was handed over: the transaction sees that."""
        ann, bob, table = two_people(server)
        token = bob.post(f"/tables/{table}/seats/1/link")["token"]
        bob.post(f"/tables/{table}/leave")
        claim = Claim(table, hidden(token), "somebody")
        assert server.services.log.write(Batch(links=[claim])) == [Stale()]
        assert ann.refused("POST", f"/tables/{table}/claim", {"token": token}) == (403, "not_invited")

    def test_a_turn_checked_before_the_seat_changed_hands_is_not_stored(self, server: Serving) -> None:
        _ann, bob, table = two_people(server)
        log = server.services.log
        known = log.last_of([table])[table]
        bob.post(f"/tables/{table}/leave")
        turn = Entry(table, "turn", 1, 1, "d4N", known=known)
        assert log.write(Batch([turn])) == [Stale()]


@pytest.fixture
def go_on(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Until it is set bots wait, as those of another process do."""
    go_on = threading.Event()

    async def wait(_bot_turns: BotTurns, _live: Live) -> None:
        while not go_on.is_set():
            await asyncio.sleep(0.01)

    monkeypatch.setattr(BotTurns, "_take_time", wait)
    return go_on


class TestWhatAReviewFound:
    def test_a_bot_does_not_lay_for_who_came_back(self, server: Serving, go_on: threading.Event) -> None:
        ann, bob, table = two_people(server)
        bob.post(f"/tables/{table}/leave")
        bob.post(f"/tables/{table}/return")
        live = server.services.tables.known(table)
        assert live
        assert live.thinking
        go_on.set()
        end = time.monotonic() + 10
        while live.thinking and time.monotonic() < end:
            time.sleep(0.01)
        assert ann.get(f"/tables/{table}")["waiting"] == [0, 1]

    def test_a_stand_in_lays_for_who_came_back_too_late(
        self, server: Serving, go_on: threading.Event, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ann, bob, table = two_people(server, seconds=3600, stand_in="random")
        lay(ann, table, 0, "d4N")
        bob.post(f"/tables/{table}/leave")
        bob.post(f"/tables/{table}/return")
        live = server.services.tables.known(table)
        assert live
        monkeypatch.setattr(Overdue, "_look", AsyncMock())
        monkeypatch.setattr(Table, "deadline", property(lambda table: table.round_began))
        server.loop.call_soon_threadsafe(server.services.bot_turns._time_is_over, live, 1)
        go_on.set()
        told = ann.get(f"/tables/{table}/events?after={live.table.last}&wait=10")["events"]
        assert [(event["seat"], event["stand_in"]) for event in told] == [(1, True)]

    def test_nobody_keeps_a_round_open_by_leaving_and_returning_when_its_time_is_over(
        self, server: Serving, go_on: threading.Event, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ann, bob, table = two_people(server, seconds=3600, stand_in="random")
        lay(ann, table, 0, "d4N")
        live = server.services.tables.known(table)
        assert live
        monkeypatch.setattr(Overdue, "_look", AsyncMock())
        monkeypatch.setattr(Live, "time_is_over", lambda _live: True)
        slow, thinking, thought = threading.Event(), server.services.thinking, list[Any]()
        choose = thinking.choose

        async def think(*arguments: Any) -> Any:
            turn = await choose(*arguments)
            thought.append(turn)
            while not slow.is_set():
                await asyncio.sleep(0.01)
            return turn

        monkeypatch.setattr(thinking, "choose", think)
        server.loop.call_soon_threadsafe(server.services.bot_turns._time_is_over, live, 1)
        bob.post(f"/tables/{table}/leave")
        go_on.set()
        bob.post(f"/tables/{table}/return")
        known = live.table.last
        slow.set()
        happened = ann.get(f"/tables/{table}/events?after={known}&wait=10")["events"]
        assert [(event["seat"], event["stand_in"]) for event in happened] == [(1, True)]
        assert len(thought) == 1, "what it had found when somebody came back is laid"

    def test_a_stand_in_that_thought_past_its_round_lays_nothing_in_the_next(
        self, server: Serving, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The next card is in hand by then, and does not fit where the last one lies."""
        ann, bob, table = two_people(server, seconds=3600)
        people = {0: ann, 1: bob}
        play_until(table, people, ROUNDS - 2)
        thinks, goes_on, thinking = threading.Event(), threading.Event(), server.services.thinking
        choose, live = thinking.choose, server.services.tables.known(table)
        assert live
        rounds = live.table.rounds

        async def think(*_arguments: Any) -> Any:
            thinks.set()
            while not goes_on.is_set():
                await asyncio.sleep(0.01)
            return rounds[-1].turns[1]

        monkeypatch.setattr(thinking, "choose", think)
        server.loop.call_soon_threadsafe(server.services.bot_turns._time_is_over, live, ROUNDS - 1)
        assert thinks.wait(10)
        play_until(table, people, ROUNDS - 1, first=ROUNDS - 1)
        with capture_logs() as logged:
            goes_on.set()
            wait_until(lambda: not live.thinking)
        assert [line for line in logged if line["log_level"] == "error"] == []
        monkeypatch.setattr(thinking, "choose", choose)
        play_until(table, people, ROUNDS, first=ROUNDS)
        assert ann.get(f"/tables/{table}")["result"]

    def test_a_bot_that_was_replaced_lays_no_more(self, server: Serving, go_on: threading.Event) -> None:
        ann = server.guest()
        table = str(ann.make("Ann", "bot:random")["table"])
        thinking = server.services.thinking
        with patch.object(thinking, "choose", wraps=thinking.choose) as choose:
            ann.post(f"/tables/{table}/seats/1/bot", {"bot": "greedy"})
            go_on.set()
            assert ann.get(f"/tables/{table}/events?after=1&wait=10")["events"][0]["kind"] == "turn"
        assert [call.args[2] for call in choose.call_args_list] == ["greedy"]

    def test_a_turn_that_a_bot_laid_is_not_taken_back(self, server: Serving) -> None:
        ann, bob, table = two_people(server)
        bob.post(f"/tables/{table}/leave")
        seen = ann.get(f"/tables/{table}/events?after=2&wait=10")
        while not any(event["kind"] == "turn" for event in seen["events"]):
            seen = ann.get(f"/tables/{table}/events?after={seen['last']}&wait=10")
        bob.post(f"/tables/{table}/return")
        path = f"/tables/{table}/seats/1/undo"
        assert bob.refused("POST", path, {"round": 1}) == (409, "nothing_laid")

    def test_a_rematch_that_was_given_up_is_followed_by_another(self, server: Serving) -> None:
        ann = server.guest()
        table = str(ann.make("Ann")["table"])
        play_until(table, {0: ann}, ROUNDS)
        first = ann.post(f"/tables/{table}/rematch")["table"]
        assert ann.post(f"/tables/{table}/rematch")["table"] == first
        ann.post(f"/tables/{first}/leave")
        second = ann.post(f"/tables/{table}/rematch")["table"]
        assert second != first
        assert ann.post(f"/tables/{table}/rematch")["table"] == second
        assert ann.get(f"/tables/{second}")["running"]

    def test_many_rematches_that_were_given_up_are_passed_over_together(self, server: Serving) -> None:
        ann = server.guest()
        table = str(ann.make("Ann")["table"])
        play_until(table, {0: ann}, ROUNDS)
        rematch = str(ann.post(f"/tables/{table}/rematch")["table"])
        play_until(rematch, {0: ann}, ROUNDS)
        given_up = {rematch}
        for _ in range(60):
            next_one = str(ann.post(f"/tables/{rematch}/rematch")["table"])
            ann.post(f"/tables/{next_one}/leave")
            given_up.add(next_one)
        server.services.log.write(Batch(removals=[Removal((rematch,))]))
        statements: list[str] = []
        event.listen(
            server.services.engine,
            "before_cursor_execute",
            lambda _connection, _cursor, statement, *_more: statements.append(statement),
        )
        assert ann.post(f"/tables/{table}/rematch")["table"] not in given_up
        assert len(statements) < 40

    def test_a_closed_table_gives_no_hint_and_takes_nobody_in(self, server: Serving) -> None:
        ann = server.guest()
        table = ann.make("Ann")["table"]
        ann.post(f"/tables/{table}/leave")
        assert ann.refused("GET", f"/tables/{table}/seats/0/hint") == (409, "game_over")
        made = ann.make("Ann", "-")
        ann.post(f"/tables/{made['table']}/leave")
        joining = {"name": "Bob", "invitation": made["invitation"]}
        assert server.guest().refused("POST", f"/tables/{made['table']}/seats/1", joining) == (
            409,
            "game_over",
        )

    def test_a_table_at_which_much_happens_lets_people_go(
        self, server: Serving, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Eleven bots may lay, one after the other, while somebody leaves."""
        ann, bob, table = two_people(server)
        append, earlier = server.services.writer.append, iter(range(11))

        async def outrun(entry: Entry) -> Outcome:
            return await append(entry) if next(earlier, None) is None else Stale()

        monkeypatch.setattr(server.services.writer, "append", outrun)
        bob.post(f"/tables/{table}/leave")
        assert ann.get(f"/tables/{table}")["seats"][1]["kind"] != "person"

    def test_who_has_no_seat_cannot_leave(self, server: Serving) -> None:
        _ann, bob, table = two_people(server)
        bob.post(f"/tables/{table}/leave")
        assert bob.refused("POST", f"/tables/{table}/leave") == (409, "nothing_to_leave")
