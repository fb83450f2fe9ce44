"""`limes serve --open` says where the game is, opens it, and finds a free port."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

import limes

PATIENCE = 30


@contextmanager
def serving(tmp_path: Path, *options: str, **variables: str) -> Iterator[str]:
    """The address that a server says on its first line."""
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(0o755)
    command = [sys.executable, "-m", "limes", "serve", "--open", "--log-level", "error"]
    database = ["--database", f"sqlite:///{tmp_path / 'tables.sqlite'}"]
    environment = os.environ | {"BROWSER": str(browser), "LANGUAGE": "en"} | variables
    running = subprocess.Popen(
        [*command, *database, *options], stdout=subprocess.PIPE, text=True, env=environment
    )
    try:
        assert running.stdout
        said = running.stdout.readline()
        found = re.fullmatch(
            r"Limes is running at (http://127\.0\.0\.1:\d+/); press Ctrl-C to stop it\.\n", said
        )
        assert found, said
        assert httpx.get(f"{found[1]}healthz").json() == {"status": "ok"}
        assert opened.read_text() == f"{found[1]}\n"
        yield found[1]
    finally:
        running.send_signal(signal.SIGINT)
        running.wait(PATIENCE)
        if running.stdout:
            running.stdout.close()


def test_the_address_is_said_and_opened(tmp_path: Path) -> None:
    with serving(tmp_path, "--port", "0") as address:
        assert not address.endswith(":0/")


def test_a_taken_port_is_passed_over(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        usual = str(taken.getsockname()[1])
        with serving(tmp_path, LIMES_PORT=usual) as address:
            assert f":{usual}/" not in address


def test_a_percent_sign_in_the_installations_path_is_no_matter(tmp_path: Path) -> None:
    folder = tmp_path / "100% mine %(here)s"
    folder.mkdir()
    (folder / "limes").symlink_to(limes.__path__[0])
    with serving(tmp_path, "--port", "0", PYTHONPATH=str(folder)) as address:
        seats = [{"kind": "person", "name": "Ann"}]
        assert httpx.post(f"{address}api/tables", json={"seats": seats}).status_code == 201
