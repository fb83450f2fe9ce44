"""The study board: from a lost game to a finding sent as a link, by touch; and with nothing but keys."""

import json

from playwright.sync_api import Page, Route, expect
from serving import Serving
from web.conftest import Visit
from web.pages import BOARD, FINISHED, VALUES
from web.playing import Player
from web.test_keyboard import walk_to
from web.visitor import PHONE

from limes.rules import ROUNDS, parse_study

PICTURE_OF_A_GIF = b"\x00\x21\xf9\x04"


def current(page: Page) -> str:
    """The turn that the tree marks as the one that is shown, without what it loses, which may come later."""
    marked = page.locator(".tree [aria-current=step]")
    marked.wait_for()
    return " ".join(marked.locator("span:not(.loss)").all_inner_texts())


def test_where_a_game_was_lost_is_found_and_sent_as_a_link(visit: Visit, server: Serving) -> None:
    visitor = visit(PHONE)
    lost = FINISHED(server)
    assert lost.guest
    visitor.become(lost.guest)
    page = visitor.open(lost.path)
    player = Player(visitor)
    page.get_by_test_id("end").wait_for()
    page.get_by_test_id("study-this").tap()
    expect(page.get_by_text("All sixteen cards have been laid.")).to_be_visible()
    expect(page.locator(".main > li")).to_have_count(ROUNDS)

    asked = []

    def answer(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or ""))
        told = {"turns": [{"turn": turn, "loss": 1.8, "error": 0.2} for turn in asked[-1]["turns"]]}
        route.fulfill(
            body=json.dumps({**VALUES, "asked": told["turns"]}) + "\n", content_type="application/x-ndjson"
        )

    page.route("**/api/study/values", answer)
    page.get_by_role("button", name="The coach").first.tap()
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator(".main > li").last).to_contain_text("−1.8")
    assert len(asked[-1]["landscape"].split("|")[0].split()) == ROUNDS - 1

    (cell,) = player.places
    player.tap(f"{cell}nw")
    if f"{cell}N" in page.locator(".main > li").last.inner_text():
        player.turn_card()
    player.confirm()
    tried = page.get_by_role("list", name="What else was tried")
    expect(tried).to_be_visible()
    found = current(page)
    expect(tried).to_contain_text(found.split(" ")[-1])
    page.get_by_role("button", name="Comment").tap()
    page.get_by_test_id("comment").fill("Here it was lost.")
    page.get_by_test_id("comment").blur()
    page.get_by_role("button", name="Share", exact=True).tap()
    link = page.get_by_label("A link that contains the whole study").input_value()
    text = page.locator("pre").inner_text()
    assert len(list(parse_study(text).line())) == ROUNDS
    assert len(link) < 2000
    with page.expect_download() as film:
        page.get_by_test_id("film").tap()
    assert film.value.path().read_bytes().count(PICTURE_OF_A_GIF) == ROUNDS

    friend = visit()
    friend.page.goto(link)
    expect(friend.page.locator(".said")).to_have_text("Here it was lost.")
    expect(friend.page.locator(".said")).to_be_in_viewport()
    assert current(friend.page) == found
    friend.page.goto("/study")
    expect(friend.page.get_by_role("heading", name="My studies")).to_have_count(0)
    page.goto("/study")
    expect(page.get_by_role("heading", name="My studies")).to_be_visible()


def test_a_position_is_studied_with_nothing_but_keys(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open(f"{BOARD}&at=3")
    expect(page.locator("[aria-current=step]")).to_contain_text("e5S+sw")
    page.keyboard.press(",")
    page.keyboard.press(",")
    assert current(page).startswith("1.")
    player = Player(visitor)
    cell = player.places[0]
    page.locator("[data-testid=landscape] [tabindex='0']").focus()
    walk_to(page, f"{cell}nw")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("[aria-current=step]")).to_contain_text(cell)
    page.locator("[aria-current=step]").focus()
    page.keyboard.press("ArrowUp")
    assert "d5E+sw" in current(page)
    page.keyboard.press("u")
    page.keyboard.press("ArrowRight")
    assert "d5E+sw" in current(page)
    page.keyboard.press("Home")
    expect(page.locator("[aria-current=step]")).to_have_text("The empty table")
