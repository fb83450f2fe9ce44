"""Windows has none of the modules that only Unix systems have: the game is played and served without them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx

MISSING = ("fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "readline", "curses")
RUN = f"""
import sys
for name in {MISSING}:
    assert name not in sys.modules or name == "pwd", name
    sys.modules[name] = None
from limes.cli import main
sys.exit(main(sys.argv[1:]))
"""
PATIENCE = 30


def started(tmp_path: Path, *arguments: str) -> "subprocess.Popen[str]":
    variables = {"LANGUAGE": "en", "BROWSER": "true", "XDG_DATA_HOME": str(tmp_path)}
    return subprocess.Popen(
        [sys.executable, "-c", RUN, *arguments],
        env=os.environ | variables,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def test_a_game_is_played(tmp_path: Path) -> None:
    with started(
        tmp_path, "play", "--game", "7f3kq2", "--name", "Ann", "--save", str(tmp_path / "mine.limes")
    ) as playing:
        said, complaint = playing.communicate("d4N+ne\n\nq\n", PATIENCE)
    assert "Traceback" not in complaint, complaint
    assert "1. 5 d4N+ne" in (tmp_path / "mine.limes").read_text(encoding="utf-8"), said


def test_a_table_is_scored(tmp_path: Path) -> None:
    with started(tmp_path, "score", "-") as scoring:
        said, complaint = scoring.communicate("F w1 T1 r\n", PATIENCE)
    assert (scoring.returncode, complaint) == (0, "")
    assert "4" in said


def test_a_table_is_served(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with started(tmp_path, "serve", "--open", "--port", "0", "--database", database) as server:
        try:
            assert server.stdout
            said = server.stdout.readline()
            address = re.search(r"http://\S+/", said)
            assert address, server.communicate(timeout=PATIENCE)
            with httpx.Client(base_url=address[0]) as client:
                assert client.get("/").status_code == 200
                seats = [{"kind": "person", "name": "Ann"}]
                table = client.post("/api/tables", json={"seats": seats}).json()["table"]
                turn = {"round": 1, "turn": "d4N+ne"}
                assert client.post(f"/api/tables/{table}/seats/0/turns", json=turn).json() == {"number": 1}
                assert client.get(f"/api/tables/{table}").json()["running"]["round"] == 2
            with started(tmp_path, "serve", "--port", "0", "--database", database) as second:
                assert "another server is using" in second.communicate(timeout=PATIENCE)[1]
        finally:
            server.terminate()
