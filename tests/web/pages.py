"""Every page of the client with something on it: one line a page, and all checks of pages look at it."""

import json
import re
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from playwright.sync_api import Page, expect
from serving import Guest, Serving
from web.playing import Player
from web.tables import play_until
from web.visitor import OFFLINE, Visitor

from limes.puzzles import load_puzzles
from limes.rules import ROUNDS, STANDARD

Step = Callable[[Player], object]


@dataclass(frozen=True)
class Address:
    """Where a page is, who may see it there, what the browser remembers, and what one does there first."""

    path: str
    guest: Guest | None = None
    status: int = 200
    remembered: Mapping[str, Any] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()


Finder = Callable[[Serving], Address]


def at(path: str, status: int = 200, remembered: Mapping[str, Any] | None = None) -> Finder:
    return lambda server: Address(path, status=status, remembered=remembered or {})


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
def waiting(server: Serving) -> Address:
    """A table where Ann has laid and Bob has not."""
    ann, bob = server.guest(), server.guest()
    made = ann.make("Ann", "-")
    bob.post(f"/tables/{made['table']}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    play_until(made["table"], {0: ann, 1: bob}, 6)
    play_until(made["table"], {0: ann}, 7, first=7)
    return Address(f"/t/{made['table']}", ann)


@cache
def half_full(server: Serving) -> Address:
    """A table of Ann's at which Bob has taken one of two open seats."""
    ann = server.guest()
    made = ann.make("Ann", "-", "-")
    joining = {"name": "Bob", "invitation": made["invitation"]}
    server.guest().post(f"/tables/{made['table']}/seats/1", joining)
    return Address(f"/t/{made['table']}", ann)


@cache
def seat_link(server: Serving) -> Address:
    """Ann's private link, as somebody opens it."""
    found = table("Ann", "bot:expert:player", rounds=2)(server)
    assert found.guest
    token = found.guest.post(f"/tables/{found.path.removeprefix('/t/')}/seats/0/link")["token"]
    return replace(found, path=f"{found.path}#seat={token}")


@cache
def two_devices(server: Serving) -> Address:
    """A seat that is held on two devices, seen from the first."""
    link = seat_link(server)
    path, _, token = link.path.partition("#seat=")
    server.guest().post(f"/tables/{path.removeprefix('/t/')}/claim", {"token": token})
    return replace(link, path=path)


@cache
def left(server: Serving) -> Address:
    """A game of Ann and Bob that Bob has left to a bot."""
    ann, bob = server.guest(), server.guest()
    made = ann.make("Ann", "-")
    bob.post(f"/tables/{made['table']}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    play_until(made["table"], {0: ann, 1: bob}, 3)
    bob.post(f"/tables/{made['table']}/leave")
    return Address(f"/t/{made['table']}", bob)


@cache
def given_up(server: Serving) -> Address:
    found = table("Ann", "bot:expert:player", rounds=5)(server)
    assert found.guest
    found.guest.post(f"/tables/{found.path.removeprefix('/t/')}/leave")
    return found


def game(page: str) -> Finder:
    """A page about a finished game against a bot."""

    @cache
    def made(server: Serving) -> Address:
        table_of_ann = FINISHED(server)
        return Address(table_of_ann.path.replace("/t/", f"/{page}/"), table_of_ann.guest)

    return made


@cache
def embedded(server: Serving) -> Address:
    """A finished game as it is shown in frames elsewhere."""
    found = FINISHED(server)
    assert found.guest
    record = found.guest.http.get(f"/tables/{found.path.removeprefix('/t/')}/record").text
    return Address(f"/embed#record={packed(record)}")


def packed(text: str) -> str:
    """As a link holds it: deflated, in letters that an address may have."""
    return urlsafe_b64encode(zlib.compress(text.encode(), wbits=-zlib.MAX_WBITS)).decode().rstrip("=")


def known(server: Serving) -> Address:
    """The start for somebody who has played before."""
    return replace(MIDDLE(server), path="/")


@cache
def day_played(server: Serving) -> Address:
    """The deal of the day for somebody who has finished it, as somebody else has."""
    ann = server.guest()
    for guest, name in ((ann, "Ann"), (server.guest(), "")):
        play_until(guest.post("/days/attempt", {"name": name})["table"], {0: guest}, ROUNDS)
    return Address(f"/day/{ann.get('/days/today')['day']}", ann)


def answered(path: str) -> Finder:
    """A page about puzzles for somebody who has solved some and missed one."""

    @cache
    def made(server: Serving) -> Address:
        ann = server.guest()
        for puzzle in load_puzzles()[:4]:
            turn = puzzle.likely if puzzle is MISSED else puzzle.best
            ann.post(f"/puzzles/{puzzle.id}/answer", {"turn": str(turn)})
        return Address(path, ann)

    return made


def own_figures(server: Serving) -> Address:
    return replace(FINISHED(server), path="/me")


def own_games(server: Serving) -> Address:
    """The replay page for somebody who has finished a game."""
    return replace(FINISHED(server), path="/replay")


def then(found: Finder, *steps: Step) -> Finder:
    return lambda server: replace(found(server), steps=steps)


def press(button: str, **fields: object) -> Step:
    return lambda player: player.press_button(player.say(button, **fields))


def press_key(key: str) -> Step:
    return lambda player: player.page.keyboard.press(key)


def unfold(summary: str) -> Step:
    return lambda player: player.page.locator("summary", has_text=player.say(summary)).click()


def shown(selector: str) -> Step:
    return lambda player: player.page.locator(selector).first.wait_for()


def draft(player: Player) -> None:
    """The card on the first free place, and the workers that could come to it."""
    player.tap(f"{player.places[0]}nw")


def lift(player: Player) -> None:
    """The card on the first free place, and a worker picked up who can go somewhere."""
    cell = player.places[0]
    own = player.page.request.get(f"/api/tables/{player.table}/seats/0").json()
    for worker in own["offer"]["workers"]:
        player.tap(f"{cell}nw")
        player.tap(worker)
        kept = player.page.evaluate(f"localStorage.getItem('limes.draft.{player.table}.0')")
        if kept and "lifted" in kept:
            return
    raise AssertionError("no worker can go anywhere")


def asked_first(player: Player) -> None:
    """What a hint costs."""
    player.page.get_by_test_id("hint").click()
    player.page.get_by_test_id("ask-hint").wait_for()


def ask(player: Player) -> None:
    """What the coach would do."""
    player.page.keyboard.press("h")
    player.press_button(player.say("Ask the coach"))
    player.page.locator(".advice [aria-pressed=true]").wait_for()


def enlarge(player: Player) -> None:
    """Another's landscape."""
    others = player.page.get_by_role("region", name=player.say("The others"))
    others.get_by_role("button").first.click()
    player.page.get_by_role("dialog").wait_for()


def coached(player: Player) -> None:
    """The coach beside the board has looked long enough, and the places are coloured."""
    body = json.dumps(VALUES) + "\n"
    kind = "application/x-ndjson"
    player.page.route("**/api/study/values", lambda route: route.fulfill(body=body, content_type=kind))
    player.page.locator(".coach h2 button").click()
    player.press_button(player.say("Show the places"))
    player.page.locator(".hopes svg").first.wait_for()


def lose_the_server(player: Player) -> None:
    player.visitor.tolerated.append(OFFLINE)
    player.page.route(re.compile("/api/"), lambda route: route.abort("connectionrefused"))
    player.page.route_web_socket(re.compile("/api/"), lambda socket: socket.close())
    player.page.reload()
    expect(
        player.page.get_by_role("heading", name=player.say("The server is not responding"))
    ).to_be_visible()


def go_wrong(player: Player) -> None:
    """An error in the page itself, with which no part of it deals."""
    player.visitor.tolerated.append(re.compile("out of order"))
    player.page.evaluate("void Promise.reject(new Error('out of order'))")
    player.page.get_by_role("alert").wait_for()


def open_page(visitor: Visitor, server: Serving, name: str) -> Page:
    address = PAGES[name](server)
    if address.guest:
        visitor.become(address.guest)
    for key, value in {"settings": {"name": "Ann"}, **address.remembered}.items():
        visitor.remember(key, value)
    if address.status != 200:
        visitor.tolerated.append(re.compile(rf"status of {address.status} .*{address.path.split('/')[-1]}"))
    page = visitor.open(address.path)
    page.locator(OPENED).first.wait_for()
    for step in address.steps:
        step(Player(visitor))
    return page


ASKED = load_puzzles()[0]
MISSED = load_puzzles()[1]
MIDDLE = table("Ann", "bot:expert:player", rounds=9)
SIX = table("Ann", *["bot:expert:novice"] * 5, rounds=5)
FINISHED = table("Ann", "bot:expert:beginner", rounds=ROUNDS)
PAINTED = "FrrwTfrw-fTFwr1wTf-wr1fTt1TTr-wTTrwrw1F-rTFfwFwr-Ftr1T1TrwF-wt1twTwwr-rwFrrTfF"
# Somebody copied card 3 twice.
COPIED = {
    "name": "My cards",
    "cards": [*STANDARD.faces[:9], STANDARD.face(3), *["...."] * 14],
    "playable": False,
}
FARMS = """Study: Limes

1. 17 d4N+ne
2. 3 d5E (d3N+se 8 e3S (c3S)) (8 d5E+sw "1910" {2 : 1})
3. 8 e5S+sw
4. 12 c4N
"""
BOARD = f"/study/board#study={packed(FARMS)}"
TRIED = [("c4N", 0.0, 0.1), ("e4N", 0.4, 0.3), ("c4N+ne", 0.8, 0.3), ("d3S", 1.7, 0.4), ("d6E", 3.1, 0.5)]
VALUES = {
    "playouts": 4000,
    "more": False,
    "turns": [{"turn": turn, "loss": loss, "error": error} for turn, loss, error in TRIED],
    "asked": [{"turn": "d6N", "loss": 2.2, "error": 0.4}],
    "places": [{"place": turn[:2], "loss": loss} for turn, loss, _error in TRIED if turn[3:] == ""],
    "cards": [{"card": card, "value": 1.2 - card / 10, "error": 0.2} for card in (1, 2, 4, 5, 9, 20, 24)],
    "why": [],
}
STUDIES = [
    {"id": "a", "text": FARMS, "at": "3", "changed": 1},
    {"id": "b", "text": "Study:\n", "at": "0", "changed": 1},
]
CHAPTERS = ("lay", "workers", "farmer", "fisherman", "woodcutter", "watchman", "end", "variants")
# What a visitor waits for before a page counts as open: a heading, or the landscape of a running game.
OPENED = "h1, [data-testid=landscape] [role=gridcell]"
PAGES: dict[str, Finder] = {
    "start": at("/"),
    "start with tables": then(known, shown("h2 + ul a"), unfold("Variants, deck, time")),
    "who plays": then(at("/"), press("Who's playing?"), press("Add a player")),
    "set up a table": then(at("/"), press("Set up a table")),
    "lobby": table("Ann", "-", "bot:expert:player"),
    "half-full lobby": half_full,
    "invited": invited,
    "first round": table("Ann"),
    "before a hint": then(table("Ann", rounds=4), asked_first),
    "a hint": then(table("Ann", rounds=4), ask),
    "round 10": MIDDLE,
    "draft": then(table("Ann", "bot:expert:player", rounds=4), draft),
    "lifted worker": then(MIDDLE, lift),
    "settings": then(MIDDLE, press("Settings")),
    "keys": then(MIDDLE, press_key("?"), shown("dialog dt")),
    "this table": then(waiting, press("This table")),
    "seat link": seat_link,
    "devices": then(two_devices, press("This table"), press("This seat's devices"), shown("dialog li")),
    "waiting": waiting,
    "leaving": then(waiting, press("This table"), press("Leave the table")),
    "left": left,
    "given up": given_up,
    "six players": SIX,
    "enlarged": then(SIX, enlarge),
    "one screen": table("Ann", "Bob", rounds=3),
    "watched": table("Ann", "Bob", rounds=5, own=False),
    "end": FINISHED,
    "end told": then(FINISHED, press("Replay the scoring")),
    "end alone": table("Ann", rounds=ROUNDS),
    "replay": then(own_games, shown("li a")),
    "replay of a game": game("replay"),
    "review": then(game("review"), shown("dd")),
    "score": at("/score"),
    "score of a landscape": then(at(f"/score#{PAINTED}"), shown("li button b")),
    "deleted landscape": then(
        at(f"/score#{PAINTED}"), press("Delete this landscape"), shown("[role=status] button")
    ),
    "deck": at("/deck"),
    "copied deck": then(
        at("/deck", remembered={"deck.drafts": [COPIED], "deck.shown": 0}),
        press("Previous card"),
        shown("li small"),
    ),
    "rules": at("/rules"),
    **{f"rules {chapter}": at(f"/rules#{chapter}") for chapter in CHAPTERS},
    "learn": at("/learn"),
    "lesson": then(at("/learn/lakes"), shown("[data-testid=try-huts] svg"), shown("ol a svg")),
    "study": then(at("/study", remembered={"studies": STUDIES}), shown("section svg")),
    "board": then(at("/study/board"), shown("[data-card]")),
    "board with a study": then(at(f"{BOARD}&at=1-2"), press("Comment"), shown("textarea")),
    "board with the coach": then(at(f"{BOARD}&at=3"), coached),
    "day": then(at("/day"), shown("form"), unfold("How you know that the cards were not chosen for you")),
    "day played": then(
        day_played, shown("[data-testid=day-result] .map svg"), shown("[data-testid=day-bots] li")
    ),
    "puzzles": then(answered("/puzzles"), shown("li a strong")),
    "puzzle": then(at(f"/puzzle/{ASKED.id}"), draft),
    "puzzle missed": then(at(f"/puzzle/{ASKED.id}"), draft, press("Lay the card"), shown(".words li")),
    "me": then(own_figures, shown("dl dd")),
    "embedded": embedded,
    "no such table": at("/t/aaaaaaaaaaaaaaaa"),
    "no such game": at("/review/aaaaaaaaaaaaaaaa", status=404),
    "no such page": at("/nowhere", status=404),
    "server away": then(MIDDLE, lose_the_server),
    "something went wrong": then(MIDDLE, go_wrong),
}
