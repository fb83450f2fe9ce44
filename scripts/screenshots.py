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
from limes.server.running import prepare_logs  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
SEED = "a walk along the wall"
NONCE = "0" * 64
ROUND = 12
THOUGHTS = Budget(playouts=400)
COLOURS = 256
# The README's pictures: which screen, by day or night, how sharp.
SHOWN = {
    "table.png": (DESKTOP, False, 1.5),
    "table-night.png": (DESKTOP, True, 1.5),
    "phone.png": (PHONE, False, 2.0),
    "phone-night.png": (PHONE, True, 2.0),
}
# Two players of different strength, so that their landscapes differ.
PLAYERS = {"Ada": "expert", "Ben": "greedy"}


def seeded_deal(deck: Deck, known: tuple[int, ...] = ()) -> tuple[tuple[int, ...], str]:
    cards = (card for card in shuffled(deck, SEED) if card not in known)
    return (*known, *cards)[:ROUNDS], NONCE


def turns_of(bot: str) -> list[Turn]:
    """What this bot lays up to the round that is shown."""
    player = make_bot(bot)
    landscape, turns = Landscape(), []
    for card in shuffled(STANDARD, SEED)[:ROUND]:
        turns.append(player.choose(View(landscape, card), THOUGHTS))
        landscape = landscape.play(card, turns[-1])
    return turns


def middle_of_a_game(server: Serving) -> tuple[Guest, str, Turn]:
    """Ada, the table where she thinks about a round with Ben, and the turn that she likes best."""
    ada, ben = server.guest(), server.guest()
    made = ada.make("Ada", "-")
    table = made["table"]
    ben.post(f"/tables/{table}/seats/1", {"name": "Ben", "invitation": made["invitation"]})
    played = {name: turns_of(bot) for name, bot in PLAYERS.items()}
    for number in range(ROUND - 1):
        for seat, (guest, name) in enumerate(((ada, "Ada"), (ben, "Ben"))):
            guest.lay(table, seat, number + 1, str(played[name][number]))
    ben.socket(table)
    return ada, table, played["Ada"][-1]


def readme_pictures(browser: Browser, server: Serving) -> None:
    ada, table, best = middle_of_a_game(server)
    for name, (screen, dark, scale) in SHOWN.items():
        visitor = Visitor(browser, server.url, screen, dark=dark, scale=scale)
        visitor.become(ada)
        visitor.remember("settings", {"hints": ["turns"]})
        visitor.open(f"/t/{table}")
        player = Player(visitor)
        player.wait_for_round(ROUND)
        player.draft(best)
        visitor.page.mouse.move(0, 0)
        path = FOLDER / name
        path.write_bytes(small(shot(visitor.page)))
        print(f"docs/pictures/{name} ({path.stat().st_size // 1000} KB)")
        visitor.close()


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
        patch("limes.server.host.deal", seeded_deal),
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
            readme_pictures(browser, server)


if __name__ == "__main__":
    main()
