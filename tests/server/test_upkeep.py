"""`limes serve` and `limes db` as an operator types them."""

import errno
import json
import logging
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import httpx
import pytest
import structlog
from serving import first_turn, serving
from sqlalchemy import text

from limes.cli import main
from limes.rules import STANDARD
from limes.server.process import prepare_logs
from limes.server.store import backup
from limes.server.store.engine import open_engine


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """`limes serve` in this process sends its log to a captured stream, which no later test has."""
    monkeypatch.setenv("LANGUAGE", "en")
    yield
    structlog.reset_defaults()


def played(database: str) -> str:
    with serving(database) as server:
        guest = server.guest()
        table = str(guest.make("Ann")["table"])
        for number in range(1, 4):
            offer = guest.get(f"/tables/{table}/seats/0")["offer"]
            guest.lay(table, 0, number, first_turn(offer))
    return table


def test_a_backup_is_checked_like_the_database_itself(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["db", "upgrade", "--database", database]) == 0
    played(database)
    assert main(["db", "check", "--database", database]) == 0
    assert "tables: 1, turns: 3; everything replays without an error" in capsys.readouterr().out
    copy = tmp_path / "copy"
    assert main(["db", "backup", str(copy), "--database", database]) == 0
    assert copy.stat().st_size > 1000
    assert main(["db", "backup", str(copy), "--database", database]) == 2
    assert "will not be overwritten" in capsys.readouterr().err
    if database.startswith("sqlite"):
        assert main(["db", "check", "--database", f"sqlite:///{copy}"]) == 0


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE events SET turn = 'a1N' WHERE number = 2", "a1 touches no card"),
        ("DELETE FROM events WHERE number = 2", "event 2 is missing"),
        ("UPDATE events SET round = 9 WHERE number = 2", "event 2 is not a turn of the current round"),
        ("UPDATE tables SET nonce = 'x'", "the cards are not the promised ones"),
        ("UPDATE tables SET cards = 'one two'", "it cannot be read (ValueError)"),
        ("DELETE FROM events WHERE number = 3", "last is 3, but its events make it 2"),
        ("UPDATE tables SET last = 2", "last is 2, but its events make it 3"),
        ("UPDATE tables SET turns_left = 99", "turns_left is 99, but its events make it 13"),
        ("UPDATE tables SET finished = true", "finished is 1, but its events make it 0"),
    ],
)
def test_damage_is_found(tmp_path: Path, damage: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    table = played(database)
    engine = open_engine(database)
    with engine.begin() as connection:
        connection.execute(text(damage))
    engine.dispose()
    assert main(["db", "check", "--database", database]) == 2
    complaint = capsys.readouterr().err
    assert said in complaint
    assert table in complaint


def test_every_fault_is_named_and_such_a_table_can_be_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    with serving(database) as server:
        guest = server.guest()
        tables = [str(guest.make("Ann")["table"]) for _ in range(4)]
        guest.lay(tables[3], 0, 1, "d4N")
    engine = open_engine(database)
    with engine.begin() as connection:
        setup = json.loads(connection.execute(text("SELECT setup FROM tables")).scalars().all()[0])
        large = json.dumps(setup | {"deck": ["large", *STANDARD.faces, *["rFwf"] * 41]})
        for table, column, value in (
            (tables[0], "setup", large),
            (tables[1], "setup", "{}"),
            (tables[2], "nonce", "x"),
        ):
            asked = {"table": table, "value": value}
            connection.execute(text(f"UPDATE tables SET {column} = :value WHERE id = :table"), asked)
    engine.dispose()
    assert main(["db", "check", "--database", database]) == 2
    said = capsys.readouterr()
    assert all(table in said.err for table in tables[:3])
    assert tables[3] not in said.err
    assert "up to 64 cards" in said.err
    assert "tables: 1, turns: 1; everything replays without an error" in said.out
    assert main(["tables", "list", "--database", database]) == 0
    assert main(["tables", "delete", *tables[:3], "--database", database]) == 0
    assert main(["db", "check", "--database", database]) == 0


def test_serve_logs_json_without_secrets_and_stops_when_told(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "limes", "serve", "--open", "--port", "0"]
    environment = os.environ | {"LIMES_DATABASE": f"sqlite:///{tmp_path}/tables.sqlite", "BROWSER": "true"}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        address = re.search(r"http://[^;]*", process.stdout.readline())
        assert address
        with httpx.Client(base_url=address[0]) as client:
            made = client.post("/api/tables", json={"seats": [{"kind": "person", "name": "Ann"}]}).json()
            client.get(f"/api/tables/{made['table']}")
            secrets = [*made["tokens"].values(), made["invitation"], made["table"], *client.cookies.values()]
        process.send_signal(signal.SIGTERM)
        log = process.communicate(timeout=20)[1]
    lines = [json.loads(line) for line in log.splitlines()]
    assert [line["status"] for line in lines if line["event"] == "request"] == [201, 200]
    assert not any(secret in log for secret in [*secrets, "Ann"])


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    environment = os.environ | {"LIMES_DATABASE": f"sqlite:///{tmp_path}/tables.sqlite", "BROWSER": "true"}
    command = [sys.executable, "-m", "limes", "serve", "--open", "--port", "0"]
    reader, writer = os.pipe()
    os.close(reader)
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=writer, text=True
    ) as process:
        os.close(writer)
        assert process.stdout
        address = re.search(r"http://[^;]*", process.stdout.readline())
        assert address
        with httpx.Client(base_url=address[0]) as client:
            assert client.post("/api/tables", json={"seats": [{"kind": "open"}]}).status_code == 201
            assert client.get("/healthz").status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == -signal.SIGTERM


