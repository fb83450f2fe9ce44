"""Tables that end: idle ones are closed, closed ones deleted, and what an operator does with single ones."""

import asyncio
import json
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from serving import Guest, Serving, serving
from sqlalchemy import text

from limes.cli import main
from limes.puzzles import load_puzzles
from limes.server.people import COOKIE
from limes.server.settings import Settings
from limes.server.store import Log, open_engine, puzzle_strengths, puzzles
from limes.server.store.seats import insert_new
from limes.server.tables import clearing, overdue, watched_clock
from limes.server.tables.overdue import Overdue

DAY = 24 * 3600.0


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.fixture
def server(database: str) -> Iterator[Serving]:
    """On SQLite and on PostgreSQL."""
    with serving(database) as running:
        yield running


def untouched(server: Serving, table: str, days: float, **values: object) -> None:
    """As if nobody had come for so long."""
    changes = {"touched": time.time() - days * DAY, **values}
    sets = ", ".join(f"{name} = :{name}" for name in changes)
    with server.services.engine.execution_options(writing=True).begin() as connection:
        connection.execute(text(f"UPDATE tables SET {sets} WHERE id = :id"), {"id": table, **changes})


def tables(guest: Guest, *names: str) -> list[str]:
    return [str(guest.make("Ann", *names)["table"]) for _ in range(3)]


def states(server: Serving) -> dict[str, str | None]:
    with server.services.engine.connect() as connection:
        rows = connection.execute(text("SELECT id, closed FROM tables"))
        return {row.id: row.closed for row in rows}


def purge(database: str, *options: str) -> None:
    assert main(["db", "purge", *options, "--database", database]) == 0


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    """What the command said, without the log of the server that runs in this process."""
    lines = capsys.readouterr().out.splitlines(keepends=True)
    return "".join(line for line in lines if " [info" not in line)


