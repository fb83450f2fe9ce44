"""`limes serve --lan` shows a code that holds the address, and says plainly what cannot be."""

import io

import pytest
import segno
from commands import Run
from rich.console import Console

from limes.cli.lan import BORDER, HALVES, invite, qr_code
from limes.cli.terminal import Terminal
from limes.server import network

ADDRESS = "http://192.168.1.20:8484/"
MODULES = {half: pair for pair, half in HALVES.items()}


def printed(encoding: str, others: list[str]) -> str:
    """What a terminal with this encoding shows."""
    paper = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    terminal = Terminal()
    terminal.console = Console(file=paper, soft_wrap=True)
    terminal.unicode = encoding.startswith("utf")
    invite(terminal, ADDRESS, here="http://127.0.0.1:8484/", others=others)
    paper.seek(0)
    return paper.read()


def test_the_code_in_the_terminal_is_the_one_of_the_address() -> None:
    drawn: list[list[bool]] = []
    for line in qr_code(ADDRESS).splitlines():
        pairs = [MODULES[half] for half in line]
        drawn += [[upper for upper, _ in pairs], [lower for _, lower in pairs]]
    wanted = [list(map(bool, row)) for row in segno.make(ADDRESS, micro=False).matrix_iter(border=BORDER)]
    assert drawn[: len(wanted)] == wanted
    assert not any(any(row) for row in drawn[len(wanted) :])


def test_the_address_is_said_below_its_code() -> None:
    shown = printed("utf-8", [])
    assert shown.startswith(qr_code(ADDRESS))
    assert "everybody on this network: http://192.168.1.20:8484/\n" in shown
    assert "On this computer: http://127.0.0.1:8484/\n" in shown
    assert "try:" not in shown


def test_other_addresses_are_named_too() -> None:
    assert "try: http://10.8.0.2:8484/\n" in printed("utf-8", ["http://10.8.0.2:8484/"])


def test_a_terminal_without_blocks_gets_the_address_alone() -> None:
    shown = printed("ascii", [])
    assert shown.startswith("Limes is open to everybody on this network: http://192.168.1.20:8484/\n")


def test_an_address_of_ones_own_does_not_go_with_it(limes: Run) -> None:
    done = limes("serve", "--lan", "--host", "127.0.0.1")
    assert (done.code, done.err) == (2, "limes: --lan finds the address by itself; leave out --host\n")


def test_a_machine_without_a_network_is_told_so(limes: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "home_addresses", list)
    done = limes("serve", "--lan")
    assert done.code == 2
    assert done.err.startswith("limes: this computer is on no network where others could reach it;")
