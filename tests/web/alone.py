"""The game as a folder of files, served as anybody serves one, and what a browser stores of it."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Page
from web.playing import Player
from web.visitor import Visitor

from limes.cli.site import write

ELSEWHERE = "https://limes.example/"  # the server that the folder points to
BELOW = "some/path/"
# Everything that the browser stored of a table's turns.
TURNS = """([table, round]) => new Promise((done, fail) => {
  const opening = indexedDB.open(`limes ${location.pathname}`);
  opening.onerror = () => fail(opening.error);
  opening.onsuccess = () => {
    const asked = opening.result.transaction("events").objectStore("events").getAll();
    asked.onsuccess = () => {
      opening.result.close();
      done(asked.result.filter((event) => event.table === table && event.round === round)
        .map((event) => event.turn));
    };
  };
})"""


HASHED = re.compile(r"(?<=-)[\w-]{8}(?=\.(?:js|css)\b)")
TEXTS = (".js", ".css", ".html", ".json", ".webmanifest")


class Site:
    """Where a folder is served, at its root and below a path."""

    def __init__(self, port: int) -> None:
        self.port = port

    def url_at(self, host: str = "127.0.0.1", path: str = "") -> str:
        return f"http://{host}:{self.port}/{path}"


@contextmanager
def python_http_server(folder: Path) -> Iterator[Site]:
    """`python -m http.server`, as it stands in the documentation."""
    write(folder, ELSEWHERE)
    write(folder / BELOW)
    command = [sys.executable, "-u", "-m", "http.server", "0", "--directory", str(folder)]
    with subprocess.Popen(
        [*command, "--bind", "127.0.0.1"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        assert running.stdout
        said = running.stdout.readline()
        found = re.search(r"port (\d+)", said)
        assert found, said
        try:
            yield Site(int(found[1]))
        finally:
            running.kill()


@contextmanager
def strict_server(folder: Path, policy: str) -> Iterator[Site]:
    """A host that sends a policy with every file, also with the worker's."""

    class Strict(SimpleHTTPRequestHandler):
        def end_headers(self) -> None:
            self.send_header("Content-Security-Policy", policy)
            super().end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Strict, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield Site(server.server_port)
        finally:
            server.shutdown()


def another_build(built: Path, folder: Path) -> None:
    """The same client as if something had changed in every file: all of them have other names."""
    for path in filter(Path.is_file, built.rglob("*")):
        target = folder / HASHED.sub(_turned, path.relative_to(built).as_posix())
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix in TEXTS and built / "python" not in path.parents:
            target.write_text(HASHED.sub(_turned, path.read_text("utf-8")), "utf-8")
        else:
            target.write_bytes(path.read_bytes())


def _turned(found: re.Match[str]) -> str:
    return found[0][::-1]


def alone(visitor: Visitor) -> Player:
    """Somebody who plays alone from the first page, before the first card is laid."""
    visitor.page.goto(visitor.url)
    player = Player(visitor)
    player.start("Play alone", "Play")
    player.wait_for_round(1)
    return player


def turns_in_the_browser(page: Page, table: str, number: int) -> list[str]:
    found: list[str] = page.evaluate(TURNS, [table, number])
    return found
