"""What an operator decides while a server runs: who is kept out, which key signs, what is restored."""

import asyncio
import json
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx
import psycopg
import pytest
from postgres import Postgres, free_port
from serving import Guest, Serving, first_turn, serving, wait_for
from sqlalchemy import Engine, inspect, text

from limes.cli import main
from limes.rules import LimesError
from limes.server.people import COOKIE, AddressMarks, Bans, canonical, guests, means
from limes.server.problems import Problem
from limes.server.process import make_server
from limes.server.settings import Settings
from limes.server.store import Ban, open_engine, restoring, upgrade

MARKS = AddressMarks("key")


def kept_out(who: str, address: str, guest: str = "ann") -> bool:
    try:
        Bans(MARKS, [Ban(canonical(who), 0.0, None, "")]).check(address, guest)
    except Problem as problem:
        return problem.code == "banned"
    return False


@pytest.mark.parametrize(
    ("who", "address", "out"),
    [
        ("203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("203.0.113.9/24", "203.0.113.8", True),
        ("203.0.113.0/24", "203.0.114.8", False),
        ("::ffff:203.0.113.7", "203.0.113.7", True),
        ("2001:db8::1", "2001:db8::/56", True),
        ("2001:db8::1:0/112", "2001:db8::/56", True),
        ("::ffff:203.0.113.0/120", "203.0.113.7", True),
        ("::ffff:203.0.113.0/120", "203.0.114.7", False),
        ("2001:db8::/32", "2001:db8:7::/56", True),
        ("2001:db8::/32", "203.0.113.7", False),
        ("0.0.0.0/0", "2001:db8::/56", False),
        ("0.0.0.0/0", "unknown", False),
        ("guest:ann", "203.0.113.7", True),
        ("guest:bob", "203.0.113.7", False),
        (f"client:{MARKS.mark('203.0.113.7', '2026W01')}", "203.0.113.7", True),
        (f"client:{MARKS.mark('203.0.113.7')}", "203.0.113.8", False),
    ],
)
def test_a_ban_keeps_out_whom_it_names_and_nobody_else(who: str, address: str, out: bool) -> None:
    assert kept_out(who, address) is out


def test_a_ban_on_a_part_of_a_household_keeps_out_all_of_it() -> None:
    with pytest.raises(Problem):
        Bans(MARKS, [Ban("2001:db8::/64", 0.0, None, "")]).check("2001:db8::/56", "bob")
    assert means("2001:db8::/64", canonical("2001:db8::/64"))
    assert not means("2001:db8::/64", canonical("2001:db8:1::/64"))


def test_an_address_has_another_mark_each_week_and_at_each_server() -> None:
    this, next_ = MARKS.mark("203.0.113.7", "2026W01"), MARKS.mark("203.0.113.7", "2026W02")
    assert this.partition("-")[2] != next_.partition("-")[2]
    assert AddressMarks("other").mark("203.0.113.7", "2026W01") != this
    assert "203" not in this.partition("-")[2] or len(this) == len("2026W01-") + 12


def heed(server: Serving) -> None:
    """What the server does every five seconds."""
    asyncio.run_coroutine_threadsafe(server.services.heed_operator(), server.loop).result(10)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()  # the server's log goes the same way
    assert main([*arguments, "--lang", "en"]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def test_whoever_is_shut_out_is_refused_and_may_come_in_again(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(database) as server:
        ann, bob = server.guest(), server.guest()
        made = ann.make("Ann", "-")
        bob.post(f"/tables/{made['table']}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
        shown = json.loads(run(capsys, "tables", "show", made["table"], "--json", "--database", database))
        [name] = shown["seats"][1]["guests"]
        with bob.socket(made["table"]) as socket:
            socket.until("table")
            said = run(capsys, "bans", "add", f"guest:{name}", "--reason", "floods", "--database", database)
            assert said == f"guest:{name} is banned\n"
            heed(server)
            assert socket.until("error")["code"] == "banned"
            assert socket.closing_code() == 4403
        assert bob.refused("GET", "/tables") == (403, "banned")
        assert ann.get("/tables")["tables"]
        [ban] = json.loads(run(capsys, "bans", "list", "--json", "--database", database))
        assert (ban["who"], ban["reason"], ban["until"]) == (f"guest:{name}", "floods", None)
        run(capsys, "bans", "remove", f"guest:{name}", "--database", database)
        heed(server)
        assert bob.get("/tables")["tables"]
        assert run(capsys, "bans", "list", "--database", database) == ""


def test_whoever_is_shut_out_hears_nothing_more(server: Serving, capsys: pytest.CaptureFixture[str]) -> None:
    database = server.services.settings.database
    ann, bob = server.guest(), server.guest()
    made = ann.make("Ann", "-")
    bob.post(f"/tables/{made['table']}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    shown = json.loads(run(capsys, "tables", "show", made["table"], "--json", "--database", database))
    with bob.socket(made["table"]) as socket:
        socket.until("presence")
        heard = len(socket.seen)
        run(capsys, "bans", "add", f"guest:{shown['seats'][1]['guests'][0]}", "--database", database)
        heed(server)
        ann.lay(made["table"], 0, 1, "d4N")
        assert socket.closing_code() == 4403
        assert [json.loads(each)["code"] for each in socket.seen[heard:]] == ["banned"]


def test_whoever_is_shut_out_and_says_nothing_is_not_present(
    server: Serving, capsys: pytest.CaptureFixture[str]
) -> None:
    database = server.services.settings.database
    ann, bob = server.guest(), server.guest()
    made = ann.make("Ann", "-")
    bob.post(f"/tables/{made['table']}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    shown = json.loads(run(capsys, "tables", "show", made["table"], "--json", "--database", database))
    with ann.socket(made["table"]) as hers, bob.socket(made["table"]) as his:
        hers.until("presence", seats=[0, 1])
        run(capsys, "bans", "add", f"guest:{shown['seats'][1]['guests'][0]}", "--database", database)
        heed(server)
        assert his.closing_code() == 4403
        hers.until("presence", seats=[0])


def test_a_socket_does_not_outlive_the_key_of_its_cookie(
    server: Serving, capsys: pytest.CaptureFixture[str]
) -> None:
    database = server.services.settings.database
    ann = server.guest()
    made = ann.make("Ann", "-")
    with ann.socket(made["table"]) as socket:
        socket.until("presence")
        run(capsys, "keys", "rotate", "--database", database)
        heed(server)
        run(capsys, "keys", "forget", "--database", database)
        heed(server)
        assert socket.closing_code() == 1012


def test_a_mark_from_the_log_is_enough_to_shut_an_address_out(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(database) as server:
        mark = server.services.marks.mark("127.0.0.1")
        run(capsys, "bans", "add", f"client:{mark}", "--days", "1", "--database", database)
        heed(server)
        assert httpx.get(f"{server.url}/healthz").status_code == 403
        with pytest.raises(Exception, match="403"):
            Guest(server.url).socket("x")


def test_a_ban_ends_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    assert main(["db", "upgrade", "--database", database]) == 0
    run(capsys, "bans", "add", "203.0.113.7", "--days", "2", "--database", database)
    assert "203.0.113.7" in run(capsys, "bans", "list", "--database", database)
    later = time.time() + 3 * 24 * 3600
    monkeypatch.setattr("limes.server.store.bans.time.time", lambda: later)
    assert run(capsys, "bans", "list", "--database", database) == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["add", "everybody"], "'everybody' is none of these: an address"),
        (["add", "guest:"], "'guest:' is none of these"),
        *(
            (
                ["add", "203.0.113.7", "--days", days],
                f"a ban must last more than 0 and at most 36500 days, not {days}; without --days it is",
            )
            for days in ("-1", "0", "inf", "nan", "1e+308", "36501", "1e-12")
        ),
        (["add", "guest:k7x"], "'guest:k7x' is not complete"),
        (["add", "client:2026W47-0123456789"], "'client:2026W47-0123456789' is not complete"),
        (["add", "203.0.113.7", "--reason", "\udcff"], "is not text in UTF-8"),
        (["remove", "guest:\udcff"], "is not banned"),
        (["remove", "203.0.113.7"], "203.0.113.7 is not banned"),
    ],
)
def test_bans_that_make_no_sense_are_refused(
    tmp_path: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    assert main(["db", "upgrade", "--database", database]) == 0
    assert main(["bans", *arguments, "--database", database, "--lang", "en"]) == 2
    assert said in capsys.readouterr().err


def test_a_new_key_signs_nobody_out_and_breaks_no_invitation(
    database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(database) as server:
        ann, away, bob = server.guest(), server.guest(), server.guest()
        made, elsewhere = ann.make("Ann", "-"), away.make("Eve")
        before = ann.http.cookies[COOKIE]
        run(capsys, "keys", "rotate", "--database", database)
        heed(server)
        assert ann.get(f"/tables/{made['table']}")["yours"]
        assert ann.http.cookies[COOKIE] == before, "another process may not know the key"
        monkeypatch.setattr(guests, "HEARD_OF", 0)
        heed(server)
        assert ann.get(f"/tables/{made['table']}")["yours"]
        assert ann.http.cookies[COOKIE] != before, "every process knows it by then"
        bob.post(f"/tables/{made['table']}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
        assert run(capsys, "keys", "forget", "--database", database) == "old keys forgotten: 1\n"
        heed(server)
        assert ann.get(f"/tables/{made['table']}")["yours"]
        assert not away.get(f"/tables/{elsewhere['table']}")["yours"], "signed by the key that is gone"
        assert run(capsys, "keys", "forget", "--database", database) == "old keys forgotten: 0\n"
    with serving(database) as server:
        assert server.welcome(ann).get(f"/tables/{made['table']}")["yours"]


def test_an_answer_that_comes_when_a_key_was_forgotten_renews_no_cookie_of_that_key(
    server: Serving, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else whoever has a leaked key would keep what it opened."""
    database = server.services.settings.database
    ann, eve = server.guest(), server.guest()
    table = ann.make("Ann")["table"]
    eve.http.cookies.set(COOKIE, ann.http.cookies[COOKIE])
    with monkeypatch.context() as every_cookie_is_old, ThreadPoolExecutor() as waiting:
        every_cookie_is_old.setattr(guests, "MONTH", -1)
        last = ann.get(f"/tables/{table}")["last"]
        asked = waiting.submit(eve.http.get, f"/tables/{table}/events?after={last}&wait=20")
        wait_for(lambda: any(live.pins for live in server.services.tables.in_memory()))
        for command in ("rotate", "forget"):
            run(capsys, "keys", command, "--database", database)
            heed(server)
        run(capsys, "tables", "close", table, "--database", database)
        heed(server)
        renewed = asked.result().cookies[COOKIE]
    eve.http.cookies.set(COOKIE, renewed)
    assert not eve.get(f"/tables/{table}")["yours"]


def test_a_backup_with_a_trigger_is_not_restored_and_no_other_file_is_deleted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup, target = tmp_path / "backup.sqlite", f"sqlite:///{tmp_path}/tables.sqlite"
    others = tmp_path / "tables.sqlite.restoring-notes.txt"
    others.write_text("ours")
    assert main(["db", "upgrade", "--database", f"sqlite:///{backup}"]) == 0
    with closing(sqlite3.connect(backup)) as changed:
        changed.execute("CREATE TRIGGER theirs AFTER INSERT ON events BEGIN DELETE FROM events; END")
    assert main(["db", "restore", str(backup), "--database", target, "--lang", "en"]) == 2
    assert "is not a backup of Limes" in capsys.readouterr().err
    with closing(sqlite3.connect(backup)) as changed:
        changed.execute("DROP TRIGGER theirs")
    assert main(["db", "restore", str(backup), "--database", target]) == 0
    assert {file.name for file in tmp_path.glob("tables.sqlite*")} == {"tables.sqlite", others.name}


@pytest.mark.parametrize(
    "theirs",
    [
        "CREATE TABLE customers (id int)",
        "CREATE TABLE alembic_version (n int); CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql"
        " AS 'BEGIN RETURN NULL; END'; CREATE TRIGGER t AFTER INSERT ON alembic_version EXECUTE FUNCTION f()",
    ],
)
def test_an_archive_of_something_else_is_not_restored(
    theirs: str, tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [f"{name}{len(theirs)}" for name in ("theirs", "ours")]
    source, target = map(postgres.new_database, names)
    with closing(psycopg.connect(source.replace("+psycopg", ""), autocommit=True)) as connection:
        connection.execute(theirs)
    backup = str(tmp_path / "archive")
    run(capsys, "db", "backup", backup, "--database", source)
    assert main(["db", "restore", backup, "--database", target, "--lang", "en"]) == 2
    assert "is not a backup of Limes" in capsys.readouterr().err
    with closing(psycopg.connect(target.replace("+psycopg", ""))) as connection:
        found = connection.execute("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")
        assert found.fetchall() == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE alembic_version SET version_num = 's9999'", "another release"),
        ("UPDATE alembic_version SET version_num = 's0009'", "cannot be opened"),
        ("DROP TABLE results", "is not a backup of Limes"),
        ("ALTER TABLE results DROP COLUMN luck", "is not a backup of Limes"),
        ("CREATE TABLE customers (id int)", "is not a backup of Limes"),
    ],
)
def test_a_backup_that_is_not_what_its_version_says_leaves_nothing_behind(
    database: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    *,
    change: str,
    said: str,
) -> None:
    source = open_engine(database)
    upgrade(source)
    with source.begin() as connection:
        connection.execute(text(change))
    source.dispose()
    copy = str(tmp_path / "copy")
    run(capsys, "db", "backup", copy, "--database", database)
    if database.startswith("sqlite"):
        new = f"sqlite:///{tmp_path}/new.sqlite"
    else:
        new = request.getfixturevalue("postgres").new_database(f"refused{time.monotonic_ns()}")
    assert main(["db", "restore", copy, "--database", new, "--lang", "en"]) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.glob("new*"))
    if not database.startswith("sqlite"):
        target = open_engine(new)
        assert inspect(target).get_table_names() == []
        target.dispose()


def test_a_backup_of_a_running_server_is_restored_elsewhere(
    database: str, tmp_path: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = str(tmp_path / "copy")
    with serving(database) as server:
        ann = server.guest()
        table = str(ann.make("Ann")["table"])
        ann.lay(table, 0, 1, first_turn(ann.get(f"/tables/{table}/seats/0")["offer"]))
        run(capsys, "db", "backup", copy, "--database", database)
    if database.startswith("sqlite"):
        new = f"sqlite:///{tmp_path}/new/tables.sqlite"
    else:
        new = request.getfixturevalue("postgres").new_database(f"restored{request.node.name.count('_')}")
    run(capsys, "db", "restore", copy, "--database", new)
    assert "tables: 1, turns: 1;" in run(capsys, "db", "check", "--database", new)
    with serving(new) as server:
        assert server.welcome(ann).get(f"/tables/{table}/seats/0")["offer"], "by the same cookie"
    for used in (database, new):
        assert main(["db", "restore", copy, "--database", used, "--lang", "en"]) == 2
        complaint = capsys.readouterr().err
        assert "will not be overwritten" in complaint or "is not empty" in complaint


def test_what_is_no_backup_is_not_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = tmp_path / "new" / "tables.sqlite"
    broken, empty = tmp_path / "broken", tmp_path / "empty"
    broken.write_text("this is no database, " * 100)
    empty.touch()
    for backup, said in (
        (broken, "cannot be read"),
        (empty, "is not a backup of Limes"),
        (new, "no backup at"),
    ):
        assert main(["db", "restore", str(backup), "--database", f"sqlite:///{new}", "--lang", "en"]) == 2
        assert said in capsys.readouterr().err
        assert not list(new.parent.glob("*"))


def test_a_backup_is_not_restored_where_a_server_begins_meanwhile(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    backup, target = tmp_path / "backup.sqlite", f"sqlite:///{tmp_path}/tables.sqlite"
    assert main(["db", "upgrade", "--database", f"sqlite:///{backup}"]) == 0

    def begin(restored: Engine, _backup: Path) -> None:
        upgrade(restored)
        with pytest.raises(LimesError, match="another server is using"):
            make_server(Settings(database=target, port=0))

    monkeypatch.setattr(restoring, "_bring_up_to_date", begin)
    run(capsys, "db", "restore", str(backup), "--database", target)
    with serving(target):
        assert main(["db", "restore", str(backup), "--database", target, "--lang", "en"]) == 2
        assert "another server is using" in capsys.readouterr().err


def test_what_a_killed_restoration_left_is_in_nobodys_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup, target = tmp_path / "backup.sqlite", f"sqlite:///{tmp_path}/tables.sqlite"
    assert main(["db", "upgrade", "--database", f"sqlite:///{backup}"]) == 0
    for end in ("restoring", "restoring-journal", "restoring-wal", "serving"):
        (tmp_path / f"tables.sqlite.{end}").touch()
    run(capsys, "db", "restore", str(backup), "--database", target)
    assert {file.name for file in tmp_path.glob("tables.sqlite*")} == {"tables.sqlite"}


@pytest.mark.parametrize("end", [".restoring", ".restoring-wal", ".serving", "-wal"])
def test_no_backup_has_the_name_of_a_file_that_restoring_removes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], end: str
) -> None:
    backup, target = tmp_path / f"tables.sqlite{end}", f"sqlite:///{tmp_path}/tables.sqlite"
    assert main(["db", "upgrade", "--database", f"sqlite:///{backup}"]) == 0
    assert main(["db", "restore", str(backup), "--database", target, "--lang", "en"]) == 2
    assert "belongs to the database itself" in capsys.readouterr().err
    assert backup.stat().st_size


def test_a_backup_that_is_not_restored_is_left_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = tmp_path / "backup.sqlite"
    assert main(["db", "upgrade", "--database", f"sqlite:///{backup}"]) == 0
    with closing(sqlite3.connect(backup)) as changed, changed:
        changed.execute("UPDATE alembic_version SET version_num = 's9999'")
    target = f"sqlite:///{tmp_path}/tables.sqlite"
    assert main(["db", "restore", str(backup), "--database", target, "--lang", "en"]) == 2
    assert "another release" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [backup], "SQLite writes beside it; its folder may be for reading only"


def test_what_is_not_yet_in_the_file_of_a_copy_is_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    live, copy = tmp_path / "live.sqlite", tmp_path / "copy.sqlite"
    assert main(["db", "upgrade", "--database", f"sqlite:///{live}"]) == 0
    engine = open_engine(f"sqlite:///{live}")
    with engine.execution_options(writing=True).begin() as connection:
        connection.execute(text("INSERT INTO guests (id, created) VALUES ('ann', 0)"))
    for end in ("", "-wal"):  # as a copy of the whole folder has them
        copy.with_name(copy.name + end).write_bytes(live.with_name(live.name + end).read_bytes())
    engine.dispose()
    run(capsys, "db", "restore", str(copy), "--database", f"sqlite:///{tmp_path}/tables.sqlite")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as restored:
        assert restored.execute("SELECT id FROM guests").fetchall() == [("ann",)]


OBEYED = "\x1b]0;x\x07\x9b31m\u202e"  # by a terminal


@pytest.mark.parametrize(
    "change",
    [
        f"UPDATE tables SET owner = 'o{OBEYED}', closed = 'c{OBEYED}'",
        f"UPDATE tables SET id = '{OBEYED}'",
        f"UPDATE tables SET setup = replace(setup, 'Ann', 'A{OBEYED}')",
        f"UPDATE tables SET setup = replace(setup, '\"person\"', '\"{OBEYED}\"')",
        f"UPDATE tables SET setup = '{'[' * 100_000}'",
        "UPDATE tables SET touched = 'long ago', created = 'once'",
        f"UPDATE holders SET guest = '{OBEYED}'",
        f"INSERT INTO bans VALUES ('guest:{OBEYED}', 'once', NULL, '{OBEYED}')",
        f"INSERT INTO keys VALUES ('signing {OBEYED}', 'x')",
    ],
)
def test_no_row_of_a_database_commands_the_operators_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    with serving(database) as server:
        server.guest().make("Ann", "Bob")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
        connection.execute(change)
        connection.commit()
        [table] = connection.execute("SELECT id FROM tables").fetchone()
    commands = ("tables list", "bans list", "keys rotate", "keys forget", "db check", "db purge --dry-run")
    for words in (*map(str.split, commands), ["tables", "show", table]):
        assert main([*words, "--database", database, "--lang", "en"]) in (0, 2)
        printed = "".join(capsys.readouterr())
        assert all(letter.isprintable() for line in printed.splitlines() for letter in line), words


@pytest.mark.parametrize("action", ["upgrade", "backup", "restore", "check", "purge"])
def test_a_database_that_is_away_gets_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], action: str
) -> None:
    file = tmp_path / "copy"
    file.touch()
    away = f"postgresql+psycopg://127.0.0.1:{free_port()}/limes?connect_timeout=2"
    words = [action, str(file)] if action in ("backup", "restore") else [action]
    assert main(["db", *words, "--database", away, "--lang", "en"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_behind_tls_browsers_are_told_to_stay_there(tmp_path: Path, server: Serving) -> None:
    assert "strict-transport-security" not in httpx.get(server.url).headers
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", behind_tls=True) as secure:
        assert httpx.get(secure.url).headers["strict-transport-security"] == "max-age=31536000"
