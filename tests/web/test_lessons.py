"""The lessons on playing well, as somebody walks through them."""

import re

from playwright.sync_api import expect
from web.conftest import Visit
from web.test_pages import in_english, look, too_small
from web.visitor import PHONE
from web.words import GAP, say

LESSONS = 8


def test_the_path_leads_through_the_lessons_and_remembers_them(visit: Visit) -> None:
    page = visit(PHONE).open("/learn")
    page.get_by_role("link", name="Forests that grow borders").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Forests that grow borders")
    page.get_by_role("button", name="Show the solution").tap()
    expect(page.get_by_text("The forest grew, and so did its borders.")).to_be_visible()
    expect(page.get_by_role("table")).to_contain_text(re.compile(r"−\d\.\d ± \d\.\d"))
    page.get_by_role("link", name="Lakes and huts").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lakes and huts")
    page.get_by_role("main").get_by_role("link", name="Learn").last.tap()
    expect(page.get_by_role("listitem").filter(has_text="Forests that grow borders")).to_contain_text("done")
    expect(page.get_by_role("listitem").filter(has_text="Lakes and huts")).not_to_contain_text("done")


def test_every_lesson_speaks_german_and_fits_a_phone(visit: Visit) -> None:
    page = visit(PHONE, language="de").open("/learn/forests")
    for number in range(1, LESSONS + 1):
        page.get_by_text(say("de", "Lesson {n} of {all}", n=number, all=LESSONS)).wait_for()
        texts = look(page, "texts()")
        assert [text for text in texts if GAP.search(text) or in_english(text, "de")] == []
        assert look(page, "cutOff()") == []
        assert too_small(page) == []
        page.locator(".turn a").last.tap()
    expect(page).to_have_url(re.compile("/learn$"))
    done = page.get_by_role("main").get_by_role("listitem").filter(has_text=say("de", "done"))
    expect(done).to_have_count(LESSONS)
