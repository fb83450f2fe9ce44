"""A game in a notebook's cell, in a real browser that runs no script."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from limes.draw import game_html
from limes.rules import parse_record

TWO = Path(__file__).parents[1] / "games" / "two.limes"


def test_one_step_is_seen_at_a_time_by_mouse_and_by_keys(browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_content(game_html(parse_record(TWO.read_text(encoding="utf-8"))))
    totals = page.locator("figcaption").first.locator(".step")
    assert [totals.nth(step).is_visible() for step in range(17)] == [False] * 16 + [True]
    page.locator("label").nth(5).click()
    expect(page.get_by_text("Red: 20", exact=True)).to_be_visible()
    assert sum(totals.nth(step).is_visible() for step in range(17)) == 1
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Round 4, card 24")).to_be_visible()
    expect(page.get_by_text("Round 5, card 1")).to_be_hidden()
    page.locator("label").last.click()
    expect(page.get_by_text("Round 2, card 3")).to_be_visible()
    context.close()
