"""The package as it is published: a source archive, a wheel made from it, and the game out of that wheel.

Nothing here asks the network: tools come from this environment and npm's packages from its cache. Where
LIMES_WHEEL names a wheel, as `make package` does, that one is tried in an environment of its own instead.
"""

import os
import re
import signal
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from web.conftest import ROOT, Visit
from web.playing import Player

GIVEN = os.environ.get("LIMES_WHEEL")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("package")


@pytest.fixture(scope="module")
def packages(folder: Path, client: None) -> Path:
    """The folder with the source archive and the wheel; compiled quickly, since only its presence matters."""
    if GIVEN:
        return Path(GIVEN).resolve().parent
    environment = os.environ | {"CFLAGS": "-O0", "npm_config_offline": "true", "PIP_NO_INDEX": "1"}
    built = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout[-3000:] + built.stderr[-3000:]
    return folder


@pytest.fixture(scope="module")
def python(packages: Path, folder: Path) -> list[str]:
    """An interpreter whose `limes` is the one of the wheel."""
    wheel = max(packages.glob("*.whl"), key=lambda path: path.stat().st_mtime)
    if GIVEN:
        subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
        own = str(folder / "venv" / "bin" / "python")
        subprocess.run([own, "-m", "pip", "install", "--quiet", f"{wheel}[server]"], check=True)
        return [own, "-P"]
    site = folder / "site"
    options = ["--quiet", "--no-deps", "--no-index", "--target", str(site)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(wheel)], check=True)
    return ["env", f"PYTHONPATH={site}", sys.executable, "-P"]


@pytest.fixture
def address(python: list[str], tmp_path: Path) -> Iterator[str]:
    """A server out of the wheel."""
    command = [*python, "-m", "limes", "--lang", "en", "serve", "--port", "0", "--log-level", "error"]
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    running = subprocess.Popen(
        [*command, "--open", "--database", database],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"BROWSER": "true"},
    )
    try:
        assert running.stdout
        found = re.search(r"http://127\.0\.0\.1:\d+", running.stdout.readline())
        assert found
        yield found[0]
    finally:
        running.send_signal(signal.SIGINT)
        running.wait(30)
        if running.stdout:
            running.stdout.close()


def test_the_archive_holds_sources_and_nothing_built(packages: Path) -> None:
    (archive,) = packages.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert {"src/limes/locale/de/LC_MESSAGES/limes.po", "web/package-lock.json", "scripts/npm.py"} <= names
    built = re.compile(r"\.(so|mo|pyd|pyc)$|^src/limes/web/|node_modules")
    assert not [name for name in names if built.search(name)]


def test_the_wheel_holds_all_that_is_built(packages: Path) -> None:
    (wheel,) = packages.glob("*.whl")
    opened = zipfile.ZipFile(wheel)
    names = opened.namelist()
    for language in ("cs", "de", "en", "fr"):
        assert f"limes/locale/{language}/LC_MESSAGES/limes.mo" in names
    assert "limes/web/index.html" in names
    terms = opened.read("limes/web/licences.txt").decode()
    assert re.search(r"^pyodide [\d.]+, MPL-2\.0$", terms, re.MULTILINE)
    assert terms.count("SIL OPEN FONT LICENSE") >= 2
    assert any(re.fullmatch(r"limes/core/state\..*(so|pyd)", name) for name in names)


def test_the_package_page_needs_no_repository_around_it(packages: Path) -> None:
    (wheel,) = packages.glob("*.whl")
    opened = zipfile.ZipFile(wheel)
    (name,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
    page = opened.read(name).decode()
    assert "Description-Content-Type: text/markdown" in page
    assert "](https://" in page
    assert not re.search(r'(?:\]\(|src="|srcset=")(?!https://)', page)
    assert {"Author: the Limes contributors", "License-Expression: MIT"} <= set(page.splitlines())


def test_a_turn_is_played_in_the_terminal(python: list[str], tmp_path: Path) -> None:
    asked = [*python, "-c", "import limes; print(limes.__file__)"]
    where = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    assert not Path(where).is_relative_to(ROOT)
    record = tmp_path / "game.limes"
    played = subprocess.run(
        [*python, "-m", "limes", "--lang", "de", "play", "--new", "--game", "k7x", "--save", record],
        input="d4N+ne\n\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Runde 2" in played.stdout, played.stdout + played.stderr
    assert "d4N+ne" in record.read_text()


def test_a_turn_is_played_in_german_pages(address: str, visit: Visit) -> None:
    visitor = visit(url=address, language="de")
    visitor.open("/")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
    player = Player(visitor)
    player.start("Play alone", "Play")
    player.lay_something(1)
    player.wait_for_round(2)
