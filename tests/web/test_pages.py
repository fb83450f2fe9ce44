"""What holds for every page: accessible, in each language, at each size, without a complaint."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from serving import Serving
from web.conftest import Visit
from web.pages import PAGES, open_page
from web.visitor import DESKTOP, PHONE, SCREENS, Visitor
from web.words import GAP, catalogue, pattern

from limes.locale import LANGUAGES

# Words that stand in English sentences and in none of the other three languages.
ENGLISH = frozenset(["the", "your", "and", "of", "with", "this", "are", "for", "you", "not"])
WORDS = re.compile(r"[a-z]{3,} .*[a-z]{3,}")
TARGET = 44
# The page has drawn what it was last asked for, in its own letters, and nothing is on its way from one colour
# or place to another; what goes on for ever may go on.
STILL = """(async () => {
  const frames = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  const ends = each => each.playState === 'running' && each.effect.getTiming().iterations !== Infinity;
  const moving = () => document.getAnimations().filter(ends);
  await frames();
  await document.fonts.ready;
  await frames();
  while (moving().length) {
    await Promise.allSettled(moving().map(each => each.finished));
    await frames();
  }
})()"""
LOOKING = (Path(__file__).parent / "looking.js").read_text(encoding="utf-8")


def look(page: Page, question: str) -> list[str]:
    """Ask one of the questions of looking.js."""
    found: list[str] = page.evaluate(f"(() => {{ const looking = {LOOKING}\nreturn looking.{question}; }})()")
    return found


def sized(visitor: Visitor) -> Iterator[str]:
    """The same page at each width, from the one that it was opened with."""
    for screen in SCREENS:
        visitor.page.set_viewport_size({"width": screen.width, "height": screen.height})
        visitor.page.evaluate(STILL)
        yield screen.name


@pytest.mark.parametrize("page", PAGES)
def test_a_finger_hits_everything_and_axe_finds_no_violation(
    visit: Visit, server: Serving, axe: str, page: str
) -> None:
    """In German, which has the longest words; what holds for each language is looked at in the same visit."""
    visitor = visit(PHONE, language="de")
    shown = open_page(visitor, server, page)
    assert look(shown, "covered()") == []
    shown.evaluate(axe)
    assert violations(shown) == []
    shown.emulate_media(color_scheme="dark")
    assert violations(shown, "color-contrast") == []
    shown.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})
    assert violations(shown) == []
    shown.set_viewport_size({"width": PHONE.height, "height": PHONE.width})
    shown.evaluate(STILL)
    assert look(shown, "emptiness()") == []
    shown.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    speaks_and_fits(visitor)


def test_night_falls_at_once_where_less_motion_is_wished_for(visit: Visit, server: Serving) -> None:
    shown = open_page(visit(), server, "start with tables")
    shown.evaluate("changes = 0; addEventListener('transitionrun', () => { changes += 1; })")
    shown.emulate_media(color_scheme="dark")
    shown.evaluate(STILL)
    assert shown.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert shown.evaluate("changes") == 0


def violations(page: Page, *rules: str) -> list[str]:
    """What axe finds, with all its rules or with these, when nothing changes its colour any more."""
    page.evaluate(STILL)
    found: dict[str, Any] = page.evaluate(
        "more => axe.run(document, { resultTypes: ['violations'], preload: false, ...more })",
        {"runOnly": list(rules)} if rules else {},
    )
    return [
        f"{each['id']}: {each['help']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


def spoken() -> Iterator[object]:
    """Every page in French or Czech by turns, besides German; in all languages where there is time."""
    for number, page in enumerate(PAGES):
        often = ("fr", "cs")[number % 2]
        for language in LANGUAGES:
            marks = [] if language == often else [pytest.mark.long]
            yield pytest.param(page, language, marks=marks, id=f"{page}-{language}")


@pytest.mark.parametrize(("page", "language"), list(spoken()))
def test_the_page_speaks_the_language_and_every_text_fits(
    visit: Visit, server: Serving, page: str, language: str
) -> None:
    visitor = visit(PHONE, language=language)
    open_page(visitor, server, page)
    speaks_and_fits(visitor)


def speaks_and_fits(visitor: Visitor) -> None:
    """The page that is shown on a phone; afterwards it is as wide as the widest screen."""
    shown, language = visitor.page, visitor.language
    assert shown.locator("html").get_attribute("lang") == language
    texts = look(shown, "texts()")
    assert [text for text in texts if GAP.search(text)] == []
    if language != "en":
        assert [text for text in texts if in_english(text, language)] == []
    assert too_small(shown) == []
    assert {name: look(shown, "cutOff()") for name in sized(visitor)} == {each.name: [] for each in SCREENS}


def too_small(page: Page) -> list[str]:
    """What a finger can hardly hit."""
    page.evaluate(STILL)
    return look(page, f"small({TARGET})")


def in_english(text: str, language: str) -> bool:
    """An English sentence of the catalogue that has a translation, or words that only English has."""
    if ENGLISH & set(re.findall(r"\w+", text.lower())):
        return True
    return any(one.match(text) and not other.match(text) for one, other in sentences(language))


@cache
def sentences(language: str) -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    """What matches a sentence in English, and in this language where that is another one."""
    return [
        (pattern(message.id), pattern(message.string))
        for message in catalogue(language)
        if isinstance(message.id, str)
        and isinstance(message.string, str)
        and message.id != message.string
        and WORDS.search(GAP.sub("", message.id))
    ]
