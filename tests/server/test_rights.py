"""What nobody may do to others: seats taken over too early, kept by who found a link, names that deceive."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import pytest
from serving import Guest, Serving, serving
from sqlalchemy import text
from web.tables import play_until

from limes.rules import ROUNDS, STANDARD, Deck, Game, Turn, parse_record, write_record
from limes.server import problems
from limes.server.entries import Batch, Entry, Outcome, Seen, Stale, Stored
from limes.server.game import Table
from limes.server.people import Caller
from limes.server.store import PlayedTable, Writer, devices
from limes.server.tables import LivePositions, live_positions
from limes.server.tables.presence import Presence

DAY = 24 * 3600.0
LONG_AGO = 10 * DAY
ADDRESSES = (f"10.0.0.{number}" for number in count(1))


def comes_from(guest: Guest, address: str) -> None:
    """The tests' own address is a trusted proxy's."""
    guest.http.headers["x-forwarded-for"] = address


@pytest.fixture(scope="module")
def server(shared_database: str) -> Iterator[Serving]:
    """One on SQLite, one on PostgreSQL."""
    with serving(shared_database, review_seconds=0.2) as running:
        yield running


def two_people(server: Serving, **more: Any) -> tuple[Guest, Guest, str]:
    """Ann, who made the table, and Bob."""
    ann, bob = server.guest(), server.guest()
    made = ann.make("Ann", "-", **more)
    bob.post(f"/tables/{made['table']}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    return ann, bob, str(made["table"])


def settle(server: Serving) -> None:
    """Until all that was noted is written down."""
    asyncio.run_coroutine_threadsafe(server.services.writer._queue.join(), server.loop).result(10)


def seen_ago(server: Serving, table: str, seconds: float) -> None:
    """As if nobody had been at the table for so long."""
    settle(server)
    server.services.presence._noted.clear()
    with server.services.engine.execution_options(writing=True).begin() as connection:
        asked = {"seconds": seconds, "table": table}
        connection.execute(text("UPDATE events SET at = at - :seconds WHERE table_id = :table"), asked)
        for held in ("holders", "seats"):
            connection.execute(
                text(f"UPDATE {held} SET seen = seen - :seconds WHERE table_id = :table"), asked
            )
    read_anew(server, table)


def read_anew(server: Serving, table: str) -> None:
    """The server forgets what it knows of the table and reads the log."""
    server.loop.call_soon_threadsafe(server.services.tables.forget, [table])


class TestAbandoned:
    @pytest.fixture
    def hand_over(self) -> Any:
        def tried(guest: Guest, table: str, seat: int = 1) -> str:
            response = guest.http.post(f"/tables/{table}/seats/{seat}/bot", json={"bot": "random"})
            return "handed over" if response.status_code == 204 else response.json()["error"]["code"]

        return tried

    def test_with_days_a_round_nobody_is_replaced_before_the_time_is_over(
        self, server: Serving, hand_over: Any
    ) -> None:
        ann, _bob, table = two_people(server, seconds=3 * 24 * 3600)
        seen_ago(server, table, DAY)
        assert hand_over(ann, table) == "not_abandoned"

    def test_a_round_that_ran_out_without_its_player_makes_the_seat_free(
        self, server: Serving, hand_over: Any
    ) -> None:
        ann, bob, table = two_people(server, seconds=3 * 24 * 3600)
        ann.lay(table, 0, 1, "d4N")
        log = server.services.log
        log.write(Batch([Entry(table, "turn", 1, 1, "d4N", stand_in=True)]))
        read_anew(server, table)
        bob.get(f"/tables/{table}")
        assert hand_over(ann, table) == "not_abandoned", "he was there a moment ago"
        settle(server)
        with server.services.engine.execution_options(writing=True).begin() as connection:
            asked = {"table": table}
            connection.execute(text("UPDATE holders SET seen = seen - 4000 WHERE table_id = :table"), asked)
        assert hand_over(ann, table) == "handed over"

    def test_without_a_time_a_seat_is_kept_for_days(self, server: Serving, hand_over: Any) -> None:
        ann, _bob, table = two_people(server)
        assert hand_over(ann, table) == "not_abandoned"
        seen_ago(server, table, 2 * DAY)
        assert hand_over(ann, table) == "not_abandoned"
        seen_ago(server, table, 2 * DAY)
        assert hand_over(ann, table) == "handed over"

    def test_whoever_comes_again_was_seen(self, server: Serving) -> None:
        """Though it was written down a moment ago, before they left."""
        ann, bob = server.guest(), server.guest()
        comes_from(bob, next(ADDRESSES))
        made = ann.make("Ann", "-", "-")
        table, joining = made["table"], {"name": "Bob", "invitation": made["invitation"]}
        for action in ("seats/1", "leave", "seats/1"):
            bob.post(f"/tables/{table}/{action}", joining if action != "leave" else None)
        settle(server)
        with server.services.engine.begin() as connection:
            asked = "SELECT seen, network FROM holders WHERE table_id = :table AND seat = 1"
            [(seen, network)] = connection.execute(text(asked), {"table": table})
        assert seen > time.time() - 60
        assert network

    def test_in_a_rematch_too(self, server: Serving, hand_over: Any) -> None:
        """Though nobody has been seen there yet."""
        ann, bob, table = two_people(server)
        play_until(table, {0: ann, 1: bob}, ROUNDS)
        seen_ago(server, table, LONG_AGO)
        again = ann.post(f"/tables/{table}/rematch")["table"]
        assert hand_over(ann, again) == "not_abandoned"

    @pytest.mark.parametrize("path", ["", "/events", "/record", "/end", "/seats/1", "list", "devices"])
    def test_whoever_asks_for_anything_is_there(self, server: Serving, hand_over: Any, path: str) -> None:
        ann, bob, table = two_people(server)
        seen_ago(server, table, LONG_AGO)
        others = {"list": "/tables", "devices": f"/tables/{table}/seats/1/devices"}
        bob.http.get(others.get(path, f"/tables/{table}{path}"))
        assert hand_over(ann, table) == "not_abandoned"

    def test_whoever_has_the_link_alone_is_there_too(self, server: Serving, hand_over: Any) -> None:
        ann, bob, table = two_people(server)
        token = bob.post(f"/tables/{table}/seats/1/link")["token"]
        seen_ago(server, table, LONG_AGO)
        server.guest(token).get(f"/tables/{table}/events")
        assert hand_over(ann, table) == "not_abandoned"

    def test_whoever_is_connected_is_there(self, server: Serving, hand_over: Any) -> None:
        ann, bob, table = two_people(server)
        with bob.socket(table) as his:
            his.until("presence", seats=[1])
            with server.services.engine.execution_options(writing=True).begin() as connection:
                asked = {"table": table, "ago": LONG_AGO}
                connection.execute(text("UPDATE holders SET seen = 0 WHERE table_id = :table"), asked)
                connection.execute(text("UPDATE events SET at = at - :ago WHERE table_id = :table"), asked)
            live = server.services.tables.known(table)
            assert live
            live.table.events[:] = [each._replace(at=each.at - LONG_AGO) for each in live.table.events]
            assert hand_over(ann, table) == "not_abandoned"

    def test_a_spectator_keeps_no_seat(self, server: Serving, hand_over: Any) -> None:
        ann, _bob, table = two_people(server)
        seen_ago(server, table, LONG_AGO)
        server.guest().get(f"/tables/{table}/events")
        assert hand_over(ann, table) == "handed over"

    def test_who_comes_while_the_seat_is_handed_over_keeps_it(self, server: Serving) -> None:
        """Another process wrote down that its player is there: the transaction sees it."""
        _ann, _bob, table = two_people(server)
        log, now = server.services.log, time.time()
        [holder] = [each.guest for each in log.all_holdings(table) if each.seat == 1 and each.guest]
        log.write(Batch(seen=[Seen(table, holder, None, None, now)]))
        handed = Entry(table, "seat", 1, body='{"kind": "bot", "bot": "random"}', holders="away")
        assert log.write(Batch([_unseen(handed, now - 1)])) == [Stale()]
        assert isinstance(log.write(Batch([_unseen(handed, now + 1)]))[0], Stored)


def _unseen(entry: Entry, since: float) -> Entry:
    return Entry(entry.table_id, entry.kind, entry.seat, body=entry.body, holders=entry.holders, unseen=since)


class TestDevices:
    @pytest.fixture
    def leaked(self, server: Serving) -> tuple[Guest, Guest, Guest, str]:
        """Ann, Bob, and Eve, who found Bob's link."""
        ann, bob, table = two_people(server)
        token = bob.post(f"/tables/{table}/seats/1/link")["token"]
        eve = server.guest()
        eve.post(f"/tables/{table}/claim", {"token": token})
        return ann, bob, eve, table

    def listed(self, guest: Guest, table: str, seat: int = 1) -> list[Any]:
        found: list[Any] = guest.get(f"/tables/{table}/seats/{seat}/devices")["devices"]
        return found

    def test_the_holder_sees_them_without_secrets(self, leaked: tuple[Guest, Guest, Guest, str]) -> None:
        ann, bob, eve, table = leaked
        listed = self.listed(bob, table)
        assert [(each["kind"], each["this"], each["may_end"]) for each in listed] == [
            ("browser", True, True),
            ("link", False, True),
            ("browser", False, True),
        ]
        assert all(each["since"] for each in listed)
        assert [each["this"] for each in self.listed(eve, table)] == [False, False, True]
        assert ann.refused("GET", f"/tables/{table}/seats/1/devices") == (403, "not_your_seat")

    def test_one_is_ended_and_its_open_socket_loses_the_seat(
        self, leaked: tuple[Guest, Guest, Guest, str]
    ) -> None:
        _ann, bob, eve, table = leaked
        with eve.socket(table) as hers:
            assert hers.until("table")["yours"]
            [found] = [
                each for each in self.listed(bob, table) if each["kind"] == "browser" and not each["this"]
            ]
            bob.post(f"/tables/{table}/seats/1/devices/{found['device']}/end")
            hers.until("seats", seats=[])
            hers.lay(1, 1, "d4N")
            assert hers.until("error")["code"] == "not_your_seat"
        bob.lay(table, 1, 1, "d4N")
        assert eve.get(f"/tables/{table}")["yours"] == []
        assert eve.refused("GET", f"/tables/{table}/seats/1") == (403, "not_your_seat")
        bob.post(f"/tables/{table}/seats/1/devices/{found['device']}/end")

    def test_all_others_are_ended_with_the_link(
        self, server: Serving, leaked: tuple[Guest, Guest, Guest, str]
    ) -> None:
        _ann, bob, eve, table = leaked
        token = bob.post(f"/tables/{table}/seats/1/link")["token"]
        bob.post(f"/tables/{table}/seats/1/devices/end")
        assert len(self.listed(bob, table)) == 1
        assert eve.refused("GET", f"/tables/{table}/seats/1") == (403, "not_your_seat")
        assert server.guest(token).refused("GET", f"/tables/{table}/seats/1") == (403, "not_your_seat")

    def test_who_came_by_a_link_ends_nobody_who_was_there_before(
        self, server: Serving, leaked: tuple[Guest, Guest, Guest, str]
    ) -> None:
        _ann, bob, eve, table = leaked
        path = f"/tables/{table}/seats/1"
        [his] = [each["device"] for each in self.listed(bob, table) if each["this"]]
        assert eve.refused("POST", f"{path}/devices/{his}/end") == (403, "outranked")
        assert eve.refused("POST", f"{path}/link") == (403, "outranked")
        assert eve.refused("POST", f"{path}/link", {"gives": True}) == (403, "outranked")
        eve.post(f"{path}/devices/end")
        assert [each["kind"] for each in self.listed(bob, table)] == ["browser", "link", "browser"]

    def test_a_browser_that_lost_its_cookie_does_not_stay_for_ever(
        self, server: Serving, leaked: tuple[Guest, Guest, Guest, str]
    ) -> None:
        _ann, _bob, phone, table = leaked
        path = f"/tables/{table}/seats/1"
        assert phone.refused("POST", f"{path}/link") == (403, "outranked")
        with server.services.engine.execution_options(writing=True).begin() as connection:
            for held in ("holders", "seats"):
                lost = (
                    f"UPDATE {held} SET since = since - :days, seen = 0 WHERE table_id = :table AND seat = 1"
                )
                connection.execute(text(lost), {"days": LONG_AGO, "table": table})
        phone.get(path)
        phone.post(f"{path}/link")
        phone.post(f"{path}/devices/end")
        assert len(self.listed(phone, table)) == 1

    def test_who_has_a_leaked_token_ends_no_browser(self, server: Serving) -> None:
        ann = server.guest()
        made = ann.make("Ann", "bot:random")
        program = server.guest(made["tokens"]["0"])
        [hers] = [each for each in self.listed(program, made["table"], 0) if each["kind"] == "browser"]
        path = f"/tables/{made['table']}/seats/0/devices"
        assert not hers["may_end"]
        assert program.refused("POST", f"{path}/{hers['device']}/end") == (403, "outranked")
        program.post(f"{path}/end")
        assert ann.get(f"/tables/{made['table']}")["yours"]

    def test_the_only_one_stays(self, server: Serving) -> None:
        _ann, bob, table = two_people(server)
        path = f"/tables/{table}/seats/1/devices"
        bob.post(f"{path}/end")
        [his] = self.listed(bob, table)
        assert bob.refused("POST", f"{path}/{his['device']}/end") == (409, "last_device")

    def test_there_are_not_any_number_of_them(self, server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
        _ann, bob, table = two_people(server)
        token = bob.post(f"/tables/{table}/seats/1/link")["token"]
        monkeypatch.setattr(devices, "MOST_DEVICES", 2)
        path, claim = f"/tables/{table}/claim", {"token": token}
        assert server.guest().refused("POST", path, claim) == (409, "too_many_devices")
        assert bob.post(path, claim) == {"seat": 1}

    def test_everybody_hears_of_it(self, leaked: tuple[Guest, Guest, Guest, str]) -> None:
        ann, bob, _eve, table = leaked
        bob.post(f"/tables/{table}/seats/1/devices/end")
        events = [each for each in ann.get(f"/tables/{table}/events")["events"] if each["kind"] == "device"]
        assert [(each["seat"], each["device"]) for each in events] == [(1, "added"), (1, "ended")]

    def test_also_after_the_game_since_devices_come_along_to_the_rematch(self, server: Serving) -> None:
        ann, bob, table = two_people(server)
        play_until(table, {0: ann, 1: bob}, ROUNDS)
        token = bob.post(f"/tables/{table}/seats/1/link")["token"]
        with ann.socket(table) as watching:
            server.guest().post(f"/tables/{table}/claim", {"token": token})
            event = watching.until("event", kind="device")
        assert (event["seat"], event["device"]) == (1, "added")
        assert ann.get(f"/tables/{table}/end")["ranking"]

    def test_a_game_that_was_given_up_stays_so_whoever_comes(self, server: Serving) -> None:
        ann = server.guest()
        made = ann.make("Ann")
        ann.post(f"/tables/{made['table']}/leave")
        server.guest().post(f"/tables/{made['table']}/claim", {"token": made["tokens"]["0"]})
        assert ann.get("/tables")["tables"] == []
        assert [each["kind"] for each in ann.get(f"/tables/{made['table']}/events")["events"]] == ["closed"]

    def test_a_link_that_ends_while_its_socket_opens_holds_nothing(
        self, server: Serving, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        _ann, bob, table = two_people(server)
        old = server.guest(bob.post(f"/tables/{table}/seats/1/link")["token"])
        held = server.services.seats.held

        async def held_until_now(caller: Caller, table_id: str) -> list[int]:
            found = await held(caller, table_id)
            monkeypatch.undo()
            await asyncio.to_thread(bob.post, f"/tables/{table}/seats/1/link")
            return found

        monkeypatch.setattr(server.services.seats, "held", held_until_now)
        with old.socket(table) as socket:
            assert socket.until("seats")["seats"] == []

    @pytest.mark.parametrize(
        ("setup", "path", "refusal"),
        [
            (("Ann", "-"), "leave", "nothing_to_leave"),
            (("bot:random", "-"), "leave", "nothing_to_leave"),
            (("Ann", "-"), "seats/1/bot", "not_abandoned"),
        ],
    )
    def test_nor_does_it_leave_a_seat_or_a_game_or_hand_it_over(
        self,
        server: Serving,
        monkeypatch: pytest.MonkeyPatch,
        setup: tuple[str, ...],
        path: str,
        refusal: str,
    ) -> None:
        """Though it led to the seat when it was asked who acts."""
        ann, bob = server.guest(), server.guest()
        made = ann.make(*setup)
        table, joining = made["table"], {"name": "Bob", "invitation": made["invitation"]}
        token = bob.post(f"/tables/{table}/seats/1", joining)["token"]
        finder = server.guest(token)
        if path != "leave":
            finder.http.cookies.update(ann.http.cookies)
        held = server.services.seats.held

        async def held_until_now(caller: Caller, table_id: str) -> list[int]:
            found = await held(caller, table_id)
            monkeypatch.undo()
            await asyncio.to_thread(bob.post, f"/tables/{table}/seats/1/link")
            return found

        monkeypatch.setattr(server.services.seats, "held", held_until_now)
        body = {} if path == "leave" else {"bot": "random"}
        assert finder.refused("POST", f"/tables/{table}/{path}", body)[1] == refusal
        assert [own["seat"] for own in bob.get(f"/tables/{table}")["yours"]] == [1]

    def test_who_was_ended_does_not_sit_in_the_rematch(
        self, server: Serving, leaked: tuple[Guest, Guest, Guest, str]
    ) -> None:
        ann, bob, eve, table = leaked
        play_until(table, {0: ann, 1: bob}, ROUNDS)
        bob.post(f"/tables/{table}/seats/1/devices/end")
        again = ann.post(f"/tables/{table}/rematch")["table"]
        assert eve.get(f"/tables/{again}")["yours"] == []
        assert bob.get(f"/tables/{again}")["yours"]

    @pytest.mark.parametrize("at", ["the game", "the rematch that was given up"])
    def test_nor_who_is_ended_while_the_rematch_is_made(
        self,
        server: Serving,
        leaked: tuple[Guest, Guest, Guest, str],
        monkeypatch: pytest.MonkeyPatch,
        at: str,
    ) -> None:
        ann, bob, eve, table = leaked
        play_until(table, {0: ann, 1: bob}, ROUNDS)
        where = table
        if at != "the game":
            where = ann.post(f"/tables/{table}/rematch")["table"]
            ann.post(f"/tables/{where}/leave")
            bob.post(f"/tables/{where}/leave")
        quota = server.services.making._quota

        class Busy:
            """Those who hold the seats have been read by now."""

            @asynccontextmanager
            async def room(self, caller: Caller, tables: int, bots: int) -> AsyncIterator[None]:
                monkeypatch.undo()
                await asyncio.to_thread(bob.post, f"/tables/{where}/seats/1/devices/end")
                async with quota.room(caller, tables, bots):
                    yield

        monkeypatch.setattr(server.services.making, "_quota", Busy())
        again = ann.post(f"/tables/{table}/rematch")["table"]
        assert eve.get(f"/tables/{again}")["yours"] == []
        assert all(player.get(f"/tables/{again}")["yours"] for player in (ann, bob))

    def test_a_link_does_not_come_back_with_who_left_a_rematch(
        self, server: Serving, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Bob's first link ended there, before he went; the game had not begun."""
        ann, bob, carl = (server.guest() for _ in range(3))
        made = ann.make("Ann", "-", "-")
        table = made["table"]
        joining = {"invitation": made["invitation"]}
        first = server.guest(bob.post(f"/tables/{table}/seats/1", {"name": "Bob", **joining})["token"])
        carl.post(f"/tables/{table}/seats/2", {"name": "Carl", **joining})
        play_until(table, {0: ann, 1: bob, 2: carl}, ROUNDS)
        monkeypatch.setattr(Table, "has_played", lambda _table, seat: seat != 2)
        given_up = ann.post(f"/tables/{table}/rematch")["table"]
        bob.post(f"/tables/{given_up}/seats/1/link")
        for player in (bob, ann):
            player.post(f"/tables/{given_up}/leave")
        again = ann.post(f"/tables/{table}/rematch")["table"]
        assert bob.get(f"/tables/{again}")["yours"]
        assert first.get(f"/tables/{again}")["yours"] == []

    def test_nor_in_the_next_one_if_that_was_given_up(
        self, server: Serving, leaked: tuple[Guest, Guest, Guest, str]
    ) -> None:
        ann, bob, eve, table = leaked
        play_until(table, {0: ann, 1: bob}, ROUNDS)
        given_up = ann.post(f"/tables/{table}/rematch")["table"]
        bob.post(f"/tables/{given_up}/seats/1/devices/end")
        for player in (ann, bob):
            player.post(f"/tables/{given_up}/leave")
        again = ann.post(f"/tables/{table}/rematch")["table"]
        assert again != given_up
        assert eve.get(f"/tables/{again}")["yours"] == []
        assert all(player.get(f"/tables/{again}")["yours"] for player in (ann, bob))

    @pytest.mark.parametrize("leaving", ["eve", "ann"])
    @pytest.mark.parametrize("asking", ["ann", "bob"])
    def test_nor_who_sat_down_anew_at_the_one_that_was_given_up(
        self, server: Serving, monkeypatch: pytest.MonkeyPatch, leaving: str, asking: str
    ) -> None:
        """A later device leaves for all, or the owner removes them; then the seat is anybody's there."""
        ann, bob, eve, carl = (server.guest() for _ in range(4))
        made = ann.make("Ann", "-", "-")
        table, joining = made["table"], {"invitation": made["invitation"]}
        for seat, (player, name) in enumerate([(bob, "Bob"), (carl, "Carl")], start=1):
            player.post(f"/tables/{table}/seats/{seat}", {"name": name, **joining})
        eve.post(f"/tables/{table}/claim", {"token": bob.post(f"/tables/{table}/seats/1/link")["token"]})
        play_until(table, {0: ann, 1: bob, 2: carl}, ROUNDS)
        monkeypatch.setattr(Table, "has_played", lambda _table, seat: seat != 2)
        given_up = ann.post(f"/tables/{table}/rematch")["table"]
        if leaving == "eve":
            eve.post(f"/tables/{given_up}/leave")
        else:
            ann.post(f"/tables/{given_up}/seats/1/out")
        invitation = ann.get(f"/tables/{given_up}")["invitation"]
        for seat, (player, name) in enumerate([(eve, "Eva"), (carl, "Carl")], start=1):
            player.post(f"/tables/{given_up}/seats/{seat}", {"name": name, "invitation": invitation})
        for player in (carl, ann, eve):
            player.post(f"/tables/{given_up}/leave")
        again = {"ann": ann, "bob": bob}[asking].post(f"/tables/{table}/rematch")["table"]
        assert again != given_up
        held = [[own["seat"] for own in each.get(f"/tables/{again}")["yours"]] for each in (bob, eve)]
        assert held == [[1], []]

    def test_a_seat_that_nobody_would_hold_is_open_in_the_rematch(self, server: Serving) -> None:
        """Bob gave it away by a link that nobody has taken, and went."""
        ann, bob, table = two_people(server)
        play_until(table, {0: ann, 1: bob}, ROUNDS)
        path = f"/tables/{table}/seats/1"
        bob.post(f"{path}/link", {"gives": True})
        [own] = [each for each in bob.get(f"{path}/devices")["devices"] if each["this"]]
        bob.post(f"{path}/devices/{own['device']}/end")
        again = ann.post(f"/tables/{table}/rematch")["table"]
        assert [seat["kind"] for seat in ann.get(f"/tables/{again}")["seats"]] == ["person", "open"]

    def test_who_is_ended_at_the_game_after_that_stays_out_of_the_next_one(
        self, leaked: tuple[Guest, Guest, Guest, str]
    ) -> None:
        ann, bob, eve, table = leaked
        play_until(table, {0: ann, 1: bob}, ROUNDS)
        given_up = ann.post(f"/tables/{table}/rematch")["table"]
        for player in (ann, bob):
            player.post(f"/tables/{given_up}/leave")
        bob.post(f"/tables/{table}/seats/1/devices/end")
        again = ann.post(f"/tables/{table}/rematch")["table"]
        held = [[own["seat"] for own in each.get(f"/tables/{again}")["yours"]] for each in (bob, eve)]
        assert held == [[1], []]

    def test_nor_who_was_ended_at_a_rematch_that_the_game_does_not_know(
        self, leaked: tuple[Guest, Guest, Guest, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A process may be killed after it made a rematch, before it notes that at the game."""
        ann, bob, eve, table = leaked
        play_until(table, {0: ann, 1: bob}, ROUNDS)
        tables = [table, ann.post(f"/tables/{table}/rematch")["table"]]
        for player in (ann, bob):
            player.post(f"/tables/{tables[1]}/leave")
        append = Writer.append

        async def never_noted(writer: Writer, entry: Entry) -> Outcome:
            if entry.kind == "rematch":
                raise problems.log_unreachable()
            return await append(writer, entry)

        with monkeypatch.context() as killed:
            killed.setattr(Writer, "append", never_noted)
            assert ann.refused("POST", f"/tables/{table}/rematch")[1] == "log_unreachable"
        [unknown] = [row["table"] for row in bob.get("/tables")["tables"] if row["table"] not in tables]
        bob.post(f"/tables/{unknown}/seats/1/devices/end")
        for player in (ann, bob):
            player.post(f"/tables/{unknown}/leave")
        again = ann.post(f"/tables/{table}/rematch")["table"]
        held = [[own["seat"] for own in each.get(f"/tables/{again}")["yours"]] for each in (bob, eve)]
        assert held == [[1], []]

    def test_nobody_comes_to_the_next_one_by_way_of_the_game(self, server: Serving) -> None:
        """Eve, whom Bob ended at a rematch, and a browser of hers that he never saw there."""
        ann, bob, table = two_people(server)
        token = bob.post(f"/tables/{table}/seats/1/link")["token"]
        play_until(table, {0: ann, 1: bob}, ROUNDS)
        given_up = ann.post(f"/tables/{table}/rematch")["table"]
        eve, unseen, program = server.guest(), server.guest(), server.guest(token)
        eve.post(f"/tables/{given_up}/claim", {"token": token})
        bob.post(f"/tables/{given_up}/seats/1/devices/end")
        for browser in (eve, unseen):
            browser.post(f"/tables/{table}/claim", {"token": token})
        for player in (ann, bob):
            player.post(f"/tables/{given_up}/leave")
        again = ann.post(f"/tables/{table}/rematch")["table"]
        held = [
            [own["seat"] for own in each.get(f"/tables/{again}")["yours"]]
            for each in (bob, eve, unseen, program)
        ]
        assert held == [[1], [], [], []]

    def test_who_came_to_a_rematch_that_was_given_up_does_not_sit_in_the_next(
        self, server: Serving, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ann, bob, carl, eve = (server.guest() for _ in range(4))
        made = ann.make("Ann", "-", "-")
        table = made["table"]
        for seat, (player, name) in enumerate(((bob, "Bob"), (carl, "Carl")), start=1):
            player.post(f"/tables/{table}/seats/{seat}", {"name": name, "invitation": made["invitation"]})
        play_until(table, {0: ann, 1: bob, 2: carl}, ROUNDS)
        monkeypatch.setattr(Table, "has_played", lambda _table, seat: seat != 2)
        given_up = ann.post(f"/tables/{table}/rematch")["table"]
        invitation = ann.get(f"/tables/{given_up}")["invitation"]
        bob.post(f"/tables/{given_up}/leave")
        eve.post(f"/tables/{given_up}/seats/1", {"name": "Eve", "invitation": invitation})
        for player in (eve, ann):
            player.post(f"/tables/{given_up}/leave")
        again = ann.post(f"/tables/{table}/rematch")["table"]
        assert again != given_up
        assert [len(player.get(f"/tables/{again}")["yours"]) for player in (ann, bob, eve)] == [1, 1, 0]

    def test_nor_does_a_rematch_let_somebody_end_those_who_were_there_before(
        self, server: Serving, leaked: tuple[Guest, Guest, Guest, str]
    ) -> None:
        """Somebody who holds a seat for long is there all the same."""
        ann, bob, eve, table = leaked
        with server.services.engine.execution_options(writing=True).begin() as connection:
            long_held = "UPDATE holders SET since = since - :days WHERE table_id = :table AND seat = 1"
            connection.execute(text(long_held), {"days": LONG_AGO, "table": table})
        play_until(table, {0: ann, 1: bob}, ROUNDS)
        settle(server)
        again = ann.post(f"/tables/{table}/rematch")["table"]
        eve.post(f"/tables/{again}/seats/1/devices/end")
        assert bob.get(f"/tables/{again}")["yours"]

    def test_a_seat_that_is_given_away_shows_its_turns_to_its_new_holder_alone(self, server: Serving) -> None:
        ann, bob = server.guest(), server.guest()
        bob.get("/tables")
        made = ann.make("Ann", "Ben")
        table, path = made["table"], f"/tables/{made['table']}/seats/1"
        old = server.guest(made["tokens"]["1"])
        with ann.socket(table) as hers:
            token = ann.post(f"{path}/link", {"gives": True})["token"]
            assert bob.post(f"/tables/{table}/claim", {"token": token}) == {"seat": 1}
            hers.until("seats", seats=[0])
            bob.lay(table, 1, 1, "d4N+ne")
            hers.until("event", kind="turn")
            assert not any("d4N+ne" in each for each in hers.seen)
        assert [own["seat"] for own in ann.get(f"/tables/{table}")["yours"]] == [0]
        assert ann.refused("GET", path) == (403, "not_your_seat")
        assert old.refused("GET", path) == (403, "not_your_seat")
        assert server.guest().refused("POST", f"/tables/{table}/claim", {"token": token}) == (
            403,
            "not_invited",
        )
        assert [
            each["device"] for each in ann.get(f"/tables/{table}/events")["events"] if "device" in each
        ] == ["given"]

    def test_whoever_keeps_no_cookie_is_given_no_seat(self, server: Serving) -> None:
        """Nobody would hold it any more."""
        ann, bob = server.guest(), server.guest()
        table = ann.make("Ann")["table"]
        claim = {"token": ann.post(f"/tables/{table}/seats/0/link", {"gives": True})["token"]}
        assert server.guest().refused("POST", f"/tables/{table}/claim", claim) == (403, "no_cookie")
        assert ann.get(f"/tables/{table}")["yours"]
        assert bob.refused("POST", f"/tables/{table}/claim", claim) == (403, "no_cookie")
        assert bob.post(f"/tables/{table}/claim", claim) == {"seat": 0}
        assert [each.get(f"/tables/{table}")["yours"] == [] for each in (ann, bob)] == [True, False]


class TestTurnedOut:
    def test_the_owner_frees_a_seat_before_the_first_card(self, server: Serving) -> None:
        ann, eve = server.guest(), server.guest()
        made = ann.make("Ann", "-", "-")
        table, joining = made["table"], {"name": "Eve", "invitation": made["invitation"]}
        eve.post(f"/tables/{table}/seats/1", joining)
        with eve.socket(table) as hers:
            hers.until("table")
            ann.post(f"/tables/{table}/seats/1/out")
            event = hers.until("event", kind="turned_out")
            assert (event["seat"], event["taken"]) == (1, {"kind": "open"})
            hers.until("seats", seats=[])
        assert eve.get(f"/tables/{table}")["left"] == []
        assert eve.refused("POST", f"/tables/{table}/seats/1", joining) == (403, "not_invited")
        assert eve.refused("POST", f"/tables/{table}/return") == (409, "nowhere_to_return")
        invitation = ann.get(f"/tables/{table}")["invitation"]
        for seat, name in ((1, "Bob"), (2, "Cid")):
            friend = server.guest()
            friend.post(f"/tables/{table}/seats/{seat}", {"name": name, "invitation": invitation})
        ann.post(f"/tables/{table}/seats/0/bot", {"bot": "random"})
        assert eve.get(f"/tables/{table}")["left"] == []

    def test_a_rematch_has_the_owner_of_the_game_whoever_asks(self, server: Serving) -> None:
        """Or somebody with a leaked link could ask first and remove everybody."""
        ann, bob, table = two_people(server)
        play_until(table, {0: ann, 1: bob}, ROUNDS)
        again = bob.post(f"/tables/{table}/rematch")["table"]
        assert bob.get(f"/tables/{again}")["invitation"] is None
        assert ann.get(f"/tables/{again}")["invitation"]

    def test_or_of_who_was_there_first_where_the_owner_has_no_seat(
        self, server: Serving, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        teacher, ann, bob, eve = (server.guest() for _ in range(4))
        made = teacher.make("-", "-")
        table = made["table"]
        for seat, player in enumerate((ann, bob)):
            player.post(
                f"/tables/{table}/seats/{seat}", {"name": "ab"[seat], "invitation": made["invitation"]}
            )
        eve.post(f"/tables/{table}/claim", {"token": ann.post(f"/tables/{table}/seats/0/link")["token"]})
        play_until(table, {0: ann, 1: bob}, ROUNDS)
        monkeypatch.setattr(Table, "has_played", lambda _table, seat: seat == 0)
        again = eve.post(f"/tables/{table}/rematch")["table"]
        assert eve.get(f"/tables/{again}")["invitation"] is None
        assert ann.get(f"/tables/{again}")["invitation"]

    def test_only_the_owner_and_only_before_the_game(self, server: Serving) -> None:
        ann, bob, table = two_people(server)
        assert bob.refused("POST", f"/tables/{table}/seats/0/out") == (403, "not_the_owner")
        assert ann.refused("POST", f"/tables/{table}/seats/1/out") == (409, "already_begun")


class TestLivePositions:
    @pytest.fixture
    def players(self, server: Serving) -> tuple[Guest, Guest, str]:
        """Ann and Bob, each at an address of their own, in the third round."""
        ann, bob, table = two_people(server)
        for player in (ann, bob):
            comes_from(player, next(ADDRESSES))
        play_until(table, {0: ann, 1: bob}, 2)
        return ann, bob, table

    def test_no_values_for_a_position_that_is_played_against_people(
        self, server: Serving, players: tuple[Guest, Guest, str]
    ) -> None:
        ann, bob, table = players
        asked = self.made_up(ann, table)
        for player in (ann, bob):
            assert player.refused("POST", "/study/play", asked) == (403, "live_position")
        review = {"record": asked["record"], "seat": 0}
        assert ann.refused("POST", "/study/coach?wait=25", review) == (403, "live_position")

    def test_nor_for_a_landscape_that_the_card_in_hand_may_lead_to(
        self, server: Serving, players: tuple[Guest, Guest, str]
    ) -> None:
        """A game in which it was laid before another card that lies, and one that goes on with the next."""
        ann, bob, table = players
        game = parse_record(self.made_up(ann, table)["record"])
        first, second, third, *others = (each.card for each in game.rounds)
        swapped = record([first, third, second, *others])
        review = {"record": swapped, "seat": 0}
        copy = {"record": swapped, "seat": 0, "round": 4, "name": "Ann"}
        for player in (ann, bob):
            assert player.refused("POST", "/study/coach?wait=25", review) == (403, "live_position")
            assert player.refused("POST", "/study/play", copy) == (403, "live_position")
        play_until(table, {0: ann, 1: bob}, ROUNDS, first=3)
        ann.post("/study/play", copy)

    def test_nor_on_the_study_board(self, server: Serving, players: tuple[Guest, Guest, str]) -> None:
        """Wherever the cards are laid there: only which ones counts."""
        ann, bob, table = players
        game = parse_record(self.made_up(ann, table)["record"])
        live = {"landscape": str(game.history()[2][0]), "card": game.rounds[2].card}
        one, other = (each.number for each in game.history()[2][0].cards)
        copied = live | {"landscape": f"{other}@d4N {one}@d5E"}
        for body in (live, copied):
            for player in (ann, bob):
                assert player.refused("POST", "/study/values", body) == (403, "live_position")
        later = {"landscape": str(game.history()[3][0]), "card": game.rounds[3].card, "playouts": 1}
        assert ann.http.post("/study/values", json=later).status_code == 200
        play_until(table, {0: ann, 1: bob}, ROUNDS, first=3)
        assert ann.http.post("/study/values", json=live | {"playouts": 1}).status_code == 200

    def test_nor_for_who_comes_from_the_same_address(
        self, server: Serving, players: tuple[Guest, Guest, str]
    ) -> None:
        ann, _bob, table = players
        asked = self.made_up(ann, table)
        other = server.guest()
        comes_from(other, ann.http.headers["x-forwarded-for"])
        assert other.refused("POST", "/study/play", asked) == (403, "live_position")
        comes_from(other, next(ADDRESSES))
        other.post("/study/play", asked)

    def test_nor_in_the_moment_in_which_somebody_else_has_the_seat(
        self, server: Serving, players: tuple[Guest, Guest, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Who was seen where is noted later."""
        ann, _bob, table = players
        asked = self.made_up(ann, table)
        monkeypatch.setattr(Presence, "note", lambda *_seen: None)
        monkeypatch.setattr(Presence, "note_newcomer", lambda *_seen: None)
        zoe, other = server.guest(), server.guest()
        address = next(ADDRESSES)
        for each in (zoe, other):
            comes_from(each, address)
            each.get("/tables")
        token = ann.post(f"/tables/{table}/seats/0/link", {"gives": True})["token"]
        zoe.post(f"/tables/{table}/claim", {"token": token})
        assert other.refused("POST", "/study/play", asked) == (403, "live_position")

    def test_nor_at_the_address_at_which_somebody_took_an_open_seat(
        self, server: Serving, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Presence, "note", lambda *_seen: None)
        monkeypatch.setattr(Presence, "note_newcomer", lambda *_seen: None)
        ann, bob, other = server.guest(), server.guest(), server.guest()
        comes_from(ann, next(ADDRESSES))
        address = next(ADDRESSES)
        for each in (bob, other):
            comes_from(each, address)
        made = ann.make("Ann", "-")
        bob.post(f"/tables/{made['table']}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
        play_until(made["table"], {0: ann, 1: bob}, 2)
        asked = self.made_up(ann, made["table"])
        assert other.refused("POST", "/study/play", asked) == (403, "live_position")

    def test_nor_for_who_holds_the_seat_by_a_link_that_is_new_each_time(self, server: Serving) -> None:
        """The cookie that made the table does not come again, and none comes with the questions."""
        maker, bob, address = server.guest(), server.guest(), next(ADDRESSES)
        comes_from(maker, address)
        comes_from(bob, next(ADDRESSES))
        made = maker.make("Eve", "-")
        table, token = made["table"], made["tokens"]["0"]
        bob.post(f"/tables/{table}/seats/1", {"name": "Bob", "invitation": made["invitation"]})

        def from_there(token: str | None = None) -> Guest:
            eve = server.guest(token)
            comes_from(eve, address)
            return eve

        play_until(table, {0: from_there(token), 1: bob}, 2)
        asked = self.made_up(bob, table)
        for _ in range(2):
            token = from_there(token).post(f"/tables/{table}/seats/0/link")["token"]
            assert from_there().refused("POST", "/study/play", asked) == (403, "live_position")

    def test_nor_for_who_goes_and_comes_back_by_the_link(
        self, server: Serving, players: tuple[Guest, Guest, str]
    ) -> None:
        _ann, bob, table = players
        asked = self.made_up(bob, table)
        token = bob.post(f"/tables/{table}/seats/1/link")["token"]
        [own] = [each for each in bob.get(f"/tables/{table}/seats/1/devices")["devices"] if each["this"]]
        bob.post(f"/tables/{table}/seats/1/devices/{own['device']}/end")
        assert bob.refused("POST", "/study/play", asked) == (403, "live_position")
        bob.post(f"/tables/{table}/claim", {"token": token})

    def test_nor_do_ones_own_figures_tell_what_a_review_would_say(
        self, players: tuple[Guest, Guest, str]
    ) -> None:
        """A game that went on from a position a little further than the running one."""
        ann, bob, table = players
        asked = self.made_up(ann, table)
        copy = ann.post("/study/play", asked | {"round": asked["round"] + 2})["table"]
        play_until(copy, {0: ann}, ROUNDS, first=asked["round"] + 2)
        assert ann.refused("GET", f"/tables/{copy}/coach?seat=0&wait=25") == (403, "live_position")
        assert ann.get("/me")["reviewed"] is None
        play_until(table, {0: ann, 1: bob}, ROUNDS, first=3)
        assert ann.get(f"/tables/{copy}/coach?seat=0&wait=25")["turns"]
        assert ann.get("/me")["reviewed"]

    def test_a_copy_made_before_the_card_came_gives_no_hint(
        self, server: Serving, players: tuple[Guest, Guest, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ann, bob, table = players
        asked = self.made_up(ann, table)

        async def not_yet(*_arguments: object) -> None: ...

        with monkeypatch.context() as before:
            before.setattr(LivePositions, "check", not_yet)
            copy = ann.post("/study/play", asked)["table"]
        assert ann.refused("GET", f"/tables/{copy}/seats/0/hint") == (403, "live_position")
        assert ann.refused("POST", f"/tables/{copy}/seats/0/bot", {"bot": "expert"}) == (403, "live_position")
        play_until(table, {0: ann, 1: bob}, ROUNDS, first=3)
        assert ann.get(f"/tables/{copy}/seats/0/hint")["options"]

    def test_no_bot_lays_on_from_a_copy_that_may_come_to_the_card(
        self, players: tuple[Guest, Guest, str]
    ) -> None:
        """With a deck of one's own, in which the card that is wanted is there many times, it surely comes."""
        ann, bob, table = players
        asked = self.made_up(ann, table)
        copy = ann.post("/study/play", asked | {"round": 2})["table"]
        assert ann.refused("POST", f"/tables/{copy}/seats/0/bot", {"bot": "random"}) == (403, "live_position")
        play_until(table, {0: ann, 1: bob}, ROUNDS, first=3)
        ann.post(f"/tables/{copy}/seats/0/bot", {"bot": "random"})

    def test_nor_where_another_cookie_sits_at_the_copy_and_stays_away(
        self, server: Serving, players: tuple[Guest, Guest, str]
    ) -> None:
        ann, _bob, table = players
        copy = ann.post("/study/play", self.made_up(ann, table) | {"round": 2})["table"]
        token = ann.post(f"/tables/{copy}/seats/0/link", {"gives": True})["token"]
        other = server.guest()
        other.get("/tables")
        other.post(f"/tables/{copy}/claim", {"token": token})
        seen_ago(server, copy, 4 * 24 * 3600)
        assert ann.refused("POST", f"/tables/{copy}/seats/0/bot", {"bot": "random"}) == (403, "live_position")

    def test_nor_where_a_bot_sits_beside_the_copy(self, players: tuple[Guest, Guest, str]) -> None:
        ann, bob, table = players
        deck = {"name": "one card", "cards": [ann.get(f"/tables/{table}")["running"]["face"]] * ROUNDS}
        copy = ann.make("Ann", "bot:random", deck=deck)["table"]
        assert ann.refused("POST", f"/tables/{copy}/seats/0/bot", {"bot": "random"}) == (403, "live_position")
        shared = ann.make("Ann", "-", deck=deck)
        bob.post(f"/tables/{shared['table']}/seats/1", {"name": "Bob", "invitation": shared["invitation"]})
        ann.post(f"/tables/{shared['table']}/seats/0/bot", {"bot": "random"})

    def test_a_table_is_no_copy_of_itself(self, guest: Guest) -> None:
        comes_from(guest, next(ADDRESSES))
        table = guest.make("Ann", "Ben", deck={"name": "one card", "cards": ["rFwf"] * ROUNDS})["table"]
        guest.post(f"/tables/{table}/seats/1/bot", {"bot": "random"})

    def test_a_copy_that_comes_to_the_card_while_it_is_handed_over_is_looked_at_again(
        self, server: Serving, players: tuple[Guest, Guest, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ann, _bob, table = players
        copy = ann.post("/study/play", self.made_up(ann, table) | {"round": 2})["table"]
        laid: list[int] = []

        async def lay_meanwhile(_positions: LivePositions, caller: Any, asked: Any, **_but: str) -> None:
            """Allows it: the card that comes to the copy may by chance be the one that came to the game."""
            laid.append(min(map(len, asked)))
            if len(laid) == 1:
                live, holder = await server.services.seats.holder(caller, copy, 0)
                await server.services.turns.lay(live, holder, 0, 2, "e4N")

        async def allow(*_arguments: object, **_but: str) -> None: ...

        monkeypatch.setattr(LivePositions, "check", lay_meanwhile)
        monkeypatch.setattr(LivePositions, "check_onward", allow)
        ann.post(f"/tables/{copy}/seats/0/bot", {"bot": "random"})
        assert laid == [1, 2]

    def test_tables_without_end_are_compared_where_nobody_else_waits(
        self, players: tuple[Guest, Guest, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ann, _bob, table = players
        asked = self.made_up(ann, table)
        compared = live_positions._lying_after_round
        threads: list[str] = []

        def compare(row: PlayedTable) -> object:
            threads.append(threading.current_thread().name)
            return compared(row)

        monkeypatch.setattr(live_positions, "_lying_after_round", compare)
        assert ann.refused("POST", "/study/play", asked) == (403, "live_position")
        assert threads
        assert all(name.startswith("limes-reader") for name in threads)

    def test_no_table_is_left_out_however_many_others_were_touched_since(
        self, players: tuple[Guest, Guest, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("limes.server.store.played.MOST_AT_ONCE", 2)
        ann, _bob, table = players
        for _ in range(3):
            ann.make("Ann", "bot:random")
        assert ann.refused("POST", "/study/play", self.made_up(ann, table)) == (403, "live_position")

    def test_games_of_neighbours_keep_no_review_away_of_cards_that_came_by_chance(
        self, server: Serving
    ) -> None:
        cleo = server.guest()
        comes_from(cleo, next(ADDRESSES))
        mine = str(cleo.make("Cleo")["table"])
        play_until(mine, {0: cleo}, ROUNDS)
        one, other = faces_so_far(cleo, mine)[:2]
        deck = {"name": "two", "cards": [one] * 8 + [other] * 8}
        neighbour = server.guest()
        comes_from(neighbour, cleo.http.headers["x-forwarded-for"])
        while True:
            near = str(neighbour.make("Eve", "Eve's", deck=deck)["table"])
            play_until(near, {0: neighbour, 1: neighbour}, 1)
            if len(set(faces_so_far(neighbour, near))) == 2:
                break
        review = {"record": cleo.get(f"/tables/{mine}/end")["record"], "seat": 0}
        assert cleo.refused("POST", "/study/coach?wait=25", review) == (403, "live_position")
        assert cleo.get(f"/tables/{mine}/coach?seat=0&wait=25")["turns"]

    def test_a_deck_numbered_anew_is_the_same(self, players: tuple[Guest, Guest, str]) -> None:
        ann, _bob, table = players
        asked = self.made_up(ann, table, shift=1)
        assert ann.refused("POST", "/study/play", asked) == (403, "live_position")

    def test_other_positions_and_games_against_bots_are_free(self, players: tuple[Guest, Guest, str]) -> None:
        ann, _bob, table = players
        asked = self.made_up(ann, table)
        ann.post("/study/play", asked | {"round": 2})
        alone = ann.make("Ann", "bot:random")["table"]
        play_until(alone, {0: ann}, 3)
        ann.post("/study/play", self.made_up(ann, alone))

    def test_the_first_card_of_a_game_to_come_stays_secret(self, server: Serving) -> None:
        """Neither allowed nor refused may tell what nobody has seen yet."""
        ann = server.guest()
        table = str(ann.make("Ann", "-")["table"])
        stored = server.services.log.load(table)
        assert stored
        asked = {"record": record(stored[0].cards), "seat": 0, "round": 1, "name": "Ann"}
        ann.post("/study/play", asked)

    @staticmethod
    def made_up(guest: Guest, table: str, shift: int = 0) -> dict[str, Any]:
        """A finished record that comes to the running round with the cards that lie; the rest is anything."""
        seen = guest.get(f"/tables/{table}")
        laid = [each["card"] for each in seen["rounds"]] + [seen["running"]["card"]]
        others = [card for card in range(1, 25) if card not in laid]
        cards = [*laid, *others][:ROUNDS]
        number = seen["running"]["round"]
        return {"record": record(cards, shift), "seat": 0, "round": number, "name": "Ann"}


def faces_so_far(guest: Guest, table: str) -> list[str]:
    """Of the cards that came, the one in hand among them."""
    shown = guest.get(f"/tables/{table}")
    running = [shown["running"]["card"]] if shown["running"] else []
    faces = shown["deck"]["cards"]
    return [faces[card - 1] for card in [each["card"] for each in shown["rounds"]] + running]


def record(cards: Any, shift: int = 0) -> str:
    """Sixteen cards in four rows, without workers; with `shift`, of a deck that is numbered otherwise."""
    cells = [f"{column}{row}" for row in (4, 5, 6, 7) for column in "defg"]
    faces = STANDARD.faces
    deck = Deck("mine", (*faces[-shift:], *faces[:-shift])) if shift else STANDARD
    game = Game(players=("Ann",), deck=deck)
    for card, cell in zip(cards, cells, strict=False):
        game = game.turn_up((card - 1 + shift) % len(faces) + 1).play(0, Turn.parse(f"{cell}N"))
    return write_record(game)
