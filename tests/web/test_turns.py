"""Every way to make a turn, and what the page says of it before it is confirmed."""

from typing import NamedTuple, Protocol

import pytest
from playwright.sync_api import Page, expect
from serving import Serving
from web.alone import Site, alone, turns_in_the_browser
from web.conftest import Visit
from web.playing import Player, seated
from web.tables import turns_in_the_log
from web.visitor import DESKTOP, PHONE, Screen

from limes.rules import ROUNDS, STANDARD, Landscape, Turn

EXPLAINED = ", ".join(f"g.{trade}" for trade in ("farmer", "fisherman", "woodcutter", "watchman"))


class End(Protocol):
    """Whom the page talks to."""

    def seat(self, visit: Visit, *screen: Screen, **more: bool) -> tuple[Player, str]:
        """Somebody alone at a new table, and its id."""

    def turns(self, player: Player, number: int) -> list[str]:
        """What is stored of a round."""


class AtServer(NamedTuple):
    server: Serving

    def seat(self, visit: Visit, *screen: Screen, **more: bool) -> tuple[Player, str]:
        return seated(visit(*screen, **more), self.server)

    def turns(self, player: Player, number: int) -> list[str]:
        return turns_in_the_log(self.server, player.table, number)


class AtSite(NamedTuple):
    site: Site

    def seat(self, visit: Visit, *screen: Screen, **more: bool) -> tuple[Player, str]:
        player = alone(visit(*screen, url=self.site.url_at(), **more))
        return player, player.table

    def turns(self, player: Player, number: int) -> list[str]:
        return turns_in_the_browser(player.page, player.table, number)


@pytest.fixture(params=["a server", "Python in the browser"])
def end(request: pytest.FixtureRequest, server: Serving, site: Site) -> End:
    """A test of a turn that asks for it runs with a server and without one."""
    return AtServer(server) if request.param == "a server" else AtSite(site)


def test_a_card_is_dragged_onto_its_place_and_turned_by_the_wheel(visit: Visit, end: End) -> None:
    player, _ = end.seat(visit, motion=True)
    hand = middle(player.page, "aside .card")
    place = middle(player.page, "[data-zone=d4nw]")
    player.page.mouse.move(*hand)
    player.page.mouse.down()
    player.page.mouse.move(*place, steps=5)
    player.page.mouse.up()
    expect(player.page.get_by_test_id("lay")).to_be_enabled()
    player.page.mouse.wheel(0, 100)
    player.confirm()
    player.wait_for_round(2)
    assert end.turns(player, 1) == ["d4E"]


def test_a_card_is_turned_by_its_middle_by_the_card_in_hand_by_the_button_and_by_a_key(
    visit: Visit, end: End
) -> None:
    player, _ = end.seat(visit)
    player.tap("d4nw")
    player.page.get_by_test_id("turn-knob").click()
    player.page.keyboard.press("r")
    player.page.locator("aside .card").click()
    player.confirm()
    player.wait_for_round(2)
    assert end.turns(player, 1) == ["d4W"]


def test_three_taps_and_a_confirmation_are_a_whole_turn_on_a_phone(visit: Visit, end: End) -> None:
    player, _ = end.seat(visit, PHONE)
    player.tap("d4nw")
    player.page.get_by_test_id("turn-knob").tap()
    player.tap("d4sw")
    player.confirm()
    player.wait_for_round(2)
    assert end.turns(player, 1) == ["d4E+sw"]


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=lambda screen: screen.name)
def test_the_points_of_a_draft_are_those_of_the_rules(visit: Visit, server: Serving, screen: Screen) -> None:
    player, table = seated(visit(screen), server)
    guest = player.visitor.guest(server)
    landscape = Landscape()
    for number in range(1, 7):
        player.wait_for_round(number)
        card = guest.get(f"/tables/{table}")["running"]["card"]
        turn, total = max(landscape.turns(card), key=lambda each: (each[1], str(each[0])))
        player.draft(turn)
        shown = player.page.get_by_test_id("total")
        expect(shown).to_have_text(str(total))
        change = total - landscape.total
        expect(player.page.get_by_test_id("change")).to_contain_text(
            f"+{change}" if change >= 0 else f"−{-change}"
        )
        player.confirm()
        landscape = landscape.play(card, turn)
        assert landscape.deck == STANDARD