def test_only_the_owner_reads_the_database_and_its_copies(tmp_path: Path) -> None:
    file, copy = tmp_path / "new" / "tables.sqlite", tmp_path / "copy"
    played(f"sqlite:///{file}")
    assert main(["db", "backup", str(copy), "--database", f"sqlite:///{file}"]) == 0
    for private in (file, copy):
        assert private.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", [":memory:", "file:copy", "file:copy?mode=memory", "-copy"])
def test_a_backup_has_the_name_that_it_was_given(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    assert main(["db", "upgrade", "--database", database]) == 0
    assert main(["db", "backup", "--database", database, "--", name]) == 0
    assert {file.name for file in tmp_path.iterdir()} == {"tables.sqlite", name}
    assert main(["db", "restore", "--database", "sqlite:///file:new", "--", name]) == 0
    assert {file.name for file in tmp_path.iterdir()} == {"tables.sqlite", name, "file:new"}
    assert Path("file:new").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("action", [["check"], ["backup", "copy"]])
def test_an_empty_file_is_no_database(
    tmp_path: Path, action: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").touch()
    assert main(["db", *action, "--database", "sqlite:///empty"]) == 2
    assert capsys.readouterr().err == f"limes: there is no database at {tmp_path}/empty\n"
    assert list(tmp_path.iterdir()) == [tmp_path / "empty"]


def test_of_many_faults_in_a_file_one_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tables.sqlite"
    assert main(["db", "upgrade", "--database", f"sqlite:///{file}"]) == 0
    with closing(sqlite3.connect(file)) as broken, broken:
        broken.execute("PRAGMA writable_schema = ON")
        roots = "SELECT min(rootpage), max(rootpage) FROM sqlite_master WHERE type = 'index'"
        [one, another] = broken.execute(roots).fetchone()
        broken.execute("UPDATE sqlite_master SET rootpage = ? WHERE rootpage = ?", (another, one))
    assert main(["db", "check", "--database", f"sqlite:///{file}"]) == 2
    assert re.fullmatch(
        "limes: the database cannot be read: .* reference to page .*\n", capsys.readouterr().err
    )


def test_a_damaged_holder_of_a_seat_is_not_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    table = played(database)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as damaged, damaged:
        damaged.execute("UPDATE holders SET seat = 'x'")
    assert main(["tables", "show", table, "--database", database]) == 0
    assert "seat 0" in capsys.readouterr().out


@pytest.mark.parametrize("action", [["check"], ["backup", "copy"]])
def test_a_database_that_is_not_there_is_not_made(
    tmp_path: Path, action: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["db", *action, "--database", f"sqlite:///{tmp_path}/folder/typo.sqlite"]) == 2
    assert "there is no database at" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_backup_that_fails_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.sqlite"
    broken.write_text("this is no database, " * 100)
    assert main(["db", "backup", str(tmp_path / "copy"), "--database", f"sqlite:///{broken}"]) == 2
    assert "the database cannot be read" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [broken]
    assert main(["db", "backup", str(tmp_path / "no" / "copy"), "--database", f"sqlite:///{broken}"]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_an_interrupted_backup_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_given: object) -> None:
        raise KeyboardInterrupt

    file = tmp_path / "tables.sqlite"
    assert main(["db", "upgrade", "--database", f"sqlite:///{file}"]) == 0
    monkeypatch.setattr(backup, "_copy", interrupt)
    assert main(["db", "backup", str(tmp_path / "copy"), "--database", f"sqlite:///{file}"]) == 130
    assert list(tmp_path.iterdir()) == [file]


def test_a_backup_does_not_take_the_place_of_a_part_of_the_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.sqlite"
    assert main(["db", "upgrade", "--database", f"sqlite:///{file}"]) == 0
    assert main(["db", "backup", f"{file}-wal", "--database", f"sqlite:///{file}"]) == 2
    assert "belongs to the database itself" in capsys.readouterr().err


def test_a_file_that_nobody_can_look_for_is_not_blamed_on_the_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, nameless = tmp_path / "tables.sqlite", tmp_path / ("x" * 300)
    for command, database, said in (
        (["check"], nameless, "the database cannot be opened: File name too long"),
        (["backup", str(tmp_path / "copy")], nameless, "the database cannot be opened: File name too long"),
        (["restore", str(nameless)], file, f"the backup {nameless} cannot be read: File name too long"),
        (["restore", __file__], nameless, "the database cannot be opened: File name too long"),
    ):
        assert main(["db", *command, "--database", f"sqlite:///{database}"]) == 2
        assert capsys.readouterr().err == f"limes: {said}\n"


@pytest.mark.parametrize(
    "address", ["limes:word@127.0.0.1:1/tables", "limes@127.0.0.1:1/tables?password=word"]
)
def test_a_password_is_not_on_the_command_line_of_a_backup(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "pg_dump"
    program.write_text('#!/bin/sh\necho "$@" "$PGPASSWORD" > "$SAID"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("SAID", str(tmp_path / "said"))
    database = f"postgresql+psycopg://{address}"
    assert main(["db", "backup", str(tmp_path / "copy"), "--database", database]) == 0
    *arguments, password = (tmp_path / "said").read_text().split()
    assert password == "word"
    assert arguments[-1] == "--dbname=postgresql://limes@127.0.0.1:1/tables"


def test_a_port_that_is_taken_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port, "--database", f"sqlite:///{tmp_path}/tables.sqlite"]) == 2
    assert capsys.readouterr().err == (
        f"limes: another program is using port {port} of 127.0.0.1; "
        "end it, or choose another port with --port\n"
    )


@pytest.mark.parametrize(
    "host", ["203.0.113.4", "2001:db8::1", "[::1]", "nowhere.invalid", "http://localhost", " ", "ä" * 64]
)
def test_what_is_no_address_of_this_machine_is_said_in_a_sentence(
    host: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", partial(socket.getaddrinfo, flags=socket.AI_NUMERICHOST))
    assert main(["serve", "--host", host, "--database", f"sqlite:///{tmp_path}/tables.sqlite"]) == 2
    assert capsys.readouterr().err == (
        f"limes: {host!r} is not an address of this computer; "
        "--host takes one of its own such as 127.0.0.1, or 0.0.0.0 for all of them\n"
    )


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (errno.EACCES, "you may not use port 80: the system keeps it for administrators"),
        (errno.EMFILE, "cannot listen on ::1 port 80: Too many open files\n"),
    ],
)
def test_a_port_that_the_system_refuses_is_said_in_a_sentence(
    code: int,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(address: object, **_given: object) -> None:
        raise OSError(code, f"(while attempting to bind on address {address!r})")

    monkeypatch.setattr(socket, "create_server", refuse)
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    assert main(["serve", "--host", "::1", "--port", "80", "--database", database]) == 2
    complaint = capsys.readouterr().err
    assert said in complaint
    assert "(" not in complaint


def test_one_server_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    with serving(database):
        assert main(["serve", "--port", "0", "--database", database]) == 2
        assert "another server is using" in capsys.readouterr().err
        assert main(["db", "check", "--database", database]) == 0
    with serving(database):
        pass


def test_what_libraries_say_is_json_with_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    root.handlers = []
    try:
        prepare_logs("info")
        try:
            raise ValueError("the secret")
        except ValueError:
            logging.getLogger("library").warning('so "%s" said', "they", exc_info=True)
    finally:
        root.handlers, root.level = before
    said = capsys.readouterr().err
    assert json.loads(said) == {
        "event": "library",
        "level": "warning",
        "text": 'so "they" said',
        "error": "ValueError",
    }


def test_settings_that_make_no_sense_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LIMES_PORT", "0")
    assert main(["serve", "--port", "99999"]) == 2
    assert "setting port: " in capsys.readouterr().err
    assert main(["serve", "--database", "mysql://secret@host/x"]) == 2
    assert "secret" not in capsys.readouterr().err
    with monkeypatch.context() as changed:
        changed.setenv("LIMES_ORIGINS", "https://play.example")
        assert main(["serve"]) == 2
        assert 'LIMES_ORIGINS=["https://play.example"]' in capsys.readouterr().err
        assert main(["db", "check"]) == 2
    monkeypatch.setenv("LIMES_DATABASE", "sqlite:////proc/none/x.sqlite")
    assert main(["serve"]) == 2
    assert "the database cannot be opened" in capsys.readouterr().err
