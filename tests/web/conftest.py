"""One Chromium for all tests of the client, a server with the built client, and people who visit it."""

import fcntl
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from chromium import FOREIGN, chromium
from playwright.sync_api import Browser, expect
from serving import Serving, serving
from web.alone import Site, python_http_server
from web.visitor import Visitor
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from limes.bots.yardstick import YARDSTICK
from limes.rules import Game

ROOT = Path(__file__).parents[2]
Visit = Callable[..., Visitor]

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

expect.set_options(timeout=15_000)


class OnePackage(LoadScopeScheduling):  # type: ignore[misc]
    """A test goes to whichever worker is free, but all of the package, which takes long to build, to one."""

    def _split_scope(self, nodeid: str) -> str:
        return "package" if "test_package.py" in nodeid else nodeid


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling | None:
    return OnePackage(config, log) if config.getoption("dist") == "loadscope" else None


@pytest.fixture(scope="session")
def client() -> None:
    """The client is built and no older than its source; of several workers one builds it."""
    with (ROOT / "web" / "package.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run([sys.executable, ROOT / "scripts" / "npm.py", "run", "build"], check=True)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def server(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    database = f"sqlite:///{tmp_path_factory.mktemp('web') / 'tables.sqlite'}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("limes.server.days.attempts.play", hasty_bot)
        with serving(database, review_seconds=0.2, hosts=[FOREIGN]) as running:
            yield running


def hasty_bot(game: Game, order: Sequence[int], _others: Sequence[Game]) -> Iterator[Game]:
    """A bot that plays the cards of the day without thinking: it lays some legal turn."""
    number = YARDSTICK.index(game.players[0])
    for card in order:
        turns = [each.turn for each in game.landscapes[0].turns(card)]
        game = game.turn_up(card).play(0, turns[17 * number % len(turns)])
        yield game


@pytest.fixture(scope="session")
def site(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The game as a folder of files, without a server of ours."""
    with python_http_server(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture
def home(server: Serving) -> str:
    """The server as a phone in the same network opens it."""
    return server.url_at(FOREIGN)


@pytest.fixture
def visit(browser: Browser, server: Serving) -> Iterator[Visit]:
    """Opens windows; when the test is over, none of them may have complained."""
    visitors: list[Visitor] = []

    def opened(*arguments: Any, **more: Any) -> Visitor:
        visitors.append(Visitor(browser, more.pop("url", server.url), *arguments, **more))
        return visitors[-1]

    yield opened
    for visitor in visitors:
        visitor.close()


@pytest.fixture(scope="session")
def axe(client: None) -> str:
    if not AXE.exists():
        raise RuntimeError("axe-core is needed for these tests: `python scripts/npm.py ci` installs it")
    return Path(AXE).read_text(encoding="utf-8")
