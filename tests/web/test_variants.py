"""Each variant, a deck of one's own and a clock: chosen on the first page, played at the table."""

import re

import pytest
from playwright.sync_api import expect
from serving import Serving
from web.conftest import Visit
from web.playing import Player, seated
from web.tables import finished_ranking, play_until, turns_in_the_log
from web.visitor import DESKTOP, PHONE

from limes.rules import ROUNDS, Turn

# Half field, half water on every card: two side by side, one turned round, are a field, a lake, a field.
LAKES = {"name": "lakes", "cards": ["fwfw"] * 16}
FERRY = "d5N:d4nw>e4ne"


@pytest.mark.parametrize(
    "variants", [(), ("Diagonal",), ("Ferryman",), ("Diagonal", "Ferryman")], ids="-".join
)
def test_a_game_with_the_variants_that_were_chosen(
    visit: Visit, server: Serving, variants: tuple[str, ...]
) -> None:
    player = Player(visit(PHONE))
    page = player.visitor.open()
    page.get_by_text("Variants, deck, time").tap()
    for variant in variants:
        page.get_by_label(variant).tap()
    player.start("Play alone", "Play")
    player.wait_for_round(1)
    guest = player.visitor.guest(server)
    chosen = guest.get(f"/tables/{player.table}")["variants"]
    assert chosen == [variant.lower() for variant in variants]
    play_until(player.table, {0: guest}, ROUNDS - 2)
    player.play_rounds(ROUNDS - 1)
    assert player.ranking == finished_ranking(server, player.table)


@pytest.mark.parametrize("variants", [[], ["diagonal"]], ids=["off", "on"])
def test_with_diagonal_a_card_may_touch_by_a_corner(
    visit: Visit, server: Serving, variants: list[str]
) -> None:
    player, table = seated(visit(), server, variants=variants)
    player.lay(Turn.parse("d4N"))
    player.wait_for_round(2)
    assert ("e5" in player.places) == bool(variants)
    if variants:
        player.lay(Turn.parse("e5W+sw"))
        player.wait_for_round(3)
        assert turns_in_the_log(server, table, 2) == ["e5W+sw"]


@pytest.mark.parametrize("variants", [[], ["ferryman"]], ids=["off", "on"])
def test_with_the_ferryman_water_carries_a_worker_across(
    visit: Visit, server: Serving, variants: list[str]
) -> None:
    player, table = seated(visit(), server, variants=variants, deck=LAKES)
    for number, turn in enumerate(("d4N+nw", "e4S+nw"), start=1):
        player.wait_for_round(number)
        player.lay(Turn.parse(turn))
    player.wait_for_round(3)
    player.draft(Turn.parse("d5N"))
    player.tap("d4nw")
    across = player.landscape.locator("[data-zone=e4ne]")
    if not variants:
        assert "a worker can go here" not in str(across.get_attribute("aria-label"))
        return
    said = "e4ne: field, territory of 2 zones, a worker can go here: −2 farmer"
    expect(across).to_have_attribute("aria-label", said)
    player.tap("e4ne")
    player.confirm()
    player.wait_for_round(4)
    assert turns_in_the_log(server, table, 3) == [FERRY]


def test_a_deck_of_ones_own_and_a_clock(visit: Visit, server: Serving) -> None:
    player = Player(visit(DESKTOP))
    player.visitor.remember("decks", [LAKES])
    page = player.visitor.open()
    page.get_by_text("Variants, deck, time").click()
    page.get_by_label("Deck").select_option("lakes")
    page.get_by_label("Time").select_option("120")
    player.start("Play alone", "Play")
    player.wait_for_round(1)
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"[12]:\d\d"))
    made = server.guest().get(f"/tables/{player.table}")
    assert made["deck"] == LAKES
    assert made["seconds"] == 120
