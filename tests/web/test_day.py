"""The deal of the day at the page: played once, without help, and looked back at."""

import re

from playwright.sync_api import expect
from serving import Serving
from web.conftest import Visit
from web.playing import Player
from web.tables import play_until
from web.visitor import DESKTOP, PHONE

from limes.rules import ROUNDS


def test_the_deal_of_the_day_is_played_and_its_board_is_seen(visit: Visit, server: Serving) -> None:
    visitor = visit(PHONE)
    page = visitor.open("/")
    today = page.get_by_test_id("today")
    expect(today).to_contain_text("Not played yet.")
    today.tap()
    page.get_by_label("Your name on the board").fill("Dora")
    page.get_by_role("button", name="Play", exact=True).tap()
    player = Player(visitor)
    player.wait_for_round(1)
    expect(page.get_by_test_id("hint")).to_have_count(0)
    player.press_button("This table")
    expect(page.get_by_role("dialog")).to_contain_text("kept until the day is over")
    expect(page.get_by_role("button", name="Give up the game")).to_have_count(0)
    page.keyboard.press("Escape")

    table = player.table
    stranger = visit()
    stranger.open(f"/t/{table}")
    expect(stranger.page.get_by_role("heading", name="A game with today's cards")).to_be_visible()

    play_until(table, {0: visitor.guest(server)}, ROUNDS - 1)
    player.lay_something(ROUNDS)
    _place, _name, points = player.ranking[0]
    expect(page.get_by_test_id("rematch")).to_have_count(0)
    expect(page.get_by_text("is shown when the day is over")).to_be_visible()
    page.get_by_role("link", name="To the deal of the day").tap()

    expect(page.get_by_test_id("day-result")).to_contain_text(f"{points} points")
    own = page.get_by_role("listitem").filter(has_text=re.compile(r"You\b"))
    expect(own).to_contain_text(str(points))
    expect(page.get_by_test_id("day-bots")).to_contain_text("Hadrian")
    page.get_by_role("button", name="Share", exact=True).tap()
    told = page.get_by_role("dialog").locator("pre").inner_text()
    assert f"{points} point" in told
    assert table not in told
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Play", exact=True).tap()
    expect(page.get_by_test_id("today")).to_contain_text(f"{points} points")


def test_four_words_lead_anywhere_but_away_from_a_table(visit: Visit, server: Serving) -> None:
    visitor = visit(PHONE)
    ways = visitor.open("/").get_by_role("navigation", name="Main menu")
    for title, heading in (("Learn", "Learn"), ("Study", "Study"), ("Me", "Me"), ("Play", "Limes")):
        ways.get_by_role("link", name=title).tap()
        expect(visitor.page.get_by_role("heading", level=1, name=heading)).to_be_visible()
        expect(ways.get_by_role("link", name=title)).to_have_attribute("aria-current", "page")
        box = ways.bounding_box()
        assert box
        assert box["y"] + box["height"] == PHONE.height
    visitor.open("/rules")
    expect(ways.get_by_role("link", name="Learn")).to_have_attribute("aria-current", "true")
    visitor.page.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})
    box = ways.bounding_box()
    assert box
    assert box["y"] < 60
    visitor.open(f"/t/{server.guest().make('Ann')['table']}")
    visitor.page.get_by_test_id("landscape").wait_for()
    expect(ways).to_have_count(0)
