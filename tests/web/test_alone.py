"""The game without a server: a folder that any host serves, games that only this browser keeps."""

import re
from pathlib import Path

import pytest
from chromium import FOREIGN
from playwright.sync_api import Page, Route, expect
from serving import Serving
from web.alone import (
    BELOW,
    ELSEWHERE,
    Site,
    alone,
    another_build,
    python_http_server,
    strict_server,
    turns_in_the_browser,
)
from web.conftest import Visit
from web.playing import Player
from web.test_lost import until_kept_for_offline
from web.test_pages import violations
from web.visitor import DESKTOP, OFFLINE, PHONE, Visitor
from web.words import say

from limes.cli.site import CLIENT, POLICY, write
from limes.locale import LANGUAGES
from limes.rules import ROUNDS, Variants, parse_record

FULL = """for (const write of ["add", "put"])
  IDBObjectStore.prototype[write] = function () { throw new DOMException("", "QuotaExceededError"); };
"""
BUILD = "document.querySelector('script[type=module]').src"
REFUSED = 'IDBFactory.prototype.open = () => { throw new DOMException("", "SecurityError"); };\n'


def test_a_stranger_plays_alone_then_without_a_network(visit: Visit, site: Site) -> None:
    visitor = visit(PHONE, url=site.url_at(path=BELOW), app=True)
    player = alone(visitor)
    page = player.page
    assert page.get_by_test_id("hint").count() == 0
    table = player.table
    player.play_rounds()
    [(_, name, total)] = player.ranking
    assert (name, total >= 0) == ("You", True)
    expect(page.get_by_text("A review with the coach needs a server.")).to_be_visible()
    page.get_by_test_id("study-this").tap()
    expect(page.locator(".main > li")).to_have_count(ROUNDS)
    page.get_by_role("button", name="Undo").tap()
    player.tap(f"{player.places[0]}nw")
    player.turn_card()
    player.confirm()
    expect(page.get_by_role("list", name="What else was tried")).to_be_visible()
    until_kept_for_offline(page)
    visitor.tolerated.append(OFFLINE)
    visitor.context.set_offline(True)
    page.goto(visitor.url)
    expect(page.get_by_text("Ready to play without a network.")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Alone"))).to_be_visible()
    player.start("Play alone", "Play")
    player.lay_something(1)
    player.wait_for_round(2)
    assert player.table != table, "each start of Python has chance of its own"
    page.reload()
    player.wait_for_round(2)


def test_against_a_bot_over_plain_http_in_a_language(visit: Visit, site: Site) -> None:
    visitor = visit(DESKTOP, url=site.url_at(FOREIGN), language="de")
    page = visitor.page
    page.goto(visitor.url)
    assert page.get_by_role("button", name="Hadrian").count() == 0
    assert page.get_by_role("link", name="Auf dem Server spielen").first.get_attribute("href") == ELSEWHERE
    player = Player(visitor)
    player.press_button("Marcus")
    player.play_rounds(1, 3)
    player.wait_for_round(4)
    assert len(turns_in_the_browser(page, player.table, 3)) == 2


def test_on_one_screen_with_both_variants_and_cards_of_ones_own(visit: Visit, site: Site) -> None:
    visitor = visit(DESKTOP, url=site.url_at())
    visitor.remember("decks", [{"name": "lakes", "cards": ["fwfw"] * 20}])
    page = visitor.page
    page.goto(visitor.url)
    player = Player(visitor)
    page.locator("summary", has_text="Variants, deck, time").click()
    for variant in ("Ferryman", "Diagonal"):
        page.get_by_label(variant).check()
    page.get_by_role("combobox", name="Deck").select_option("lakes")
    player.start("Play on one screen", "Who's playing?")
    player.start("Play on one screen", "Play")
    for name in ("Player 1", "Player 2"):
        player.press_button(f"I am {name}")
        player.lay_something(1)
    player.press_button("I am Player 1")
    player.wait_for_round(2)
    player.tap("e5nw")  # which touches the first card at a corner only
    player.confirm()
    player.press_button("I am Player 2")
    player.lay_something(2)
    expect(page.get_by_role("heading", name="Pass the screen to Player 1")).to_be_visible()
    page.goto(visitor.url)
    with page.expect_download() as saving:
        player.press_button("Save all games")
    game = parse_record(Path(saving.value.path()).read_text("utf-8"))
    assert (game.deck.name, game.variants, len(game.rounds)) == ("lakes", Variants(True, True), 2)
    assert game.landscapes[0].cards[1].cell == "e5"


def test_a_tab_that_is_closed_in_the_middle_of_a_turn_loses_nothing(visit: Visit, site: Site) -> None:
    player = alone(visit(url=site.url_at()))
    address, visitor = player.page.url, player.visitor
    player.tap("d4nw")
    player.confirm()
    player.page.close()
    visitor.page = player.page = visitor.context.new_page()
    player.page.goto(address)
    player.wait_for_round(2)
    assert turns_in_the_browser(player.page, player.table, 1) == ["d4N"]


def test_a_game_goes_on_after_its_folder_was_updated(
    visit: Visit, client: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, built = tmp_path / "site", tmp_path / "built"
    another_build(CLIENT, built)
    with python_http_server(folder) as running:
        player = alone(visit(url=running.url_at(), app=True))
        page = player.page
        player.lay_something(1)
        player.wait_for_round(2)
        until_kept_for_offline(page)
        before = page.evaluate(BUILD)
        monkeypatch.setattr("limes.cli.site.CLIENT", built)
        write(folder, ELSEWHERE)
        player.lay_something(2)  # in the page that was open
        player.wait_for_round(3)
        page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.update())")
        page.wait_for_function(f"async () => !(await caches.match({before!r}))")  # the old one has gone
        page.reload()
        player.wait_for_round(3)
        assert page.evaluate(BUILD) != before
        player.play_rounds(3)
        assert len(player.ranking) == 1
        assert len(turns_in_the_browser(page, player.table, 1)) == 1


def test_a_table_is_drawn_while_python_is_on_its_way(visit: Visit, site: Site) -> None:
    player = alone(visit(url=site.url_at()))
    player.lay_something(1)
    player.wait_for_round(2)
    hold_python_back(player.visitor)
    player.page.reload()
    player.wait_for_round(2)
    expect(player.page.get_by_role("progressbar")).to_be_visible()
    player.tap(f"{player.places[0]}nw")
    expect(player.page.get_by_test_id("lay")).to_be_enabled()


def test_two_tabs_show_one_game(visit: Visit, site: Site) -> None:
    player = alone(visit(url=site.url_at()))
    other = Player(player.visitor)
    other.page = player.visitor.context.new_page()
    other.page.goto(player.page.url)
    other.wait_for_round(1)
    player.lay_something(1)
    other.lay_something(2)
    player.wait_for_round(3)


@pytest.mark.parametrize("fault", [FULL, REFUSED], ids=["full", "refused"])
def test_without_storage_the_game_goes_on_and_says_so(visit: Visit, site: Site, fault: str) -> None:
    visitor = visit(PHONE, url=site.url_at())

    def broken(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=fault + answer.text())

    visitor.context.route(re.compile("/assets/worker-"), broken)
    visitor.page.add_init_script(fault)
    player = alone(visitor)
    expect(player.page.get_by_role("status").filter(has_text="cannot store anything more")).to_be_visible()
    player.page.get_by_role("button", name="Close", exact=True).tap()
    player.play_rounds(1, 2)
    player.wait_for_round(3)


def test_a_strict_policy_is_enough_and_nothing_is_asked_of_others(
    visit: Visit, client: None, tmp_path: Path
) -> None:
    write(tmp_path / "site")
    with strict_server(tmp_path / "site", POLICY) as strict:
        visitor = visit(url=strict.url_at())
        asked: list[str] = []
        visitor.page.on("request", lambda request: asked.append(request.url))
        player = alone(visitor)
        player.lay_something(1)
        player.wait_for_round(2)
        assert [url for url in asked if not url.startswith(visitor.url)] == []
        assert "unsafe-eval" not in POLICY.replace("wasm-unsafe-eval", "")


def test_every_host_knows_what_kind_of_file_each_one_is(client: None, tmp_path: Path) -> None:
    """Browsers run no script that a host calls anything else, as many do with `.mjs`."""
    write(tmp_path)
    endings = {path.suffix for path in tmp_path.rglob("*") if path.is_file()}
    known = {".css", ".html", ".js", ".json", ".png", ".svg", ".txt", ".webmanifest", ".woff2"}
    assert endings - known == {".bin", ".zip"}, "which are read as bytes, whatever they are called"


def test_axe_finds_nothing_on_the_first_page(visit: Visit, site: Site, axe: str) -> None:
    visitor = visit(PHONE, url=site.url_at())
    hold_python_back(visitor)
    visitor.page.goto(visitor.url)
    expect(visitor.page.get_by_role("progressbar")).to_be_attached()
    visitor.page.evaluate(axe)
    assert violations(visitor.page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_missing_is_said_in_every_language(visit: Visit, site: Site, language: str) -> None:
    visitor = visit(PHONE, url=site.url_at(), language=language)
    hold_python_back(visitor)
    visitor.page.goto(visitor.url)
    missing = say(language, "To play with friends by link, you need a server.")
    expect(visitor.page.get_by_text(missing)).to_be_visible()


def test_while_a_server_is_away_its_app_offers_to_play_alone(visit: Visit, server: Serving) -> None:
    visitor = visit(PHONE, app=True)
    page = visitor.open("/alone")
    until_kept_for_offline(page)
    until_python_is_kept(page)
    visitor.tolerated.append(OFFLINE)
    visitor.context.set_offline(True)
    visitor.open("/")
    page.get_by_role("link", name="Play alone, without the server").tap()
    player = Player(visitor)
    player.start("Play alone", "Play")
    player.lay_something(1)
    player.wait_for_round(2)


def until_python_is_kept(page: Page) -> None:
    page.wait_for_function(
        "async () => { for (const name of await caches.keys()) if (name.includes('python'))"
        " return (await (await caches.open(name)).keys()).length > 4; }"
    )


def hold_python_back(visitor: Visitor) -> None:
    """As on a line that is slow beyond all measure."""
    visitor.context.route(re.compile("/memory.bin"), lambda _route: None)
