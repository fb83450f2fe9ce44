"""What a stranger meets first: the start page, How to play, an invitation, and the list of one's games."""

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect
from serving import Guest, Serving
from web.conftest import Visit
from web.pages import open_page
from web.playing import Player
from web.tables import play_until
from web.test_pages import look
from web.visitor import PHONE, Screen
from web.words import say

from limes.locale import LANGUAGES
from limes.rules import ROUNDS

SMALL = Screen("small phone", 360, 640, touch=True)
NARROW = Screen("narrow phone", 320, 640, touch=True)
# The faces that are loaded or on their way when the first thing is drawn, and once the page rests.
FACES = """
window.faces = () => [...document.fonts].filter(face => face.status !== 'unloaded').map(face => face.status)
new MutationObserver((_, watching) => {
  if (!document.querySelector('main')) return
  watching.disconnect()
  window.atFirst = faces()
}).observe(document, { childList: true, subtree: true })
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stranger_sees_how_to_play_without_scrolling(visit: Visit, language: str) -> None:
    page = visit(SMALL, language=language).open()
    link = page.get_by_role("link", name=say(language, "How to play"))
    expect(link).to_have_count(1)
    box = link.bounding_box()
    assert box
    assert box["y"] + box["height"] <= SMALL.height


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_are_there_before_the_page_is_drawn(visit: Visit, language: str) -> None:
    visitor = visit(PHONE, language=language)
    visitor.context.add_init_script(FACES)
    visitor.page.clock.install()  # however slow the machine: the page's patience does not run out
    visitor.page.clock.pause_at(datetime.now() + timedelta(days=1))
    page = visitor.open("/")
    page.get_by_role("heading", name="Limes").wait_for()
    page.evaluate("document.fonts.ready")
    loaded = page.evaluate("faces()")
    assert loaded
    assert page.evaluate("atFirst") == loaded == ["loaded"] * len(loaded)


@pytest.mark.parametrize(
    ("button", "seats"), [("Play against Flavia", ["person", "bot"]), ("Play alone", ["person"])]
)
def test_how_to_play_ends_in_a_first_game(
    visit: Visit, server: Serving, button: str, seats: list[str]
) -> None:
    player = Player(visit(PHONE))
    player.visitor.open("/rules#variants")
    player.press_button(button)
    player.wait_for_round(1)
    table = player.visitor.guest(server).get(f"/tables/{player.table}")
    assert [seat["kind"] for seat in table["seats"]] == seats
    assert table["seats"][-1]["bot"] in (None, "expert:newcomer")


def test_an_invitation_says_who_invites_to_what(visit: Visit, server: Serving) -> None:
    deck = {"name": "Lakes", "cards": ["fwfw"] * 16}
    made = server.guest().make("Ann", "-", "-", variants=["ferryman"], seconds=60, deck=deck)
    friend = Player(visit(PHONE))
    page = friend.visitor.open(f"/t/{made['table']}#join={made['invitation']}")
    expect(page.get_by_role("heading", level=1, name="Ann invites you to Limes")).to_be_visible()
    expect(page.get_by_role("img", name="A finished landscape with its workers")).to_be_visible()
    agreed = ("“Lakes”, not the standard deck", "Ferryman", "1 min per round")
    for words in (*agreed, "2 seats are open", "the most points win"):
        expect(page.get_by_text(words).first).to_be_visible()
    expect(page.get_by_text("Diagonal")).to_have_count(0)
    page.get_by_role("link", name="How to play").click()
    expect(page.get_by_role("heading", level=1, name=re.compile("."))).to_be_visible()
    page.go_back()
    page.get_by_label("Your name").fill("Bob")
    friend.press_button("Take a seat")
    expect(page.get_by_role("heading", name="1 seat is open")).to_be_visible()


@pytest.fixture
def ann(server: Serving) -> Guest:
    """Ann has a game that waits for her, one that waits for Bob, and one that is over."""
    ann, bob = server.guest(), server.guest()
    hers = ann.make("Ann", "bot:expert:beginner")["table"]
    play_until(hers, {0: ann}, 2)
    made = ann.make("Ann", "-")
    bob.post(f"/tables/{made['table']}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    ann.lay(made["table"], 0, 1, "d4N")
    over = ann.make("Ann", "Cleo")["table"]
    play_until(over, {0: ann, 1: ann}, ROUNDS)
    return ann


def test_my_tables_are_landscapes_and_those_that_wait_for_me_come_first(visit: Visit, ann: Guest) -> None:
    visitor = visit(PHONE)
    visitor.become(ann)
    visitor.remember("best", {"deck": {"best": {"total": 52, "table": "a" * 16}, "before": None}})
    page = visitor.open()
    page.get_by_role("button", name="1 more").tap()
    rows = page.locator("h2 + ul a")
    expect(rows).to_have_count(3)
    mine, theirs, over = rows.all_inner_texts()
    assert "Against Tiro" in mine
    assert "your turn" in mine
    assert "Round 3 of 16" in mine
    assert "Against Bob" in theirs
    assert "your turn" not in theirs
    assert re.search(r"Ann, Cleo.*Place [12] of 2", over, re.DOTALL)
    finished = next(table for table in ann.get("/tables")["tables"] if table["places"])
    assert str(finished["totals"][0]) in over
    expect(rows.first.locator("svg")).to_have_count(1)
    expect(page.get_by_role("link", name="Your personal best: 52 points")).to_be_visible()


def test_a_list_known_from_before_is_there_at_once(visit: Visit, ann: Guest) -> None:
    visitor = visit(PHONE)
    visitor.become(ann)
    visitor.open().locator("h2 + ul a").first.wait_for()
    visitor.page.route(re.compile("/api/tables$"), lambda route: None)
    visitor.page.reload()
    expect(visitor.page.locator("h2 + ul a")).to_have_count(2)


def test_the_replay_page_offers_the_own_games_first_and_the_text_box_last(visit: Visit, ann: Guest) -> None:
    visitor = visit(PHONE)
    visitor.become(ann)
    page = visitor.open("/replay")
    row = page.locator("ul a")
    expect(row).to_have_count(1)
    headings = page.get_by_role("heading", level=2).all_inner_texts()
    assert headings == ["My finished games", "Watch a game in progress", "Replay a game record"]
    row.tap()
    expect(page).to_have_url(re.compile("/replay/[a-z0-9]+$"))


def test_a_landscape_that_was_deleted_comes_back_with_all_its_gestures(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/score")
    for zone, key in (("a7nw", "f"), ("a7ne", "F"), ("a7sw", "w"), ("a7ne", "1")):
        page.locator(f"[data-zone={zone}]").focus()
        page.keyboard.press(key)
    points = page.locator("aside").get_by_text("2", exact=True).first
    expect(points).to_be_visible()
    painted = page.url
    page.get_by_role("button", name=say("en", "Delete this landscape")).click()
    expect(page.get_by_text("The landscape was deleted.")).to_be_visible()
    expect(page).not_to_have_url(painted)
    page.keyboard.press("Enter")  # the way back has the focus
    expect(page).to_have_url(painted)
    expect(page.get_by_text("The landscape was deleted.")).to_have_count(0)
    for _ in range(4):
        page.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(re.compile("/score$"))


def test_the_deck_editor_takes_as_many_cards_as_the_server(visit: Visit, server: Serving) -> None:
    most = server.guest().get("/study/deck")["most"]
    page = open_page(visit(), server, "copied deck")
    field = page.get_by_label(f"Number of cards, 16 to {most}")
    field.fill("99")
    field.press("Enter")
    expect(field).to_have_value(str(most))
    expect(page.get_by_role("button", name=re.compile("^Card "))).to_have_count(most)
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("language", ["de", "cs"])
def test_no_word_is_broken_on_a_narrow_phone(visit: Visit, server: Serving, language: str) -> None:
    broken = {}
    for name in ("start with tables", "invited", "score", "copied deck"):
        page = open_page(visit(NARROW, language=language), server, name)
        broken[name] = look(page, "brokenWords()")
    assert broken == {key: [] for key in broken}
