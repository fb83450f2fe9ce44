"""What holds for every page: accessible, in each language, at each size, without a complaint."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from serving import Serving
from web.conftest import ROOT, Visit
from web.pages import OPENED, PAGES
from web.visitor import DESKTOP, PHONE, SCREENS, Visitor
from web.words import GAP, catalogue, pattern

from limes.locale import LANGUAGES

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Words that stand in English sentences and in none of the other three languages.
ENGLISH = frozenset("the your and of with this are for you not".split())
TARGET = 44

VISIBLE_TEXTS = """() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!element.closest('script, style, noscript, [data-user]')) texts.push(walker.currentNode.textContent.trim());
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name).trim());
  return [document.title, ...texts].filter(Boolean);
}"""

# Text that does not fit: cut by its own box or by an ancestor that hides what flows over, or beyond the window.
CUT_OFF = """() => {
  const cut = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode, element = text.parentElement;
    if (!text.textContent.trim() || element.closest('script, style, noscript, svg, option')) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    let outer = element, hidden = false, scrolled = false;
    for (; outer && outer !== document.documentElement; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      if (style.clipPath !== 'none') { hidden = true; break; }
      if (/auto|scroll/.test(style.overflowX)) scrolled = true;
      const clips = /hidden|clip/.test(style.overflowX);
      const around = outer.getBoundingClientRect();
      if (clips && !scrolled && (box.right > around.right + 1 || box.left < around.left - 1))
        cut.push(`${text.textContent.trim()} (in ${outer.className || outer.tagName})`);
    }
    if (!hidden && !scrolled && (box.right > innerWidth + 1 || box.left < -1)) cut.push(text.textContent.trim());
    const button = element.closest('button, .button, a');
    if (button && !hidden) {
      const around = button.getBoundingClientRect();
      if (box.right > around.right + 1 || box.left < around.left - 1 || box.bottom > around.bottom + 2)
        cut.push(`${text.textContent.trim()} (over its button)`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) cut.push(`the page is ${document.documentElement.scrollWidth} wide`);
  return cut;
}"""

# Buttons and links that a finger can hardly hit; links inside a sentence are as high as its lines.
SMALL = """least => [...document.querySelectorAll('button, a[href], select, input, summary')].filter(element => {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  const hit = element.matches('input[type=checkbox], input[type=radio]') ? element.closest('label') ?? element : element;
  if (element.matches('a') && element.closest('p, li, dd') && getComputedStyle(element).display === 'inline') return false;
  const box = hit.getBoundingClientRect();
  return box.height < least - 0.5 || box.width < least - 0.5;
}).map(element => {
  const box = element.getBoundingClientRect();
  return `${Math.round(box.width)} x ${Math.round(box.height)}: ${element.outerHTML.slice(0, 120)}`;
})"""


def opened(visitor: Visitor, server: Serving, page: str) -> Page:
    visitor.remember("settings", {"name": "Ann"})
    visitor.open(PAGES[page](visitor, server))
    visitor.page.locator(OPENED).first.wait_for()
    return visitor.page


def sized(visitor: Visitor) -> Iterator[str]:
    """The same page at each width, from the one that it was opened with."""
    for screen in SCREENS:
        visitor.page.set_viewport_size({"width": screen.width, "height": screen.height})
        yield screen.name


@pytest.fixture(scope="session")
def axe(client: None) -> str:
    if not AXE.exists():
        raise RuntimeError("axe-core is needed for these tests: `python scripts/npm.py ci` installs it")
    return Path(AXE).read_text(encoding="utf-8")


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_no_violation(visit: Visit, server: Serving, axe: str, page: str, dark: bool) -> None:
    visitor = visit(DESKTOP, dark=dark)
    shown = opened(visitor, server, page)
    shown.evaluate(axe)
    assert violations(shown) == []
    shown.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    assert violations(shown) == []


def violations(page: Page) -> list[str]:
    found: dict[str, Any] = page.evaluate("axe.run(document, { resultTypes: ['violations'], preload: false })")
    return [
        f"{each['id']}: {each['help']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_the_page_speaks_the_language_and_every_text_fits(
    visit: Visit, server: Serving, page: str, language: str
) -> None:
    visitor = visit(PHONE, language=language)
    shown = opened(visitor, server, page)
    assert shown.locator("html").get_attribute("lang") == language
    shown.get_by_role("button", name=settings_in(language)).tap()
    texts = shown.evaluate(VISIBLE_TEXTS)
    assert [text for text in texts if GAP.search(text)] == []
    if language != "en":
        assert [text for text in texts if in_english(text, language)] == []
    assert {name: shown.evaluate(CUT_OFF) for name in sized(visitor)} == {each.name: [] for each in SCREENS}


@pytest.mark.parametrize("page", PAGES)
def test_a_finger_hits_everything(visit: Visit, server: Serving, page: str) -> None:
    shown = opened(visit(PHONE), server, page)
    assert shown.evaluate(SMALL, TARGET) == []


def settings_in(language: str) -> str:
    from web.words import say

    return say(language, "Settings")


def in_english(text: str, language: str) -> bool:
    """An English sentence of the catalogue that has a translation, or words that only English has."""
    if ENGLISH & set(text.lower().replace(",", " ").replace(".", " ").split()):
        return True
    return any(
        one != other and pattern(one).match(text) and not pattern(other).match(text) for one, other in sentences(language)
    )


def sentences(language: str) -> Iterator[tuple[str, str]]:
    for message in catalogue(language):
        if isinstance(message.id, str) and isinstance(message.string, str) and " " in message.id:
            yield message.id, message.string
