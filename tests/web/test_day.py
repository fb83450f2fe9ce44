"""The deal of the day at the page: played once, without help, and looked back at."""

import asyncio
import re
import time
from datetime import date

import pytest
from playwright.sync_api import Route, expect
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


def test_a_page_left_open_over_midnight_turns_before_anything_is_played(
    visit: Visit, server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = visit(PHONE)
    visitor.tolerated.append(re.compile("status of 409 .*/api/days/attempt"))
    page = visitor.open("/day")
    play = page.get_by_role("button", name="Play", exact=True)
    play.wait_for()
    a_day_later(monkeypatch)
    with page.expect_response("**/api/days/today") as turned:
        play.tap()
    today = date_in_words(turned.value.json()["day"])
    expect(page.get_by_role("alert")).to_contain_text("The day that this page showed is over.")
    expect(page.get_by_role("heading", level=1)).to_have_text(today)
    expect(page.get_by_role("link", name=today)).to_be_visible()
    play.tap()
    player = Player(visitor)
    player.wait_for_round(1)

    play_until(player.table, {0: visitor.guest(server)}, ROUNDS)
    expect(page.get_by_text("is shown when the day is over")).to_be_visible()
    a_day_later(monkeypatch)
    page.reload()
    expect(page.get_by_text("Checked: the order of the cards was fixed")).to_be_visible()


def test_a_day_that_nobody_played_waits_for_no_bots(visit: Visit) -> None:
    page = visit(PHONE).open("/day/2026-01-01")
    expect(page.get_by_text("Nobody has finished this deal yet.")).to_be_visible()
    expect(page.get_by_test_id("day-bots")).to_have_count(0)


def test_all_bots_come_by_themselves(visit: Visit, server: Serving) -> None:
    visitor, guest = visit(DESKTOP), server.guest()
    play_until(guest.post("/days/attempt", {})["table"], {0: guest}, ROUNDS)
    visitor.become(guest)
    shown = [{"bot": "expert", "points": 50, "record": ""}]

    def some_bots(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "bots": shown})

    visitor.page.route("**/api/days/today", some_bots)
    visitor.page.clock.install()
    bots = visitor.open("/day").get_by_test_id("day-bots")
    expect(bots).to_contain_text("Hadrian")
    expect(bots).to_contain_text("They are still playing.")
    shown.append({"bot": "best", "points": 60, "record": ""})
    visitor.page.clock.run_for(5_000)
    expect(bots).to_contain_text("best in hindsight")
    expect(bots).not_to_contain_text("They are still playing.")


def test_a_result_stays_when_its_game_was_deleted(visit: Visit, server: Serving) -> None:
    visitor, guest = visit(PHONE), server.guest()
    table = guest.post("/days/attempt", {})["table"]
    play_until(table, {0: guest}, ROUNDS)
    visitor.become(guest)
    removed = server.services.writer.remove([table])
    asyncio.run_coroutine_threadsafe(removed, server.loop).result(20)
    page = visitor.open("/day")
    expect(page.get_by_test_id("day-result")).to_contain_text("point")
    expect(page.get_by_role("link", name="Replay")).to_have_count(0)


def a_day_later(patch: pytest.MonkeyPatch) -> None:
    """By the server's clock; the browser's stays."""
    clock = time.time
    patch.setattr(time, "time", lambda: clock() + 24 * 3600)


def date_in_words(name: str) -> str:
    day = date.fromisoformat(name)
    return f"{day:%B} {day.day}, {day.year}"


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
