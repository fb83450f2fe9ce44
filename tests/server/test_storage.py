"""A full disk, a database that is away, damaged or of another release: said at once, and mended by itself."""

import os
import re
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from postgres import Postgres
from serving import Guest, Serving, serving, wait_until
from sqlalchemy import event
from sqlalchemy.exc import DatabaseError
from structlog.testing import capture_logs

from limes.cli import main
from limes.rules import LimesError
from limes.server.store import writer
from limes.server.store.sole_server import SoleServer
from limes.server.tables import readers

NUMBERS = count(1)
SOON = 6.0  # seconds in which everything is answered: before, it took half a minute


def health(server: Serving) -> tuple[int, str]:
    answer = httpx.get(f"{server.url}/healthz", timeout=SOON)
    return answer.status_code, answer.json().get("error", {}).get("code", "ok")


def impatient(server: Serving) -> Guest:
    guest = server.guest()
    guest.http.timeout = httpx.Timeout(SOON)
    return guest


class Disk:
    """A disk that has as much room as is said, for every connection to an SQLite database."""

    def __init__(self, server: Serving) -> None:
        self._pages = 10**9
        event.listen(server.services.engine, "checkout", self._limit)
        self._server = server

    def _limit(self, connection: sqlite3.Connection, *_more: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {self._pages}")

    def fill(self) -> None:
        self._pages = 1  # no more than there are

    def clear(self) -> None:
        self._pages = 10**9


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """`limes serve` in this process sends its log to a captured stream, which no later test has."""
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr(writer, "LOOK_AGAIN", 0.05)
    yield
    structlog.reset_defaults()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as running:
        yield running


def test_a_full_disk_is_said_at_once_and_once_in_the_log_until_there_is_room(server: Serving) -> None:
    ann = impatient(server)
    table = ann.make("Ann")["table"]
    disk = Disk(server)
    with capture_logs() as said:
        disk.fill()
        made = [_made(ann) for _ in range(200)]
        assert made[-1] == (507, "disk_full")
        assert set(made) == {(201, ""), (507, "disk_full")}
        assert health(server) == (507, "disk_full")
        turn = {"round": 1, "turn": "d4N"}
        assert ann.refused("POST", f"/tables/{table}/seats/0/turns", turn) == (507, "disk_full")
        assert ann.get(f"/tables/{table}")["yours"]
        disk.clear()
        wait_until(lambda: health(server) == (200, "ok"))
    assert ann.lay(table, 0, 1, "d4N") == 1
    words = [each["event"] for each in said if each["log_level"] in ("warning", "error")]
    assert words == ["the database fails", "the database is well again"]


def _made(guest: Guest) -> tuple[int, str]:
    deck = {"name": "mine", "cards": ["rFwf"] * 64}
    answer = guest.http.post("/tables", json={"seats": [{"kind": "person", "name": "Ann"}], "deck": deck})
    return answer.status_code, answer.json().get("error", {}).get("code", "")


class Way:
    """The way to PostgreSQL, on which everything may get lost, or which may be closed."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.open = threading.Event()
        self.open.set()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Whoever is connected is not any more; nobody gets in."""
        for end in (self._listening, *(end for pair in self._pairs for end in pair)):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def mend(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        listening = self._listening
        while True:
            try:
                here, _address = listening.accept()
                pair = (here, socket.create_connection(("127.0.0.1", self._target)))
            except OSError:
                return
            self._pairs.append(pair)
            threading.Thread(target=self._carry, args=pair, daemon=True).start()

    def _carry(self, here: socket.socket, there: socket.socket) -> None:
        with here, there:
            try:
                while True:
                    for end in select.select([here, there], [], [])[0]:
                        self.open.wait(60)
                        data = end.recv(65536)
                        if not data:
                            return
                        (there if end is here else here).sendall(data)
            except OSError:
                return


@pytest.fixture
def way(postgres: Postgres) -> Iterator[Way]:
    made = Way(postgres.port)
    yield made
    made.open.set()
    made.cut()


@pytest.fixture
def there(postgres: Postgres, way: Way) -> str:
    """A database at the end of the way."""
    return re.sub(r":\d+/", f":{way.port}/", postgres.new_database(f"away{next(NUMBERS)}"))


def test_a_database_that_is_away_is_said_at_once_until_it_is_back(way: Way, there: str) -> None:
    with serving(there) as server:
        ann = impatient(server)
        table = ann.make("Ann")["table"]
        with capture_logs() as said:
            way.cut()
            turn = {"round": 1, "turn": "d4N"}
            path = f"/tables/{table}/seats/0/turns"
            assert ann.refused("POST", path, turn) == (503, "log_unreachable")
            wait_until(lambda: health(server) == (503, "log_unreachable"))
            refused = ann.http.get(f"/tables/{table}")
            assert (refused.status_code, refused.headers["retry-after"]) == (503, "2")
            way.mend()
            wait_until(lambda: health(server) == (200, "ok"))
        assert ann.lay(table, 0, 1, "d4N") == 1
        words = [each["event"] for each in said if each["log_level"] in ("warning", "error")]
        assert sorted(words) == ["not listening", "the database fails", "the database is well again"]


def test_nobody_waits_for_a_database_that_does_not_answer(
    way: Way, there: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(there) as server:
        ann = impatient(server)
        table = ann.make("Ann")["table"]
        have_patience(monkeypatch, 0.3)
        with ann.socket(table) as socket_:
            socket_.until("table")
            wait_until(lambda: has_looked_around(server))
            way.open.clear()
            socket_.lay(0, 1, "d4N")
            assert socket_.until("error")["code"] == "log_unreachable"
            socket_.lay(0, 1, "d4N")
            assert socket_.until("error")["code"] == "log_unreachable"
            assert health(server) == (503, "log_unreachable")
            have_patience(monkeypatch, SOON)  # a busy machine may be slow, too
            way.open.set()
            wait_until(lambda: health(server) == (200, "ok"))
            socket_.lay(0, 1, "d4N")
            assert socket_.until("ack")["number"] == 1
        assert len(server.services.log.events(table, 0)) == 1


def have_patience(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    for module, name in ((writer, "STALLED"), (writer, "LONGEST_PROBE"), (readers, "LONGEST_READ")):
        monkeypatch.setattr(module, name, seconds)


def has_looked_around(server: Serving) -> bool:
    """When a process begins to listen to others, it asks who holds its seats; where nobody answers, it sends
    everybody away to connect again."""
    assert server.services.others
    looking = server.services.others._seating
    return looking is not None and looking.done()


def test_a_server_ends_in_time_though_its_database_does_not_answer(way: Way, there: str) -> None:
    command = [sys.executable, "-m", "limes", "serve", "--open", "--port", "0", "--database", there]
    environment = os.environ | {"BROWSER": "true"}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        address = re.search(r"http://[^;]*", process.stdout.readline())
        assert address
        httpx.get(f"{address[0]}healthz")
        way.open.clear()
        asking = threading.Thread(target=_ask, args=(f"{address[0]}healthz",))
        asking.start()
        time.sleep(0.3)
        process.send_signal(signal.SIGTERM)
        began = time.monotonic()
        log = process.communicate(timeout=10)[1]
        assert time.monotonic() - began < 10
        asking.join(10)
    assert "Traceback" not in log


def _ask(address: str) -> None:
    with suppress(httpx.HTTPError):
        httpx.get(address, timeout=10)


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def started(file: Path) -> list[str]:
    return ["serve", "--port", "0", "--database", f"sqlite:///{file}"]


@pytest.mark.parametrize("first", [0, 2 * 4096])
def test_a_damaged_file_is_named_in_a_sentence(
    tmp_path: Path, first: int, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.sqlite"
    assert main(["db", "upgrade", "--database", f"sqlite:///{file}"]) == 0
    damaged = bytearray(file.read_bytes())
    damaged[first:] = b"?" * len(damaged[first:])
    file.write_bytes(damaged)
    assert "the database cannot be opened: " in refusal(capsys, *started(file))
    assert "the database cannot be " in refusal(capsys, "db", "check", *started(file)[-2:])
    assert "the database cannot be " in refusal(capsys, "tables", "list", *started(file)[-2:])


def test_damage_that_shows_while_a_server_runs_is_no_fault_of_the_server(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = impatient(server)
    table = ann.make("Ann")["table"]

    def damaged(*_arguments: Any) -> Any:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise DatabaseError("SELECT", {}, error)

    monkeypatch.setattr(server.services.log, "holdings", damaged)
    assert ann.refused("GET", f"/tables/{table}") == (503, "database_damaged")
    monkeypatch.setattr(server.services.log, "write", damaged)
    assert ann.refused("POST", "/tables", {"seats": [{"kind": "open"}]}) == (503, "database_damaged")


def test_a_database_of_a_newer_release_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.sqlite"
    assert main(["db", "upgrade", "--database", f"sqlite:///{file}"]) == 0
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 's9999'")
    connection.close()
    for command in (["serve", "--port", "0"], ["db", "check"], ["db", "upgrade"], ["tables", "list"]):
        said = refusal(capsys, *command, "--database", f"sqlite:///{file}")
        assert "another release of Limes" in said


def test_one_server_a_file_by_whatever_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data").mkdir()
    file, link = tmp_path / "data" / "tables.sqlite", tmp_path / "link.sqlite"
    link.symlink_to(file)
    with serving(f"sqlite:///{file}"):
        assert "another server is using" in refusal(capsys, *started(link))
    with serving(f"sqlite:///{link}"):
        assert "another server is using" in refusal(capsys, *started(file))


def test_a_file_with_two_names_is_refused_by_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "elsewhere").mkdir()
    file, other = tmp_path / "tables.sqlite", tmp_path / "elsewhere" / "tables.sqlite"
    with serving(f"sqlite:///{file}") as server:
        other.hardlink_to(file)
        for command in (
            started(other),
            ["bans", "list"],
            ["db", "check"],
            ["db", "backup", str(tmp_path / "b")],
        ):
            at = [] if "--database" in command else ["--database", f"sqlite:///{other}"]
            assert "has another name (a hard link)" in refusal(capsys, *command, *at)
        assert not list(other.parent.glob("*-wal"))
        assert server.guest().make("Ann")
    capsys.readouterr()
    assert "has another name (a hard link)" in refusal(capsys, *started(file))


def test_a_damaged_lock_is_not_taken_for_another_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.sqlite"
    (tmp_path / "tables.sqlite.serving").write_text("this is no database, " * 1000)
    assert "the database cannot be opened: " in refusal(capsys, *started(file))


def test_a_lock_whose_file_was_removed_in_the_meantime_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, removed = sqlite3.connect, iter([True])

    def removed_meanwhile(file: Path, **more: Any) -> sqlite3.Connection:
        opened: sqlite3.Connection = connect(file, **more)
        if next(removed, False):
            opened.execute("SELECT * FROM sqlite_master")  # opens it
            file.unlink()
        return opened

    monkeypatch.setattr(sqlite3, "connect", removed_meanwhile)
    first = SoleServer(tmp_path / "tables.sqlite")
    with pytest.raises(LimesError, match="another server is using"):
        SoleServer(tmp_path / "tables.sqlite")
    first.end()
