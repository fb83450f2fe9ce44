"""What a table looks like: large enough for fingers and eyes, nothing in the way, whoever looks."""

import pytest
from playwright.sync_api import Page, expect
from serving import Guest, Serving
from web.conftest import Visit
from web.pages import FINISHED
from web.playing import Player
from web.test_pages import look, too_small
from web.visitor import DESKTOP, PHONE, WIDE, Screen

from limes.rules import ROUNDS

SMALL_PHONE = Screen("small phone", 320, 640, touch=True)
FULL_HD = Screen("full HD", 1920, 1080)
LAKES = {"name": "lakes", "cards": ["fwFT"] * ROUNDS}
# A cross, around which the free places make the picture as wide and high as it can be.
CROSS = ("d4N+nw", "c4N", "e4N", "d5N", "d3N")
ZONE = "document.querySelector('[data-testid=landscape] [role=gridcell]').getBoundingClientRect().width"
VIEW = "document.querySelector('[data-testid=landscape] svg').getAttribute('viewBox')"


@pytest.mark.parametrize("screen", [PHONE, SMALL_PHONE], ids=lambda screen: screen.name)
def test_the_landscape_comes_closer_for_a_finger_and_goes_back(
    visit: Visit, server: Serving, screen: Screen
) -> None:
    player = at_the_cross(visit, server, screen)
    page = player.page
    whole = page.evaluate(VIEW)
    assert page.evaluate(ZONE) < 40
    for zone in ("f4nw", "f4sw"):
        player.tap(zone)
        assert page.evaluate(VIEW) != whole
        assert too_small(page) == []
        assert look(page, "covered()") == []
    for _ in ("the worker", "the card"):
        player.press_button("Undo")
    expect(page.locator("[data-testid=landscape] svg").first).to_have_attribute("viewBox", whole)
    player.tap("f4nw")
    player.confirm()
    player.wait_for_round(len(CROSS) + 2)
    assert page.evaluate(ZONE) < 44


def test_a_finger_moves_the_close_landscape_and_lays_nothing(visit: Visit, server: Serving) -> None:
    player = at_the_cross(visit, server, SMALL_PHONE)
    page = player.page
    player.tap("d2nw")
    close = page.evaluate(VIEW)
    box = page.get_by_test_id("landscape").bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2
    page.mouse.move(middle, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(middle, box["y"] + 160, steps=4)
    page.mouse.up()
    assert page.evaluate(VIEW) != close
    expect(page.get_by_test_id("lay")).to_be_enabled()
    kept = page.evaluate(f"localStorage.getItem('limes.draft.{player.table}.0')")
    assert '"cell":"d2"' in kept
    assert "worker" not in kept


def test_a_mouse_needs_no_closer_look(visit: Visit, server: Serving) -> None:
    player = at_the_cross(visit, server, DESKTOP)
    whole = player.page.evaluate(VIEW)
    player.tap("f4nw")
    assert player.page.evaluate(VIEW) == whole
    assert look(player.page, "covered()") == []


@pytest.mark.parametrize(("screen", "least"), [(DESKTOP, 200), (FULL_HD, 380), (WIDE, 500)])
def test_an_opponent_is_large_where_there_is_room(
    visit: Visit, server: Serving, screen: Screen, least: int
) -> None:
    assert width_of_another(visit, server, screen, "bot:random") >= least
    assert width_of_another(visit, server, screen, *["bot:random"] * 5) < least


def test_who_watches_sees_points_and_nothing_to_turn(visit: Visit, server: Serving) -> None:
    guest = server.guest()
    table = lay_the_cross(guest.make("Ann", deck=LAKES)["table"], guest)
    page = visit().open(f"/t/{table}")
    total = guest.get(f"/tables/{table}")["seats"][0]["total"]
    expect(page.get_by_test_id("total")).to_have_text(str(total))
    expect(page.get_by_role("button", name="farmer")).to_contain_text(str(total))
    expect(page.get_by_role("button", name="Rotate")).to_have_count(0)
    expect(page.get_by_test_id("lay")).to_have_count(0)


def test_a_replay_opens_at_the_seat_that_the_link_names(visit: Visit, server: Serving) -> None:
    visitor = visit()
    replay = FINISHED(server).path.replace("/t/", "/replay/")
    for seat, name in enumerate(("Ann", "Tiro")):
        page = visitor.open(f"{replay}#seat={seat}")
        page.reload()
        expect(page.locator(".seats [aria-pressed=true]")).to_contain_text(name)


def lay_the_cross(table: str, guest: Guest) -> str:
    for number, turn in enumerate(CROSS, 1):
        guest.lay(table, 0, number, turn)
    return table


def at_the_cross(visit: Visit, server: Serving, screen: Screen) -> Player:
    guest, visitor = server.guest(), visit(screen)
    table = lay_the_cross(guest.make("Ann", deck=LAKES)["table"], guest)
    visitor.become(guest)
    visitor.open(f"/t/{table}")
    player = Player(visitor)
    player.wait_for_round(len(CROSS) + 1)
    return player


def width_of_another(visit: Visit, server: Serving, screen: Screen, *bots: str) -> float:
    guest, visitor = server.guest(), visit(screen)
    table = guest.make("Ann", *bots)["table"]
    visitor.become(guest)
    page: Page = visitor.open(f"/t/{table}")
    box = page.get_by_role("region", name="The others").get_by_role("button").first.bounding_box()
    assert box
    return box["width"]
