"""Whole games at the page: alone, against a bot, on one screen; here and at a plain-http address."""

import pytest
from chromium import FOREIGN
from playwright.sync_api import expect
from serving import Serving
from web.conftest import Visit
from web.playing import Player
from web.tables import finished_ranking
from web.visitor import DESKTOP, PHONE, Screen

from limes.rules import ROUNDS

LANDSCAPES = "[data-zone], .landscape svg"


@pytest.mark.parametrize(("screen", "name"), [(DESKTOP, "127.0.0.1"), (PHONE, FOREIGN)])
def test_a_game_alone_from_the_first_page_to_the_last_card(
    visit: Visit, server: Serving, screen: Screen, name: str
) -> None:
    player = Player(visit(screen, url=server.url_at(name)))
    player.visitor.open()
    player.start("Play alone", "Play")
    player.play_rounds()
    assert player.ranking == finished_ranking(server, player.table)


def test_a_game_against_a_bot(visit: Visit, server: Serving) -> None:
    player = Player(visit(PHONE, url=server.url_at(FOREIGN)))
    player.visitor.open()
    player.press_button("Tiro")
    player.play_rounds()
    assert player.ranking == finished_ranking(server, player.table)
    assert {name for _, name, _ in player.ranking} == {"You", "Tiro"}


def test_on_one_screen_nobody_is_timed_and_the_page_says_so(visit: Visit, server: Serving) -> None:
    player = Player(visit(DESKTOP))
    page = player.visitor.open()
    player.start("Play on one screen", "Who's playing?")
    expect(page.get_by_test_id("untimed")).to_have_count(0)
    page.locator("summary", has_text="Variants, deck, time").click()
    page.get_by_role("combobox", name="Time").select_option("30")
    expect(page.get_by_test_id("untimed")).to_be_visible()
    player.start("Play on one screen", "Play")
    expect(page.get_by_test_id("cover")).to_be_visible()
    assert server.guest().get(f"/tables/{player.table}")["running"]["deadline"] is None


def test_a_game_on_one_screen_hides_each_landscape_from_the_next(visit: Visit, server: Serving) -> None:
    player = Player(visit(DESKTOP, url=server.url_at(FOREIGN)))
    page = player.visitor.open()
    player.start("Play on one screen", "Who's playing?")
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_label("Name of player 2").fill("Bob")
    player.start("Play on one screen", "Play")
    for number in range(1, ROUNDS + 1):
        for name in ("Ann", "Bob"):
            expect(page.get_by_role("heading", name=f"Pass the screen to {name}")).to_be_visible()
            assert page.locator(LANDSCAPES).count() == 0
            player.press_button(f"I am {name}")
            expect(page.locator(LANDSCAPES)).not_to_have_count(0)
            player.lay_something(number)
    assert player.ranking == finished_ranking(server, player.table)
    assert {name for _, name, _ in player.ranking} == {"Ann", "Bob"}
