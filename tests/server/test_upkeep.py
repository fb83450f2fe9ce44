"""`limes serve` and `limes db` as an operator types them."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import structlog
from postgres import free_port
from serving import first_turn, serving
from sqlalchemy import text

from limes.cli import main
from limes.server.database import open_engine


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
    assert "1 tables with 3 turns replay without fault" in capsys.readouterr().out
    copy = tmp_path / "copy"
    assert main(["db", "backup", str(copy), "--database", database]) == 0
    assert copy.stat().st_size > 1000
    assert main(["db", "backup", str(copy), "--database", database]) == 2
    assert "is not overwritten" in capsys.readouterr().err
    if database.startswith("sqlite"):
        assert main(["db", "check", "--database", f"sqlite:///{copy}"]) == 0


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE events SET turn = 'a1N' WHERE number = 2", "a1 touches no card"),
        ("DELETE FROM events WHERE number = 2", "event 2 is missing"),
        ("UPDATE events SET round = 9 WHERE number = 2", "event 2 is no turn of the running round"),
        ("UPDATE tables SET nonce = 'x'", "the cards are not those that were promised"),
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


def test_serve_logs_json_without_secrets_and_stops_when_told(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "limes", "serve", "--port", str(port)]
    environment = {**os.environ, "LIMES_DATABASE": f"sqlite:///{tmp_path}/tables.sqlite"}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        client = httpx.Client(base_url=f"http://127.0.0.1:{port}", transport=httpx.HTTPTransport(retries=8))
        with client:
            made = client.post("/api/tables", json={"seats": [{"kind": "person", "name": "Ann"}]}).json()
            client.get(f"/api/tables/{made['table']}")
            secrets = [*made["tokens"].values(), made["invitation"], made["table"], *client.cookies.values()]
        process.send_signal(signal.SIGTERM)
        log = process.communicate(timeout=20)[1]
    lines = [json.loads(line) for line in log.splitlines()]
    assert [line["status"] for line in lines if line["event"] == "request"] == [201, 200]
    assert not any(secret in log for secret in [*secrets, "Ann"])


def test_settings_that_make_no_sense_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "99999"]) == 2
    assert "setting port: " in capsys.readouterr().err
    assert main(["serve", "--database", "mysql://secret@host/x"]) == 2
    assert "secret" not in capsys.readouterr().err
    monkeypatch.setenv("LIMES_DATABASE", "sqlite:////proc/none/x.sqlite")
    assert main(["serve"]) == 2
    assert "the database cannot be opened" in capsys.readouterr().err
