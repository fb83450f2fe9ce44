"""A hint at the table: drawn as a draft, by tap or by key, and only where no people are played against."""

import pytest
from playwright.sync_api import Locator, Page, expect
from serving import Serving
from web.conftest import Visit
from web.playing import Player, seated
from web.tables import turns_in_the_log
from web.visitor import DESKTOP, OFFLINE, PHONE, Screen

TURNS = "Expected final score with expert play"
COST = "A game with hints does not count as a personal best."
# A hint is looked at as a whole: every card is in view, wherever the coach would go.
IN_VIEW = """(() => {
  const map = document.querySelector('[data-testid=landscape]').getBoundingClientRect();
  const zones = [...document.querySelectorAll('[data-testid=landscape] [role=gridcell]')];
  const inside = ({left, right, top, bottom}) => left >= map.left - 1 && right <= map.right + 1 &&
    top >= map.top - 1 && bottom <= map.bottom + 1;
  return zones.every(zone => inside(zone.getBoundingClientRect()));
})()"""
FITS = """(({scrollWidth, scrollHeight}) => scrollWidth <= innerWidth && scrollHeight <= innerHeight)(
  document.documentElement)"""


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=lambda screen: screen.name)
def test_a_hint_is_drawn_and_can_be_laid(visit: Visit, server: Serving, screen: Screen) -> None:
    player, table = seated(visit(screen), server, "Ann", "bot:expert:novice", rounds=3)
    ask(player)
    expect(drawn(player.page)).to_have_text("1.")
    expect(player.page.get_by_test_id("lay")).to_be_enabled()
    assert player.page.evaluate(IN_VIEW)
    assert player.page.evaluate(FITS)
    player.confirm()
    player.wait_for_round(5)
    expect(turns(player.page)).to_have_count(0)
    assert len(turns_in_the_log(server, table, 4)) == 1


def test_keys_go_through_the_hints_and_back_to_the_own_draft(visit: Visit, server: Serving) -> None:
    player, _ = seated(visit(), server, rounds=2)
    page = player.page
    player.tap(f"{player.places[0]}nw")
    own = framed(page)
    page.keyboard.press("h")
    expect(page.get_by_text(COST)).to_be_visible()
    page.keyboard.press("h")
    for number in ("1.", "2.", "3.", "1."):
        expect(drawn(page)).to_have_text(number)
        page.keyboard.press("h")
    expect(drawn(page)).to_have_text("2.")
    expect(page.get_by_role("status").filter(has_text="The card is laid on")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(drawn(page)).to_have_count(0)
    assert framed(page) == own


def test_what_a_hint_costs_is_said_before_and_why_after(visit: Visit, server: Serving) -> None:
    player, table = seated(visit(PHONE), server, rounds=3)
    page = player.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    button(page).tap()
    expect(page.get_by_text(COST)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text(COST)).to_have_count(0)
    assert not [url for url in asked if url.endswith("/hint")]
    assert page.evaluate("localStorage.getItem('limes.left-out')") is None
    ask(player)
    expect(drawn(page)).to_have_text("1.")
    expect(page.locator(".advice").get_by_text("Why:")).to_be_visible()
    assert page.evaluate("localStorage.getItem('limes.left-out')") == f'["{table}"]'
    player.confirm()
    player.wait_for_round(5)
    button(page).tap()
    expect(drawn(page)).to_have_text("1.")


def test_the_hint_is_not_beside_the_turn_button(visit: Visit, server: Serving) -> None:
    for screen, least in ((PHONE, 16), (DESKTOP, 12)):
        player, _ = seated(visit(screen), server)
        turn = player.page.get_by_role("button", name="Rotate").last
        one, other = (each.bounding_box() for each in (button(player.page), turn))
        assert one
        assert other
        across = max(other["x"] - one["x"] - one["width"], one["x"] - other["x"] - other["width"])
        down = max(other["y"] - one["y"] - one["height"], one["y"] - other["y"] - other["height"])
        assert max(across, down) >= least


def test_no_hint_against_people(visit: Visit, server: Serving) -> None:
    ann, visitor = server.guest(), visit()
    made = ann.make("Ann", "-")
    visitor.become(ann)
    player = Player(visitor)
    visitor.open(f"/t/{made['table']}")
    server.guest().post(f"/tables/{made['table']}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    player.wait_for_round(1)
    expect(button(player.page)).to_have_count(0)
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url))
    player.page.keyboard.press("h")
    player.page.keyboard.press("r")  # pressed after it, so heard after it
    expect(turns(player.page)).to_have_count(0)
    assert not [url for url in asked if url.endswith("/hint")]


def test_without_a_connection_one_sentence_says_so(visit: Visit, server: Serving) -> None:
    visitor = visit()
    visitor.tolerated.append(OFFLINE)
    player, _ = seated(visitor, server)
    visitor.context.set_offline(True)
    ask(player)
    expect(player.page.get_by_text("The server is not responding. Try again in a moment.")).to_be_visible()
    visitor.context.set_offline(False)
    button(player.page).click()
    expect(drawn(player.page)).to_have_text("1.")


def button(page: Page) -> Locator:
    return page.get_by_test_id("hint")


def ask(player: Player) -> None:
    """The first time of a game it is said what that costs."""
    for target in (button(player.page), player.page.get_by_test_id("ask-hint")):
        target.tap() if player.visitor.screen.touch else target.click()


def turns(page: Page) -> Locator:
    return page.get_by_role("group", name=TURNS)


def drawn(page: Page) -> Locator:
    """The number of the hint that lies on the landscape."""
    return turns(page).locator("[aria-pressed=true] strong")


def framed(page: Page) -> str | None:
    """The frame around the draft."""
    return page.locator("[data-testid=landscape] .frame").get_attribute("d")