class TestPurge:
    def test_attempts_are_closed_when_their_day_is_over(self, server: Serving, database: str) -> None:
        late, today = (server.guest().post("/days/attempt", {"name": "Ann"})["table"] for _ in range(2))
        untouched(server, late, 0, day="2026-01-01")
        purge(database)
        assert states(server) == {late: "day_over", today: None}

    def test_idle_tables_are_closed_and_closed_ones_deleted(
        self, server: Serving, database: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        ann = server.guest()
        idle, given_up, used = tables(ann)
        finished = str(ann.make("Ann")["table"])
        ann.post(f"/tables/{given_up}/leave")
        untouched(server, idle, 61)
        untouched(server, given_up, 31)
        untouched(server, used, 59)
        untouched(server, finished, 9_999, turns_left=0, finished=True)
        purge(database, "--dry-run")
        said = printed(capsys)
        assert set(said.splitlines()[:-1]) == {f"close {idle}", f"delete {given_up}"}
        assert "tables that would change: 2" in said
        assert states(server) == {idle: None, given_up: "given_up", used: None, finished: None}
        purge(database)
        assert states(server) == {idle: "idle", used: None, finished: None}
        purge(database)
        assert states(server) == {idle: "idle", used: None, finished: None}

    def test_a_table_is_never_closed_before_a_rounds_time_is_over(self, server: Serving) -> None:
        """Neither by what is noted beside the table, nor where that is older than the round."""
        ann = server.guest()
        table = str(ann.make("Ann", "bot:random", seconds=30 * 24 * 3600)["table"])
        log, settings = server.services.log, Settings(idle_days=1)
        for due in (time.time() + DAY, 0.0):
            untouched(server, table, 2, due=due)
            assert clearing.due_steps(log, settings) == []
        waiting = str(ann.make("Ann", "-", seconds=60)["table"])
        untouched(server, waiting, 2)
        assert [step.table.id for step in clearing.due_steps(log, settings)] == [waiting]

    def test_it_goes_in_small_steps_and_by_the_settings(
        self, server: Serving, database: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made = tables(server.guest())
        for table in made:
            untouched(server, table, 61)
        log = Log(open_engine(database))
        assert len(clearing.due_steps(log, Settings(), most=2)) == 2
        assert clearing.due_steps(log, Settings(idle_days=None)) == []
        log.engine.dispose()
        monkeypatch.setenv("LIMES_IDLE_DAYS", "62")
        purge(database)
        assert set(states(server).values()) == {None}
        monkeypatch.delenv("LIMES_IDLE_DAYS")
        purge(database)
        assert states(server) == dict.fromkeys(made, "idle")

    def test_tables_with_many_events_are_deleted_one_by_one(self, server: Serving) -> None:
        made = tables(server.guest())
        for days, table in zip((43, 42, 41), made, strict=True):
            untouched(server, table, days, closed="idle", finished=True, last=14_000)
        log = server.services.log
        assert [step.table.id for step in clearing.due_steps(log, Settings())] == made[:1]
        untouched(server, made[0], 43, last=5_000)
        assert [step.table.id for step in clearing.due_steps(log, Settings())] == made[:2]
        assert len(clearing.due_steps(log, Settings(), most=1_000)) == 3

    def test_finished_games_go_only_if_the_operator_says_so(self, server: Serving) -> None:
        table = str(server.guest().make("Ann")["table"])
        untouched(server, table, 400, turns_left=0, finished=True)
        log = server.services.log
        assert clearing.due_steps(log, Settings()) == []
        [step] = clearing.due_steps(log, Settings(finished_days=365))
        assert (step.does, step.table.id) == ("delete", table)

    def test_somebody_who_comes_at_that_moment_keeps_the_table(self, server: Serving) -> None:
        ann = server.guest()
        table = str(ann.make("Ann")["table"])
        untouched(server, table, 61)
        log = server.services.log
        steps = clearing.due_steps(log, Settings())
        ann.lay(table, 0, 1, "d4N")
        assert clearing.clear_now(log, steps) == 0
        assert states(server) == {table: None}

    def test_a_running_server_does_it_beside_the_traffic(
        self, database: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(overdue, "SWEEP", 0.05)
        monkeypatch.setattr(overdue, "LOOKS_TO_CLEAR", 1)
        monkeypatch.setattr(overdue, "STEADY", 0.0)
        with serving(database) as server:
            ann = server.guest()
            idle, old, _used = tables(ann)
            ann.post(f"/tables/{old}/leave")
            with ann.socket(idle) as watching, ann.socket(old) as gone:
                untouched(server, idle, 61)
                assert watching.until("event", kind="closed")["closed"] == "idle"
                untouched(server, old, 31)
                assert gone.closing_code() == 1012
            assert ann.refused("GET", f"/tables/{old}") == (404, "no_table")

    def test_nothing_is_cleared_away_by_a_clock_that_jumps(
        self, server: Serving, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One that is set when a machine has found the network, or goes wrong for a moment."""
        moments = {"time": 0.0, "monotonic": 0.0}
        clock, steady = time.time, time.monotonic
        monkeypatch.setattr(time, "time", lambda: clock() + moments["time"])
        monkeypatch.setattr(watched_clock, "monotonic", lambda: steady() + moments["monotonic"])
        monkeypatch.setattr(overdue, "seconds_ahead", lambda _log: 0.0)  # the database is on that machine
        table = str(server.guest().make("Ann")["table"])
        looking = Overdue(
            server.services.tables, server.services.bot_turns, server.services.writer, Settings()
        )

        def look_after(hours: float, jump: float = 0.0) -> str | None:
            moments["time"] += hours * 3600 + jump * DAY
            moments["monotonic"] += hours * 3600
            asyncio.run_coroutine_threadsafe(looking._look(0), server.loop).result(20)
            return states(server)[table]

        assert look_after(0, jump=70) is None
        assert look_after(0.5) is None
        assert look_after(1, jump=70) is None
        assert look_after(0.9) is None
        assert look_after(0.2) == "idle"


class TestAnswersToPuzzles:
    """Whoever keeps no cookie is another guest with each answer."""

    def answer(self, server: Serving, days: float, puzzles: int = 1) -> Guest:
        """A guest who answered so many, the last of them so long ago and the others long before."""
        guest = server.guest()
        for puzzle in load_puzzles()[:puzzles]:
            guest.post(f"/puzzles/{puzzle.id}/answer", {"turn": str(puzzle.best)})
        values = {
            "last": puzzle.id,
            "at": time.time() - days * DAY,
            "guest": guest.http.cookies[COOKIE].split(".")[0],
        }
        changed = (
            "UPDATE puzzle_answers SET at = CASE puzzle WHEN :last THEN :at ELSE 0 END WHERE guest = :guest"
        )
        with server.services.engine.execution_options(writing=True).begin() as connection:
            connection.execute(text(changed), values)
        return guest

    def kept(self, server: Serving) -> dict[str, int]:
        """How many answers there are of each guest; whoever has some has a rating."""
        with server.services.engine.connect() as connection:
            rows = connection.execute(text("SELECT guest, count(*) FROM puzzle_answers GROUP BY guest")).all()
            rated = set(connection.execute(text("SELECT guest FROM solvers")).scalars())
        kept = {str(guest): int(answers) for guest, answers in rows}
        assert rated == kept.keys()
        return kept

    def test_they_go_when_the_guest_has_long_lost_the_cookie(self, server: Serving) -> None:
        self.answer(server, 401, puzzles=3)
        assert list(self.kept(server).values()) == [3]
        ratings = puzzle_strengths(server.services.log)
        self.answer(server, 399, puzzles=2)
        self.answer(server, 401).make("Ann")
        look(server)
        assert sorted(self.kept(server).values()) == [1, 2], "whoever has a table may still have the cookie"
        assert puzzle_strengths(server.services.log).keys() == ratings.keys()

    def test_so_many_in_one_step_until_all_were_looked_at(
        self, server: Serving, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(puzzles, "MOST_FORGOTTEN", 4)
        for days in (401, 1, 402, 403, 2):
            self.answer(server, days, puzzles=2)
        before, log = time.time() - 400 * DAY, server.services.log
        after = puzzles.forget_answers(log, before)
        assert after
        assert len(self.kept(server)) == 3
        assert puzzles.forget_answers(log, before, after) == ""
        assert len(self.kept(server)) == 2

    def test_each_step_looks_at_some_guests(self, server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(puzzles, "MOST_LOOKED_AT", 2)
        for days in (401, 1, 402, 403, 2):
            self.answer(server, days)
        before, log = time.time() - 400 * DAY, server.services.log
        guests = sorted(self.kept(server))
        after = puzzles.forget_answers(log, before)
        assert after == guests[1]
        after = puzzles.forget_answers(log, before, after)
        assert after == guests[3]
        assert puzzles.forget_answers(log, before, after) == ""
        assert len(self.kept(server)) == 2

    def test_whoever_answers_at_that_moment_keeps_them(
        self, server: Serving, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ann, another = self.answer(server, 401), load_puzzles()[1]
        forget = puzzles._forget

        def forget_late(*arguments: Any) -> None:
            ann.post(f"/puzzles/{another.id}/answer", {"turn": str(another.best)})
            forget(*arguments)

        monkeypatch.setattr(puzzles, "_forget", forget_late)
        look(server)
        assert list(self.kept(server).values()) == [2]

    def test_whoever_answers_when_they_have_just_gone_begins_anew(
        self, server: Serving, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """On PostgreSQL the guest's row may go between the look whether it is there and its lock."""
        calls = count()

        def gone_at_first(*new: Any) -> None:
            if next(calls):
                insert_new(*new)

        monkeypatch.setattr("limes.server.store.puzzles.insert_new", gone_at_first)
        self.answer(server, 0)
        assert list(self.kept(server).values()) == [1]


def look(server: Serving) -> None:
    looking = Overdue(server.services.tables, server.services.bot_turns, server.services.writer, Settings())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(overdue, "STEADY", 0.0)
        asyncio.run_coroutine_threadsafe(looking._look(0), server.loop).result(20)


class TestOperator:
    def run(self, capsys: pytest.CaptureFixture[str], database: str, *words: str) -> str:
        assert main(["tables", *words, "--database", database]) == 0
        return printed(capsys)

    def test_tables_are_listed_and_shown(
        self, server: Serving, database: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        ann, bob = server.guest(), server.guest()
        old = str(ann.make("Ann")["table"])
        made = ann.make("Ann", "-")
        new = str(made["table"])
        joining = {"name": "Bob", "invitation": made["invitation"]}
        bob.post(f"/tables/{new}/seats/1", joining)
        ann.lay(new, 0, 1, "d4N")
        untouched(server, old, 5)
        ann.post(f"/tables/{old}/leave")
        untouched(server, old, 5)
        listed = json.loads(self.run(capsys, database, "list", "--json"))
        assert [(row["table"], row["state"]) for row in listed] == [(old, "closed"), (new, "running")]
        assert [seat["name"] for seat in listed[1]["seats"]] == ["Ann", "Bob"]
        for options, found in (
            (("--state", "running"), [new]),
            (("--state", "finished"), []),
            (("--untouched", "4"), [old]),
            (("--most", "1"), [old]),
            (("--most", "1000000000"), [old, new]),
            (("--largest",), [new, old]),
        ):
            rows = json.loads(self.run(capsys, database, "list", "--json", *options))
            assert [row["table"] for row in rows] == found, options
        assert f"{new}  running" in self.run(capsys, database, "list", "--guest", listed[1]["owner"])
        assert self.run(capsys, database, "list", "--guest", "nobody") == ""
        shown = json.loads(self.run(capsys, database, "show", old, "--json"))
        assert (shown["closed"], shown["turns_left"]) == ("given_up", 16)
        assert "seat 1      person  Bob" in self.run(capsys, database, "show", new)
        secret = server.services.log.load(new)
        assert secret
        assert secret[0].nonce not in self.run(capsys, database, "list", "--json")

    @pytest.mark.parametrize(
        ("option", "value", "said"),
        [
            ("--most", "0", "--most must be a number from 1 to 1000000000, not 0"),
            ("--most", "99999999999999999999", "--most must be a number from 1 to 1000000000, not 9999"),
            ("--untouched", "nan", "--untouched must be a number of days, 0 or more, not nan"),
            ("--untouched", "inf", "--untouched must be a number of days, 0 or more, not inf"),
            ("--untouched", "-1", "--untouched must be a number of days, 0 or more, not -1"),
        ],
    )
    def test_numbers_that_make_no_sense_are_refused(
        self, option: str, value: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        database = ["--database", f"sqlite:///{tmp_path}/tables.sqlite"]
        assert main(["db", "upgrade", *database]) == 0
        assert main(["tables", "list", option, value, *database, "--lang", "en"]) == 2
        assert said in capsys.readouterr().err

    def test_a_running_server_follows(
        self, database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(overdue, "SWEEP", 0.05)
        with serving(database) as server:
            ann = server.guest()
            one, two = (str(ann.make("Ann")["table"]) for _ in range(2))
            with ann.socket(one) as first, server.guest().socket(two) as second:
                assert "tables closed: 1" in self.run(capsys, database, "close", one)
                assert first.until("event", kind="closed")["closed"] == "operator"
                assert json.loads(self.run(capsys, database, "close", one, "--json")) == {"closed": []}
                assert "tables deleted: 1" in self.run(capsys, database, "delete", two)
                assert second.closing_code() == 1012
            turn = {"round": 1, "turn": "d4N"}
            assert ann.refused("POST", f"/tables/{one}/seats/0/turns", turn) == (409, "game_over")
            assert ann.refused("GET", f"/tables/{two}") == (404, "no_table")
        assert main(["db", "check", "--database", database]) == 0

    def test_damaged_rows_are_shown_and_keep_no_server_from_starting(
        self, database: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with serving(database) as server:
            table = str(server.guest().make("Ann")["table"])
            with server.services.engine.begin() as connection:
                connection.execute(text("UPDATE tables SET setup = '{}', touched = 1e300"))
                ban = "INSERT INTO bans (who, created, reason) VALUES ('nobody', 0, '')"
                connection.execute(text(ban))
        assert "turns_left  16" in self.run(capsys, database, "show", table)
        assert f"{table}  running   ?" in self.run(capsys, database, "list")
        with serving(database) as server:
            assert server.guest().make("Bob")

    def test_a_table_that_there_is_not_is_named_and_nothing_changes(
        self, server: Serving, database: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        table = str(server.guest().make("Ann")["table"])
        assert main(["tables", "delete", table, "nowhere", "--database", database]) == 2
        assert "there is no table nowhere" in capsys.readouterr().err
        assert states(server) == {table: None}


def test_the_check_knows_turns_taken_back_and_tables_closed(
    server: Serving, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ann = server.guest()
    table = str(ann.make("Ann", "Bob")["table"])
    ann.lay(table, 0, 1, "d4N")
    ann.post(f"/tables/{table}/seats/0/undo", {"round": 1})
    ann.post(f"/tables/{table}/seats/0/turns", {"round": 1, "turn": "d4E", "attempt": 2})
    ann.post(f"/tables/{table}/leave")
    assert main(["db", "check", "--database", database]) == 0
    assert "tables: 1, turns: 1; everything replays without an error" in capsys.readouterr().out
    untouched(server, table, 0, closed=None)
    assert main(["db", "check", "--database", database]) == 2
    assert "closed is -, but its events make it given_up" in capsys.readouterr().err
