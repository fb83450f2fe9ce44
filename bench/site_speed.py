"""How soon the game plays that runs in the browser alone, and what it loads, in a real Chromium.

python bench/site_speed.py                    all figures, beside their bounds
python bench/site_speed.py --visits 5         more visits
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Response, expect

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests")]

from chromium import chromium  # noqa: E402
from web.alone import Site, alone, python_http_server  # noqa: E402
from web.playing import Player  # noqa: E402
from web.test_lost import until_kept_for_offline  # noqa: E402
from web.visitor import PHONE, Visitor  # noqa: E402

KILOBYTE, MEGABYTE = 1000, 1_000_000
FIRST_PAGE_BOUND = 90 * KILOBYTE
FIRST_VISIT_BOUND, LATER_VISIT_BOUND, GOING_ON_BOUND = 5.0, 1.5, 1.5
BOT_BOUND = 1.0
SLOWER = 4  # a phone's processor beside this one
BOTS = ("Flavia", "Tiro", "Lucia", "Marcus", "Titus")


def first_offer(visitor: Visitor) -> float:
    """Seconds from the address to the first card that can be laid."""
    began = time.perf_counter()
    alone(visitor)
    return time.perf_counter() - began


def going_on(visitor: Visitor) -> float:
    """Seconds until a game that was left can be gone on with."""
    began = time.perf_counter()
    visitor.page.reload()
    Player(visitor).wait_for_round(1)
    return time.perf_counter() - began


def visits(browser: Browser, site: Site, count: int) -> tuple[list[float], list[float], list[float]]:
    first, later, on = [], [], []
    for _ in range(count):
        visitor = Visitor(browser, site.url_at(), PHONE, app=True)
        first.append(first_offer(visitor))
        until_kept_for_offline(visitor.page)
        later.append(first_offer(visitor))
        on.append(going_on(visitor))
        visitor.close()
    return first, later, on


def loaded(browser: Browser, site: Site) -> tuple[int, int]:
    """Bytes of script and style for the first page as a host would compress them, and of all files."""
    folder: dict[str, int] = {}
    visitor = Visitor(browser, site.url_at())

    def note(response: Response) -> None:
        if response.ok:
            folder[response.url] = len(response.body())

    page_only: list[str] = []
    visitor.page.on("response", note)
    visitor.page.on(
        "request",
        lambda request: (
            page_only.append(request.url)
            if request.resource_type in ("script", "stylesheet") and "/python/" not in request.url
            else None
        ),
    )
    alone(visitor)
    visitor.page.wait_for_load_state("networkidle")
    visitor.close()
    built = ROOT / "src" / "limes" / "web" / "assets"
    names = {url.rsplit("/", 1)[1] for url in page_only}
    sizes = [(built / f"{name}.gz") for name in names]
    return sum(path.stat().st_size for path in sizes if path.exists()), sum(folder.values())


def turns(player: Player, rounds: int = 8) -> list[float]:
    """Seconds from each confirmation to the next card."""
    times = []
    for number in range(1, rounds + 1):
        player.wait_for_round(number)
        player.tap(f"{player.places[0]}nw")
        began = time.perf_counter()
        player.confirm()
        player.wait_for_round(number + 1)
        times.append(time.perf_counter() - began)
    return times


def bot_turns(browser: Browser, site: Site) -> dict[str, float]:
    """What each bot adds to a turn, in seconds of a slower processor.

    Chromium slows down pages, not workers: so the time of a turn alone is taken off, and the rest multiplied.
    """
    visitor = Visitor(browser, site.url_at(), PHONE)
    by_oneself = median(turns(alone(visitor)))
    visitor.close()
    slowest = {}
    for name in BOTS:
        visitor = Visitor(browser, site.url_at(), PHONE)
        visitor.page.goto(visitor.url)
        player = Player(visitor)
        player.press_button(name)
        slowest[name] = SLOWER * max(0.0, max(turns(player)) - by_oneself)
        visitor.close()
    return slowest


def told(what: str, figure: float, bound: float | None, unit: Callable[[float], str]) -> None:
    kept = "" if bound is None else f"   bound {unit(bound)}  {'kept' if figure <= bound else 'BROKEN'}"
    print(f"{what:46}{unit(figure):>10}{kept}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--visits", type=int, default=3)
    options = parser.parse_args()
    expect.set_options(timeout=60_000)
    kilobytes, megabytes = (lambda b: f"{b / KILOBYTE:.1f} KB"), (lambda b: f"{b / MEGABYTE:.1f} MB")
    seconds = lambda s: f"{s:.2f} s"  # noqa: E731
    with (
        tempfile.TemporaryDirectory(prefix="limes-site-") as folder,
        python_http_server(Path(folder)) as site,
        chromium() as browser,
    ):
        first_page, everything = loaded(browser, site)
        told("script and style of start and table, gzip", first_page, None, kilobytes)
        told("all that a first visit loads, as it lies", everything, None, megabytes)
        first, later, on = visits(browser, site, options.visits)
        told("first offer, first visit (median)", median(first), FIRST_VISIT_BOUND, seconds)
        told("first offer of a new game, later (median)", median(later), LATER_VISIT_BOUND, seconds)
        told("a game gone on with, later (median)", median(on), GOING_ON_BOUND, seconds)
        for name, slowest in bot_turns(browser, site).items():
            told(f"{name}'s slowest turn, processor {SLOWER} times slower", slowest, BOT_BOUND, seconds)


if __name__ == "__main__":
    main()
