"""Nothing that somebody types becomes part of the page, and the page keeps to its policy."""

from playwright.sync_api import Page, expect
from serving import Serving
from web.conftest import Visit
from web.playing import Player
from web.tables import play_until
from web.visitor import PHONE

from limes.rules import ROUNDS

HOSTILE = '<img src=x onerror="hacked=1">'
ANOTHER = f"{HOSTILE} too"


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


def shown_as_text(page: Page) -> None:
    expect(page.get_by_text(HOSTILE).first).to_be_attached()
    assert page.locator("img").count() == 0
    assert page.evaluate("window.hacked") is None
