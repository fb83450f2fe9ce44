"""Pictures of the browser client in a real Chromium.

python scripts/screenshots.py                  those of the README, from one game with a fixed seed
python scripts/screenshots.py --all FOLDER     every page at three sizes, by day and night, in each language
"""

import argparse
import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Literal
from unittest.mock import patch

from PIL import Image
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from chromium import chromium  # noqa: E402
from serving import Guest, Serving, serving  # noqa: E402
from web.pages import PAGES, open_page  # noqa: E402
from web.playing import Player  # noqa: E402
from web.visitor import DESKTOP, PHONE, SCREENS, Visitor  # noqa: E402

from limes.bots import Budget, View, make_bot  # noqa: E402
from limes.locale import LANGUAGES  # noqa: E402
from limes.rules import ROUNDS, STANDARD, Deck, Landscape, Turn, shuffled  # noqa: E402
from limes.server.process import prepare_logs  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
SEED = "a walk along the wall"
NONCE = "0" * 64
ROUND = 12
THOUGHTS = Budget(playouts=400)
COLOURS = 256
# The README's pictures of the table: which screen, by day or night, how sharp.
TABLE = {
    "table.png": (DESKTOP, False, 1.5),
    "table-night.png": (DESKTOP, True, 1.5),
    "phone.png": (PHONE, False, 2.0),
    "phone-night.png": (PHONE, True, 2.0),
}
# Those of the coach's review, by day or night.
REVIEW = {"review.png": False, "review-night.png": True}
# Two players of different strength, so that their landscapes differ and the coach has something to say.
PLAYERS = {"Ada": "expert", "Ben": "greedy"}


def seeded_deal(deck: Deck, known: tuple[int, ...] = ()) -> tuple[tuple[int, ...], str]:
    cards = (card for card in shuffled(deck, SEED) if card not in known)
    return (*known, *cards)[:ROUNDS], NONCE


@cache
def turns_of(bot: str) -> list[Turn]:
    """What this bot lays, round by round."""
    player = make_bot(bot)
    landscape, turns = Landscape(), []
    for card in shuffled(STANDARD, SEED)[:ROUNDS]:
        turns.append(player.choose(View(landscape, card), THOUGHTS))
        landscape = landscape.play(card, turns[-1])
    return turns


def game(server: Serving, rounds: int) -> tuple[str, Guest, Guest]:
    """A table of Ada and Ben after so many rounds."""
    ada, ben = server.guest(), server.guest()
    made = ada.make("Ada", "-")
    table = made["table"]
    ben.post(f"/tables/{table}/seats/1", {"name": "Ben", "invitation": made["invitation"]})
    for number in range(rounds):
        for seat, (guest, bot) in enumerate(zip((ada, ben), PLAYERS.values(), strict=True)):
            guest.lay(table, seat, number + 1, str(turns_of(bot)[number]))
    return table, ada, ben


def pictures_of_the_table(browser: Browser, server: Serving) -> None:
    """Ada thinks about a round, and has drafted the turn that she likes best."""
    table, ada, ben = game(server, ROUND - 1)
    ben.socket(table)
    for name, (screen, dark, scale) in TABLE.items():
        visitor = Visitor(browser, server.url, screen, dark=dark, scale=scale)
        visitor.become(ada)
        visitor.remember("settings", {"hints": ["turns"]})
        visitor.open(f"/t/{table}")
        player = Player(visitor)
        player.wait_for_round(ROUND)
        player.draft(turns_of(PLAYERS["Ada"])[ROUND - 1])
        visitor.page.mouse.move(0, 0)
        keep(name, shot(visitor.page))
        visitor.close()


def pictures_of_the_review(browser: Browser, server: Serving) -> None:
    """Ben hears what the coach thinks of his turns."""
    table, _ada, _ben = game(server, ROUNDS)
    for name, dark in REVIEW.items():
        visitor = Visitor(browser, server.url, dark=dark)
        page = visitor.open(f"/review/{table}#seat=1")
        page.locator("dd").first.wait_for()
        keep(name, shot(page, whole=True))
        visitor.close()


def keep(name: str, picture: bytes) -> None:
    path = FOLDER / name
    path.write_bytes(small(picture))
    print(f"docs/pictures/{name} ({path.stat().st_size // 1000} KB)")


def every_page(browser: Browser, server: Serving, folder: Path) -> None:
    """FOLDER/PAGE/SCREEN-LANGUAGE-day.png and so on."""
    for name in PAGES:
        place = folder / name.replace(" ", "-")
        place.mkdir(parents=True, exist_ok=True)
        for language in LANGUAGES:
            for screen in SCREENS:
                visitor = Visitor(browser, server.url, screen, language=language)
                page = open_page(visitor, server, name)
                page.wait_for_load_state("networkidle")
                for scheme in ("day", "night"):
                    colours: Literal["light", "dark"] = "light" if scheme == "day" else "dark"
                    page.emulate_media(color_scheme=colours)
                    (place / f"{screen.name}-{language}-{scheme}.png").write_bytes(shot(page, whole=True))
                visitor.context.close()
        print(place)


def shot(page: Page, *, whole: bool = False) -> bytes:
    return page.screenshot(animations="disabled", full_page=whole)


def small(picture: bytes) -> bytes:
    """The same picture with a palette of its own, as small as it gets."""
    with Image.open(io.BytesIO(picture)) as image, io.BytesIO() as file:
        image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
        return file.getvalue()


@contextmanager
def seeded_server() -> Iterator[Serving]:
    """A server that deals the same cards at every table."""
    with (
        tempfile.TemporaryDirectory(prefix="limes-pictures-") as folder,
        patch("limes.server.tables.making.deal_cards", seeded_deal),
        serving(f"sqlite:///{folder}/tables.sqlite") as server,
    ):
        yield server


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="every page, to look at")
    folder = parser.parse_args().all
    prepare_logs("warning")
    with seeded_server() as server, chromium() as browser:
        if folder:
            every_page(browser, server, folder)
        else:
            pictures_of_the_table(browser, server)
            pictures_of_the_review(browser, server)


if __name__ == "__main__":
    main()
