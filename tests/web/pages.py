"""Every page of the client with something on it: one line a page, and all checks of pages look at it."""

from collections.abc import Callable

from serving import Serving
from web.tables import play_until
from web.visitor import Visitor

from limes.rules import ROUNDS

Opener = Callable[[Visitor, Serving], str]


def table(*seats: str, rounds: int = 0, own: bool = True) -> Opener:
    """A table so many rounds in, somebody's own or another's."""

    def made(visitor: Visitor, server: Serving) -> str:
        guest = server.guest()
        found = guest.make(*seats)
        people = tuple(number for number, seat in enumerate(seats) if seat != "-" and not seat.startswith("bot:"))
        play_until(guest, found["table"], people, rounds)
        if own:
            visitor.become(guest)
        return f"/t/{found['table']}"

    return made


def invited(visitor: Visitor, server: Serving) -> str:
    """A friend's link to an open seat."""
    made = server.guest().make("Ann", "-")
    return f"/t/{made['table']}#join={made['invitation']}"


def at(path: str) -> Opener:
    return lambda visitor, server: path


# What a visitor waits for before a page counts as open: a heading, or the landscape of a running game.
OPENED = "h1, [data-testid=landscape] [role=gridcell]"
PAGES: dict[str, Opener] = {
    "start": at("/"),
    "lobby": table("Ann", "-", "bot:expert:player"),
    "invited": invited,
    "first round": table("Ann"),
    "round 10": table("Ann", "bot:expert:player", rounds=9),
    "six players": table("Ann", "bot:random", "bot:random", "bot:random", "bot:random", "bot:random", rounds=5),
    "one screen": table("Ann", "Bob", rounds=3),
    "watched": table("Ann", "Bob", rounds=5, own=False),
    "end": table("Ann", "bot:random", rounds=ROUNDS),
    "end alone": table("Ann", rounds=ROUNDS),
    "no such table": at("/t/aaaaaaaaaaaaaaaa"),
}
