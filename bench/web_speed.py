"""How much the browser client loads, how soon it shows a card, and what a preview costs, in a real Chromium.

python bench/web_speed.py                     all figures, beside their bounds
python bench/web_speed.py --openings 20       more openings with a cold cache
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

import httpx
from playwright.sync_api import Browser, CDPSession, Page, Request

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "bench")]

from chromium import chromium  # noqa: E402
from postgres import free_port  # noqa: E402
from server_processes import Serve  # noqa: E402
from serving import Guest, Json  # noqa: E402
from web.playing import Player  # noqa: E402
from web.tables import greedy  # noqa: E402
from web.visitor import DESKTOP, PHONE, Screen, Visitor  # noqa: E402

from limes.locale import LANGUAGES  # noqa: E402
from limes.rules import ROUNDS  # noqa: E402
from limes.rules.geometry import QUARTERS  # noqa: E402

KILOBYTE = 1000
BYTES_BOUND = 90 * KILOBYTE
CARD_BOUND = 1500
PREVIEW_BOUND = 16
PLACES_TRIED = 4
# The time, since the page was asked for, when the frame with the first card was handed to the screen.
FIRST_CARD = """
window.firstCard = new Promise((found) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => found(performance.now());
  (function look() {
    const cards = [...document.querySelectorAll('.landscape svg path, aside .card svg path')];
    const seen = cards.some((card) => card.getBoundingClientRect().width > 0);
    if (seen) requestAnimationFrame(() => port2.postMessage(0));
    else requestAnimationFrame(look);
  })();
});
"""
NEXT_FRAME = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@contextmanager
def served() -> Iterator[str]:
    """The address of a server process of its own, with an empty database."""
    with tempfile.TemporaryDirectory(prefix="limes-web-") as folder:
        server = Serve(f"sqlite:///{folder}/tables.sqlite", free_port())
        try:
            server.wait_until_ready()
            yield server.url
        finally:
            server.stop()


def first_page_bytes(browser: Browser, url: str, language: str) -> dict[str, int]:
    """Script and style that Chromium asks for when the first page opens, by how they are compressed."""
    visitor = Visitor(browser, url, language=language)
    asked: set[str] = set()

    def note(request: Request) -> None:
        if request.resource_type in ("script", "stylesheet"):
            asked.add(request.url)

    visitor.page.on("request", note)
    visitor.open()
    visitor.page.locator(".landscape svg").first.wait_for()
    visitor.page.wait_for_load_state("networkidle")
    visitor.close()
    return {code: sum(transferred(each, code) for each in asked) for code in ("br", "gzip", "identity")}


def transferred(url: str, code: str) -> int:
    """The bytes of a file as it is sent; the smallest files are never compressed."""
    with httpx.stream("GET", url, headers={"accept-encoding": code}) as response:
        assert response.headers.get("content-encoding", "identity") in (code, "identity"), url
        return sum(len(part) for part in response.iter_raw())


def first_cards(browser: Browser, url: str, path: str, times: int, screen: Screen) -> list[float]:
    """Milliseconds from opening a page to its first card, each time with empty caches."""
    found = []
    for _ in range(times):
        visitor = Visitor(browser, url, screen, motion=True, app=True)
        visitor.page.add_init_script(FIRST_CARD)
        visitor.open(path)
        found.append(float(visitor.page.evaluate("window.firstCard")))
        visitor.close()
    return found


class Previews:
    """Weighs every preview: script, style and layout until the frame is drawn.

    Counted is the time that the page's thread works, so that other programs on the machine add nothing.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.scripting: list[float] = []
        self.layout: list[float] = []

    def tap(self, zone: str) -> None:
        box = self._page.locator(f"[data-testid=landscape] [data-zone={zone}]").bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self._weigh(lambda: self._page.mouse.click(x, y))

    def turn(self) -> None:
        self._weigh(lambda: self._page.keyboard.press("r"))

    def _weigh(self, act: Callable[[], None]) -> None:
        before = self._spent()
        act()
        self._page.evaluate(NEXT_FRAME)
        after = self._spent()
        self.scripting.append(after[0] - before[0])
        self.layout.append(after[1] - before[1])

    def _spent(self) -> tuple[float, float]:
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        spent = {each["name"]: each["value"] * 1000 for each in metrics}
        return spent["ScriptDuration"], spent["LayoutDuration"] + spent["RecalcStyleDuration"]


def previews(browser: Browser, url: str, screen: Screen) -> Previews:
    """A whole game: in each round some places are tried, turned and manned before the best turn is laid."""
    guest = Guest(url)
    table = guest.make("Ann")["table"]
    visitor = Visitor(browser, url, screen, motion=True)
    visitor.become(guest)
    visitor.open(f"/t/{table}")
    player, weighed = Player(visitor), Previews(visitor.page)
    for number in range(1, ROUNDS + 1):
        player.wait_for_round(number)
        offer: Json = guest.get(f"/tables/{table}/seats/0")["offer"]
        for cell in player.places[:PLACES_TRIED]:
            weighed.tap(f"{cell}nw")
            weighed.turn()
            if offer["supply"]:
                for quarter in QUARTERS:
                    weighed.tap(cell + quarter)
        visitor.page.keyboard.press("Escape")
        guest.lay(table, 0, number, greedy(offer))
    guest.http.close()
    visitor.close()
    return weighed


def share(values: list[float], percent: int) -> float:
    return quantiles(values, n=100)[percent - 1]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--openings", type=int, default=10, help="how often each page is opened")
    openings = parser.parse_args().openings
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with served() as url, chromium() as browser:
        print(f"Chromium {browser.version}")
        for language in LANGUAGES:
            sizes = first_page_bytes(browser, url, language).items()
            said = ", ".join(f"{size / KILOBYTE:.1f} KB {code}" for code, size in sizes)
            print(f"script and style of the first page, {language}: {said}")
        print(f"  bound {BYTES_BOUND / KILOBYTE:.0f} KB compressed")
        guest = Guest(url)
        table = guest.make("Ann")["table"]
        guest.http.close()
        for name, path in (("first page", "/"), ("table", f"/t/{table}")):
            times = first_cards(browser, url, path, openings, DESKTOP)
            print(
                f"first card visible, {name}, cold cache: median {median(times):.0f} ms, "
                f"slowest of {openings} {max(times):.0f} ms (bound {CARD_BOUND} ms)"
            )
        for screen in (DESKTOP, PHONE):
            weighed = previews(browser, url, screen)
            print(
                f"preview, {screen.name}, {len(weighed.scripting)} in a game: scripting median "
                f"{median(weighed.scripting):.1f} ms, 95 of 100 within {share(weighed.scripting, 95):.1f} ms "
                f"(bound {PREVIEW_BOUND} ms); style and layout within {share(weighed.layout, 95):.1f} ms"
            )


if __name__ == "__main__":
    main()
