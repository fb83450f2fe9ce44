"""Every page of the client with something on it: one line a page, and all checks of pages look at it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from playwright.sync_api import Page
from serving import Guest, Serving
from web.tables import play_until
from web.visitor import Visitor

from limes.rules import ROUNDS


@dataclass(frozen=True)
class Address:
    """Where a page is, and who may see it there."""

    path: str
    guest: Guest | None = None
    status: int = 200
    # A key to press there, and what it brings.
    key: str = ""
    brings: str = ""


Finder = Callable[[Serving], Address]


def table(*seats: str, rounds: int = 0, own: bool = True) -> Finder:
    """A table so many rounds in, somebody's own or another's."""

    @cache
    def made(server: Serving) -> Address:
        guest = server.guest()
        found = guest.make(*seats)
        people = {number: guest for number, seat in enumerate(seats) if seat[0] != "-" and seat[:4] != "bot:"}
        play_until(found["table"], people, rounds)
        return Address(f"/t/{found['table']}", guest if own else None)

    return made


@cache
def invited(server: Serving) -> Address:
    """A friend's link to an open seat."""
    made = server.guest().make("Ann", "-")
    return Address(f"/t/{made['table']}#join={made['invitation']}")


@cache
def hinted(server: Serving) -> Address:
    """A table at which the coach was asked."""
    running = table("Ann", rounds=4)(server)
    return Address(running.path, running.guest, key="h", brings=".advice [aria-pressed=true]")


def game(page: str) -> Finder:
    """A page about a finished game against a bot."""

    @cache
    def made(server: Serving) -> Address:
        table_of_ann = FINISHED(server)
        return Address(table_of_ann.path.replace("/t/", f"/{page}/"), table_of_ann.guest)

    return made


def at(path: str, status: int = 200) -> Finder:
    return lambda server: Address(path, status=status)


def open_page(visitor: Visitor, server: Serving, name: str) -> Page:
    address = PAGES[name](server)
    if address.guest:
        visitor.become(address.guest)
    visitor.remember("settings", {"name": "Ann"})
    if address.status != 200:
        visitor.tolerated.append(re.compile(rf"status of {address.status} .*{address.path}"))
    page = visitor.open(address.path)
    page.locator(OPENED).first.wait_for()
    if address.key:
        page.keyboard.press(address.key)
        page.locator(address.brings).first.wait_for()
    return page


FINISHED = table("Ann", "bot:expert:beginner", rounds=ROUNDS)
# What a visitor waits for before a page counts as open: a heading, or the landscape of a running game.
OPENED = "h1, [data-testid=landscape] [role=gridcell]"
PAGES: dict[str, Finder] = {
    "start": at("/"),
    "lobby": table("Ann", "-", "bot:expert:player"),
    "invited": invited,
    "first round": table("Ann"),
    "a hint": hinted,
    "round 10": table("Ann", "bot:expert:player", rounds=9),
    "six players": table("Ann", *["bot:expert:novice"] * 5, rounds=5),
    "one screen": table("Ann", "Bob", rounds=3),
    "watched": table("Ann", "Bob", rounds=5, own=False),
    "end": FINISHED,
    "end alone": table("Ann", rounds=ROUNDS),
    "replay": at("/replay"),
    "replay of a game": game("replay"),
    "review": game("review"),
    "score": at("/score"),
    "deck": at("/deck"),
    "rules": at("/rules"),
    "no such table": at("/t/aaaaaaaaaaaaaaaa"),
    "no such page": at("/nowhere", status=404),
}
