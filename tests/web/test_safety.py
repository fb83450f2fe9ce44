"""Nothing that somebody types becomes part of the page, and the page keeps to its policy."""

import json
import re

import pytest
from playwright.sync_api import Page, expect
from serving import Serving
from web.conftest import Visit
from web.pages import OPENED
from web.playing import Player
from web.tables import play_until
from web.visitor import PHONE

from limes.rules import ROUNDS

HOSTILE = '<img src=x onerror="hacked=1">'
ANOTHER = f"{HOSTILE} too"
# All that a browser remembers, and pages that use it.
REMEMBERED = (
    *("best", "bots", "deck.drafts", "deck.shown", "decks", "language", "left-out", "lessons", "listed"),
    *("names", "promises", "puzzle.today", "puzzles.unsent", "rules", "score", "settings", "studies", "told"),
    *("today", "draft.{table}.0", "invitation.{table}", "outbox.{table}"),
)
REMEMBERING = (
    "/",
    "/day",
    "/deck",
    "/learn",
    "/learn/lakes",
    "/me",
    "/puzzles",
    "/rules",
    "/score",
    "/study",
)


def test_a_hostile_name_is_shown_as_text_wherever_names_are_shown(visit: Visit, server: Serving) -> None:
    host, friend = Player(visit()), Player(visit(PHONE))
    host.visitor.open()
    host.start("Invite friends", "Set up a table")
    host.page.get_by_label("Your name").fill(HOSTILE)
    host.start("Invite friends", "Get the link")
    shown_as_text(host.page)
    link = host.page.get_by_label("Link for your friends").input_value()
    friend.visitor.open(link)
    shown_as_text(friend.page)
    friend.page.get_by_label("Your name").fill(ANOTHER)
    friend.press_button("Take a seat")
    friend.wait_for_round(1)
    shown_as_text(friend.page)
    friend.page.get_by_role("region", name="The others").get_by_role("button").tap()
    shown_as_text(friend.page)
    people = {0: host.visitor.guest(server), 1: friend.visitor.guest(server)}
    play_until(host.table, people, ROUNDS)
    expect(host.end).to_be_visible()
    assert {name for _, name, _ in host.ranking} == {HOSTILE, ANOTHER}
    host.visitor.open()
    expect(host.page.get_by_text(HOSTILE).first).to_be_visible()
    shown_as_text(host.page)


def test_a_hostile_deck_and_settings_of_an_older_version_do_no_harm(visit: Visit) -> None:
    visitor = visit()
    visitor.remember("decks", [{"name": HOSTILE, "cards": ["fwfw"] * ROUNDS}])
    visitor.remember("settings", {"theme": HOSTILE, "name": HOSTILE, "hints": []})
    visitor.remember("language", HOSTILE)
    page = visitor.open()
    page.get_by_text("Variants, deck, time").click()
    page.get_by_label("Deck").select_option(HOSTILE)
    shown_as_text(page)


@pytest.mark.parametrize("value", ["5", "[null]", '{"a": 5}', "[{}]", "not json"])
def test_whatever_the_browser_remembers_the_pages_open(visit: Visit, server: Serving, value: str) -> None:
    visitor = visit()
    guest = server.guest()
    table = str(guest.make("Ann")["table"])
    visitor.become(guest)
    broken = json.dumps({f"limes.{name.format(table=table)}": value for name in REMEMBERED})
    visitor.context.add_init_script(f"Object.assign(localStorage, {broken})")
    for path in (*REMEMBERING, f"/t/{table}"):
        page = visitor.open(path)
        page.locator(OPENED).first.wait_for()
        expect(page.get_by_role("alert")).to_have_count(0)


def test_what_one_tab_keeps_another_does_not_throw_away(visit: Visit) -> None:
    visitor = visit()
    first = visitor.open("/deck")
    second = visitor.context.new_page()
    second.goto("/deck")
    for page in (first, second):
        page.get_by_role("button", name="Copy my printed cards").click()
    names = first.get_by_role("group", name="Decks").get_by_role("button")
    expect(names).to_have_text(["Standard deck", "My cards", "My cards 2"])

    for page in (first, second):
        page.goto("/day")
    second.get_by_label("Your name on the board").fill("Dora")
    expect(first.get_by_label("Your name on the board")).to_have_value("Dora")


def test_a_link_takes_no_landscape_away(visit: Visit) -> None:
    visitor = visit()
    own = ["ff", "fw", "ft", "fr", "fF", "fT"]
    visitor.remember("score", {"tables": own, "seat": 0})
    page = visitor.open("/score#wwww")
    expect(page.get_by_role("button", name=re.compile("^Landscape"))).to_have_count(len(own))
    expect(page.get_by_role("button", name=re.compile("^Landscape 6"), pressed=True)).to_be_visible()
    assert painted(page) == own
    page.get_by_role("button", name="Delete this landscape").click()
    assert painted(page) == own
    for broken in ("f" * 600_000, "<img src=x>", "f%00"):
        visitor.open("/rules")
        visitor.open(f"/score#{broken}")
        expect(page.get_by_role("alert")).to_have_text("This link contains no landscape.")
        assert painted(page) == own


def painted(page: Page) -> list[str]:
    """The landscapes that the browser keeps, by their first row."""
    kept = json.loads(page.evaluate("localStorage.getItem('limes.score')"))["tables"]
    return [row.partition("-")[0].rstrip(".") for row in kept]


def shown_as_text(page: Page) -> None:
    expect(page.get_by_text(HOSTILE).first).to_be_attached()
    assert page.locator("img").count() == 0
    assert page.evaluate("window.hacked") is None
