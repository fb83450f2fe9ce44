"""Puzzles at the page: by touch, with nothing but keys, and while the server is away."""

import re

from playwright.sync_api import Page, expect
from web.conftest import Visit
from web.playing import Player
from web.test_alone import until_python_is_kept
from web.test_hint import FITS
from web.test_keyboard import tab_to_landscape, walk_to
from web.test_lost import until_kept_for_offline
from web.visitor import OFFLINE, PHONE

from limes.puzzles import Puzzle, find_puzzle, load_puzzles
from limes.rules import Place, Turn
from limes.rules.geometry import FACINGS

SHOWN = re.compile(r"/puzzle/(?:[a-z-]+/)?([0-9a-f]{6})$")


def shown_puzzle(page: Page) -> Puzzle:
    page.wait_for_url(SHOWN)
    page.locator("[data-testid=landscape] [role=gridcell]").first.wait_for()
    found = SHOWN.search(page.url)
    assert found
    return find_puzzle(found[1])


def unlisted_places(puzzle: Puzzle) -> list[str]:
    """Where the card alone, however it faces, is a turn that the page does not list after the likely one."""
    places = sorted({each.turn.cell for each in puzzle.landscape.turns(puzzle.card)} - {puzzle.likely.cell})
    return [cell for cell in places if all(puzzle.loss_of(Turn(cell, each)) is None for each in FACINGS)]


def test_puzzles_are_solved_by_touch_one_after_the_other(visit: Visit) -> None:
    visitor = visit(PHONE)
    player = Player(visitor)
    page = visitor.open("/")
    today = page.get_by_test_id("puzzle-today")
    expect(today).to_contain_text("Not tried yet.")
    today.tap()
    puzzle = shown_puzzle(page)
    assert not any(f'"{puzzle.best}"' in text for text in visitor.received)
    player.lay(puzzle.best)
    expect(page.get_by_role("heading", name="Right!")).to_be_visible()
    expect(page.get_by_text("Your rating:")).to_be_visible()

    page.get_by_test_id("next").tap()
    page.wait_for_url(lambda url: puzzle.id not in url)
    known = (puzzle, shown_puzzle(page))
    puzzle = next(each for each in load_puzzles() if each not in known and unlisted_places(each))
    visitor.open(f"/puzzle/{puzzle.id}")
    shown_puzzle(page)
    player.lay(puzzle.likely)
    expect(page.get_by_role("heading", name="There is a better turn.")).to_be_visible()
    own = page.get_by_role("button", name=re.compile("^Yours"))
    own.tap()
    expect(own).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("heading", name=re.compile("Your turn|The best turn")).first).to_be_visible()
    assert page.evaluate(FITS)
    sentence = page.get_by_test_id("reason").first
    sentence.tap()
    expect(sentence).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("try-another").tap()
    player.tap(f"{unlisted_places(puzzle)[0]}nw")
    page.get_by_test_id("why").tap()
    expect(page.get_by_role("button", name=re.compile(r"−\d"), pressed=True)).to_be_visible()

    page.get_by_role("link", name="All puzzles").tap()
    expect(page.get_by_text("of 2", exact=True)).to_be_visible()
    page.get_by_role("link", name=re.compile("A hut for the lake")).tap()
    assert "hut" in shown_puzzle(page).themes


def test_after_the_answer_a_card_is_rotated_by_touch_until_it_lies_as_before(visit: Visit) -> None:
    puzzle = next(each for each in load_puzzles() if len(ways_to_lie(each)) == len(FACINGS))
    visitor = visit(PHONE)
    player = Player(visitor)
    page = visitor.open(f"/puzzle/{puzzle.id}")
    shown_puzzle(page)
    player.lay(puzzle.best)
    best = page.get_by_role("button", name=re.compile("^Best turn|^Yours"), pressed=True)
    expect(best).to_be_visible()
    spoken = page.get_by_role("status").last
    before = spoken.inner_text()
    for _ in FACINGS:
        rotate = page.get_by_role("button", name="Rotate").or_(page.get_by_test_id("turn-knob"))
        rotate.tap()
    assert spoken.inner_text() == before


def ways_to_lie(puzzle: Puzzle) -> set[str]:
    """How the card can lie where the best turn lays it."""
    turns = [each.turn for each in puzzle.landscape.turns(puzzle.card)]
    return {turn.facing for turn in turns if turn.cell == puzzle.best.cell}


def test_puzzles_go_on_while_the_server_is_away_and_count_later(visit: Visit) -> None:
    puzzle = load_puzzles()[0]
    visitor = visit(PHONE, app=True)
    player = Player(visitor)
    page = visitor.open("/alone")
    until_kept_for_offline(page)
    until_python_is_kept(page)
    visitor.open(f"/puzzle/{puzzle.id}")
    shown_puzzle(page)
    visitor.tolerated.append(OFFLINE)
    visitor.context.set_offline(True)
    player.lay(puzzle.best)
    expect(page.get_by_role("heading", name="Right!")).to_be_visible()
    page.get_by_test_id("next").tap()
    page.wait_for_url(lambda url: puzzle.id not in url)
    player.lay(shown_puzzle(page).likely)
    expect(page.get_by_role("heading", name="There is a better turn.")).to_be_visible()
    expect(page.get_by_test_id("reason").first).to_be_visible()
    visitor.context.set_offline(False)
    page.get_by_role("link", name="All puzzles").tap()
    expect(page.get_by_text("of 2", exact=True)).to_be_visible()


def test_a_puzzle_is_solved_with_nothing_but_keys(visit: Visit) -> None:
    puzzle = next(each for each in load_puzzles() if isinstance(each.best.action, Place))
    visitor = visit()
    page = visitor.open(f"/puzzle/{puzzle.id}")
    shown_puzzle(page)
    tab_to_landscape(page)
    walk_to(page, f"{puzzle.best.cell}nw")
    page.keyboard.press("Space")
    for _ in range(FACINGS.index(puzzle.best.facing)):
        page.keyboard.press("r")
    assert isinstance(puzzle.best.action, Place)
    walk_to(page, f"{puzzle.best.cell}{puzzle.best.action.quarter}")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Right!")).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: puzzle.id not in url)
    shown_puzzle(page)