def test_a_worker_that_stands_is_tapped_and_then_where_it_goes(visit: Visit, server: Serving) -> None:
    lakes = {"name": "lakes", "cards": ["fwfw"] * ROUNDS}
    player, table = seated(visit(PHONE), server, deck=lakes)
    player.lay(Turn.parse("d4N+nw"))
    player.wait_for_round(2)
    player.draft(Turn.parse("e4N:d4nw>d4ne"))
    player.confirm()
    player.wait_for_round(3)
    assert turns_in_the_log(server, table, 2) == ["e4N:d4nw>d4ne"]


def test_purists_see_no_points(visit: Visit, server: Serving) -> None:
    player, _ = seated(visit(), server, "Ann", "bot:random", rounds=3)
    page = player.page
    expect(page.get_by_test_id("total")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Show points while I play").uncheck()
    expect(page.get_by_test_id("total")).to_have_count(0)
    page.keyboard.press("Escape")
    player.tap(f"{player.places[0]}nw")
    expect(page.get_by_test_id("lay")).to_be_enabled()
    assert "point" not in page.locator("main").inner_text()
    labels = page.locator("main [aria-label]").evaluate_all("each => each.map(one => one.ariaLabel)")
    assert not [label for label in labels if "point" in str(label)]


def test_pointing_at_a_worker_lights_up_what_counts(visit: Visit, server: Serving) -> None:
    lakes = {"name": "lakes", "cards": ["fwfw"] * ROUNDS}
    player, _ = seated(visit(), server, deck=lakes)
    player.lay(Turn.parse("d4N+nw"))
    player.wait_for_round(2)
    before = player.page.locator(".landscape").first.inner_html()
    player.page.locator("[data-zone=d4nw]").hover()
    line = player.page.get_by_role("button", name="farmer")
    expect(line).to_have_attribute("aria-pressed", "true")
    assert player.page.locator(".landscape").first.inner_html() != before


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=lambda screen: screen.name)
@pytest.mark.parametrize("reload", [False, True], ids=["at once", "reloaded"])
def test_who_waits_for_others_can_ask_what_a_worker_earns(
    visit: Visit, server: Serving, screen: Screen, reload: bool
) -> None:
    ann, visitor = server.guest(), visit(screen)
    made = ann.make("Ann", "-")
    joining = {"name": "Bob", "invitation": made["invitation"]}
    server.guest().post(f"/tables/{made['table']}/seats/1", joining)
    visitor.become(ann)
    page = visitor.open(f"/t/{made['table']}")
    player = Player(visitor)
    player.wait_for_round(1)
    player.lay(Turn.parse("d4N+se"))
    expect(page.locator(".status")).to_contain_text("waiting for Bob")
    if reload:
        page.reload()
        expect(page.get_by_text("Your card is down. Waiting for Bob.")).to_be_visible()
    worker = page.locator("[data-zone=d4se]")
    page.mouse.move(0, 0)
    expect(page.locator(EXPLAINED)).to_have_count(0)
    worker.tap() if screen.touch else worker.click()
    expect(page.locator(EXPLAINED)).not_to_have_count(0)


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=lambda screen: screen.name)
@pytest.mark.parametrize("rounds", [0, 4])
def test_nothing_jumps_or_scrolls_during_a_turn(
    visit: Visit, server: Serving, screen: Screen, rounds: int
) -> None:
    player, _ = seated(visit(screen), server, "Ann", "bot:random", rounds=rounds)
    boxes = [frame(player.page)]
    cell = player.places[0]
    for step in (f"{cell}nw", f"{cell}se"):
        player.tap(step)
        boxes.append(frame(player.page))
    player.confirm()
    player.wait_for_round(rounds + 2)
    boxes.append(frame(player.page))
    assert boxes == [boxes[0]] * len(boxes)


def frame(page: Page) -> dict[str, object]:
    """Where the landscape and the confirm button are; both in view, and nothing to scroll."""
    expect(page.get_by_test_id("lay")).to_be_in_viewport(ratio=1)
    hidden = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    return {"landscape": page.get_by_test_id("landscape").bounding_box(), "hidden": max(0, hidden)}


def middle(page: Page, target: str) -> tuple[float, float]:
    box = page.locator(target).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
