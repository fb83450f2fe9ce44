"""A server that starts again takes up what was left: bots that have not laid, rounds with a time."""

import time
from pathlib import Path

import pytest
from serving import Serving, serving
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from limes.server.store.engine import open_engine
from limes.server.store.log import Log
from limes.server.tables import overdue


def lull(server: Serving) -> None:
    """This server's bots lay nothing any more, as if it had died before they could."""
    server.services.bot_turns.stop()


def turns_of(log: Log, table: str) -> int:
    loaded = log.load(table)
    assert loaded
    return sum(event.kind == "turn" for event in loaded[1])


def wait_for_turns(server: Serving, table: str, turns: int) -> bool:
    """Looks into the log: nobody opens the table."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if turns_of(server.services.log, table) == turns:
            return True
        time.sleep(0.02)
    return False


def left_behind(database: str) -> dict[str, str]:
    """Tables at which bots should have laid: one from the start, one handed to a bot, one of bots alone."""
    with serving(database) as server:
        lull(server)
        guest = server.guest()
        tables = {
            "from the start": guest.make("Ann", "bot:random")["table"],
            "handed over": guest.make("Ann", "Bob")["table"],
            "people": guest.make("Ann", "Bob")["table"],
        }
        guest.post(f"/tables/{tables['handed over']}/seats/1/bot", {"bot": "random"})
        for table in tables.values():
            guest.lay(table, 0, 1, "d4N")
        tables["bots"] = guest.make("bot:random")["table"]
        assert [turns_of(server.services.log, table) for table in tables.values()] == [1, 1, 1, 0]
    return tables


def test_bots_lay_after_a_restart_without_anybody_looking(database: str) -> None:
    tables = left_behind(database)
    with serving(database) as server:
        assert wait_for_turns(server, tables["from the start"], 3)
        assert wait_for_turns(server, tables["handed over"], 3)
        assert wait_for_turns(server, tables["bots"], 16)
        assert turns_of(server.services.log, tables["people"]) == 1
        assert server.services.tables.known(tables["people"]) is None


def test_those_used_last_come_first_and_no_more_than_asked_for(database: str) -> None:
    tables = left_behind(database)
    engine = open_engine(database)
    log = Log(engine)
    expected = [tables[name] for name in ("bots", "handed over", "from the start")]
    assert log.running_with_bots(10) == expected
    assert log.running_with_bots(2) == expected[:2]
    engine.dispose()


def test_a_table_that_cannot_be_replayed_keeps_no_other_asleep(database: str) -> None:
    tables = left_behind(database)
    engine = open_engine(database)
    with engine.begin() as connection:
        damage = text("UPDATE events SET turn = 'a1N' WHERE table_id = :table")
        connection.execute(damage, {"table": tables["handed over"]})
    engine.dispose()
    with serving(database) as server:
        assert wait_for_turns(server, tables["from the start"], 3)
        assert wait_for_turns(server, tables["bots"], 16)


def test_a_log_out_of_reach_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    tables = left_behind(database)
    asked = []
    found = Log.overdue

    def unreachable_at_first(log: Log, before: float, most: int) -> list[str]:
        asked.append(log)
        if len(asked) < 3:
            raise OperationalError("SELECT", {}, Exception("out of reach"))
        return found(log, before, most)

    monkeypatch.setattr(Log, "overdue", unreachable_at_first)
    monkeypatch.setattr(overdue, "SWEEP", 0.01)
    with serving(database) as server:
        assert wait_for_turns(server, tables["bots"], 16)
    assert len(asked) >= 3


def test_a_finished_or_timed_table_is_not_among_those_with_bots(database: str) -> None:
    with serving(database) as server:
        guest = server.guest()
        done = guest.make("bot:random")["table"]
        assert wait_for_turns(server, done, 16)
        timed = guest.make("Ann", "bot:random", seconds=60)["table"]
        assert wait_for_turns(server, timed, 1)
        assert server.services.log.running_with_bots(10) == []
        assert server.services.log.overdue(time.time() + 60, 10) == [timed]
