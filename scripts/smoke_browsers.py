"""A game alone in Firefox and in WebKit, at a plain-http address: `make smoke-browsers`.

The suite drives Chromium only. These two are driven over what they bring themselves: Firefox over WebDriver
BiDi, WebKitGTK's MiniBrowser by WebKitWebDriver. A browser that is not installed is named and passed over.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))

from postgres import free_port  # noqa: E402
from serving import serving  # noqa: E402

from limes.rules import ROUNDS  # noqa: E402
from limes.server.network import home_addresses  # noqa: E402
from limes.server.process import prepare_logs  # noqa: E402

PATIENCE = 30
ENGLISH = "localStorage.setItem('limes.language', '\"en\"')"
PLAY = "[...document.querySelectorAll('button')].find((each) => each.textContent.trim() === 'Play')"
FREE = (
    "document.querySelector('[data-testid=landscape] [role=gridcell][aria-label*=\"the card can go here\"]')"
)
LAY = "document.querySelector('[data-testid=lay]:enabled')"
MIDDLE = """((element) => {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  return JSON.stringify([x + width / 2, y + height / 2]);
})(%s)"""
ROUND = "document.querySelector('.short-form')?.textContent.trim() === '%d/%d'"
END = "document.querySelector('[data-testid=end]') !== null"
FAULT = "document.querySelector('[role=alert]')?.textContent ?? ''"


class Browser:
    """What both can do: open an address, work something out on the page, press the pointer at a place."""

    def open(self, url: str) -> None:
        raise NotImplementedError

    def evaluate(self, expression: str) -> Any:
        raise NotImplementedError

    def click_at(self, x: int, y: int) -> None:
        raise NotImplementedError

    def wait(self, expression: str) -> None:
        end = time.monotonic() + PATIENCE
        while not self.evaluate(f"Boolean({expression})"):
            if time.monotonic() > end:
                raise SystemExit(f"The page never had: {expression}")
            time.sleep(0.05)

    def click(self, element: str) -> None:
        self.wait(element)
        x, y = json.loads(self.evaluate(MIDDLE % element))
        self.click_at(round(x), round(y))


class Firefox(Browser):
    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._number = 0
        self._call("session.new", capabilities={})
        self._context = self._call("browsingContext.getTree")["contexts"][0]["context"]

    def open(self, url: str) -> None:
        self._call("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        target = {"context": self._context}
        answer = self._call("script.evaluate", expression=expression, target=target, awaitPromise=True)
        if answer["type"] == "exception":
            raise SystemExit(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def click_at(self, x: int, y: int) -> None:
        self._call("input.performActions", context=self._context, actions=_pressed(x, y))

    def _call(self, method: str, **parameters: Any) -> Any:
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._line.recv(timeout=PATIENCE))
            if answer.get("id") == self._number:
                if answer["type"] == "error":
                    raise SystemExit(f"{method}: {answer['message']}")
                return answer["result"]


class WebKit(Browser):
    def __init__(self, driver: httpx.Client) -> None:
        self._driver = driver
        options = {"binary": str(_mini_browser()), "args": ["--automation"]}
        made = self._post("/session", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}})
        self.session = f"/session/{made['sessionId']}"

    def open(self, url: str) -> None:
        self._post(f"{self.session}/url", url=url)

    def evaluate(self, expression: str) -> Any:
        return self._post(f"{self.session}/execute/sync", script=f"return ({expression})", args=[])

    def click_at(self, x: int, y: int) -> None:
        self._post(f"{self.session}/actions", actions=_pressed(x, y))

    def _post(self, path: str, **body: Any) -> Any:
        answer = self._driver.post(path, json=body).json()["value"]
        if isinstance(answer, dict) and "error" in answer:
            raise SystemExit(f"{path}: {answer['error']} {answer['message']}")
        return answer


@contextmanager
def firefox() -> Iterator[Browser]:
    program = shutil.which("firefox-esr") or shutil.which("firefox") or ""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        (Path(profile) / "user.js").write_text('user_pref("ui.prefersReducedMotion", 1);\n')
        command = [program, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        with _running(command, stderr=subprocess.PIPE, text=True) as process:
            said = (re.search(r"ws://\S+", line) for line in process.stderr)
            address = next(found[0] for found in said if found)
            with connect(f"{address}/session", max_size=None, proxy=None) as line:
                yield Firefox(line)


@contextmanager
def webkit() -> Iterator[Browser]:
    port = free_port()
    command = ["xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"]
    with (
        _still_gtk() as environment,
        _running(command, stderr=subprocess.DEVNULL, env=environment),
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False) as driver,
    ):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                driver.get("/status")
                break
            except httpx.TransportError:
                time.sleep(0.1)
        browser = WebKit(driver)
        try:
            yield browser
        finally:
            driver.delete(browser.session)


BROWSERS: dict[str, tuple[Callable[[], AbstractContextManager[Browser]], Callable[[], bool], str]] = {
    "Firefox": (firefox, lambda: bool(shutil.which("firefox-esr") or shutil.which("firefox")), "firefox-esr"),
    "WebKit": (
        webkit,
        lambda: bool(shutil.which("WebKitWebDriver") and shutil.which("xvfb-run") and _mini_browser()),
        "webkit2gtk-driver xvfb xauth",
    ),
}


def game_alone(browser: Browser, url: str) -> None:
    """Lay the card on the first free place, sixteen times."""
    browser.open(url)
    browser.evaluate(ENGLISH)
    browser.open(url)
    browser.click(PLAY)
    for number in range(1, ROUNDS + 1):
        browser.wait(ROUND % (number, ROUNDS))
        browser.click(FREE)
        browser.click(LAY)
    browser.wait(END)
    if fault := browser.evaluate(FAULT):
        raise SystemExit(f"The page complained: {fault}")


def main() -> None:
    subprocess.run([sys.executable, ROOT / "scripts" / "npm.py", "run", "build"], check=True)
    prepare_logs("error")
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'tables.sqlite'}"
        with serving(database, host="0.0.0.0") as server:
            url = server.url_at((*home_addresses(), "127.0.0.1")[0])
            for name, (browser, there, packages) in BROWSERS.items():
                if not there():
                    print(f"{name}: not here; on Debian: apt-get install {packages}")
                    continue
                with browser() as opened:
                    game_alone(opened, url)
                print(f"{name}: a game of {ROUNDS} cards at {url}")


def _pressed(x: int, y: int) -> list[dict[str, Any]]:
    steps = [
        {"type": "pointerMove", "x": x, "y": y},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}]


def _mini_browser() -> Path | None:
    """Debian keeps it beside the library, out of the PATH."""
    return next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"))), None)


@contextmanager
def _still_gtk() -> Iterator[dict[str, str]]:
    """Surroundings in which nothing moves, so that what is pressed stays where it is."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "gtk-3.0" / "settings.ini"
        settings.parent.mkdir()
        settings.write_text("[Settings]\ngtk-enable-animations=false\n")
        yield os.environ | {"XDG_CONFIG_HOME": folder}


@contextmanager
def _running(command: list[str], **options: Any) -> Iterator[Any]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)
        if process.stderr:
            process.stderr.close()


if __name__ == "__main__":
    main()
