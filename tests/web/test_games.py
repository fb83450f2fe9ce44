"""Whole games at the page: alone, against a bot, on one screen."""

import pytest
from playwright.sync_api import expect
from serving import Serving
from web.conftest import Visit
from web.playing import Player
from web.visitor import DESKTOP, PHONE, Screen


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=lambda screen: screen.name)
def test_a_game_alone_from_the_first_page_to_the_last_card(visit: Visit, screen: Screen) -> None:
    visitor = visit(screen)
    visitor.open()
    player = Player(visitor)
    player.start("Play alone", "Play")
    player.play_rounds()
    expect(player.end).to_be_visible()
