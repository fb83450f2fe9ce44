"""One living room: `limes serve --lan` on a machine, its owner at localhost, a friend with a phone."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from chromium import FOREIGN
from playwright.sync_api import expect
from web.conftest import Visit
from web.playing import Player
from web.test_friends import set_up
from web.visitor import DESKTOP, PHONE

from limes.rules import ROUNDS

PATIENCE = 30
# The command itself, on a machine that others reach by a name which only the tests' browser knows.
PROGRAM = f"""
import sys
from limes.cli import main
from limes.server import network
network.home_addresses = lambda: [{FOREIGN!r}]
sys.exit(main(sys.argv[1:]))
"""


@dataclass(frozen=True)
class Party:
    address: str
    here: str


@pytest.fixture
def party(client: None, tmp_path: Path) -> Iterator[Party]:
    """The addresses that the command says."""
    options = ["serve", "--lan", "--port", "0", "--log-level", "error"]
    database = ["--database", f"sqlite:///{tmp_path / 'tables.sqlite'}"]
    running = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *options, *database],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"LANGUAGE": "en", "PYTHONUTF8": "1"},
    )
    assert running.stdout
    said = ""
    for line in running.stdout:
        said += line
        if "Ctrl-C" in line:
            break
    found = re.findall(r"http://\S+:\d+(?=/\n)", said)
    try:
        assert len(found) == 2, said
        yield Party(*found)
    finally:
        running.send_signal(signal.SIGINT)
        running.wait(PATIENCE)
        running.stdout.close()


def test_a_host_at_localhost_and_a_friend_in_the_room_play_a_game(party: Party, visit: Visit) -> None:
    host = Player(visit(DESKTOP, url=party.here))
    friend = Player(visit(PHONE, url=party.address))
    link = set_up(host, "Ann")
    assert link.startswith(f"{party.address}/t/")
    expect(host.page.get_by_text("This address works only on this computer.")).to_have_count(0)
    friend.visitor.open(link)
    friend.page.get_by_label("Your name").fill("Bob")
    friend.press_button("Take a seat")
    for number in range(1, ROUNDS + 1):
        host.lay_something(number)
        friend.lay_something(number, last=True)
    assert host.ranking == friend.ranking
    assert {name for _, name, _ in host.ranking} == {"Ann", "Bob"}
    expect(friend.page.get_by_text("Checked: the order of the cards was fixed")).to_be_visible()
