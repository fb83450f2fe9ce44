"""What goes wrong in the page itself is said; what an update took away comes by loading it anew."""

import re

from playwright.sync_api import Request, Route, expect
from serving import Serving
from web.conftest import Visit
from web.playing import seated

from limes.rules import Turn

DRAFT = Turn.parse("d4E+sw")
PARTS = re.compile(r"/assets/Page-.*\.js")
MISSING = re.compile("404|dynamically imported")
WENT_WRONG = "Something went wrong on this page."
BREAK = "crypto.getRandomValues = () => { throw new Error('out of order') }; null"
REJECT = "void Promise.reject(new Error('out of order'))"


def test_an_error_while_laying_is_said_and_the_draft_stays(visit: Visit, server: Serving) -> None:
    visitor = visit()
    visitor.tolerated.append(re.compile("out of order"))
    player, _table = seated(visitor, server)
    player.draft(DRAFT)
    player.page.evaluate(BREAK)
    player.confirm()
    said = player.page.get_by_role("alert").filter(has_text=WENT_WRONG)
    expect(said).to_be_visible()
    said.get_by_role("button", name="Close").click()
    expect(said).to_have_count(0)
    player.page.evaluate(REJECT)
    said.get_by_role("button", name="Load again").click()
    player.confirm()
    player.wait_for_round(2)


def test_a_part_that_an_update_took_away_loads_the_page_anew(visit: Visit) -> None:
    visitor = visit()
    visitor.tolerated.append(MISSING)
    page = visitor.open()
    page.route(PARTS, gone, times=1)
    page.get_by_role("link", name="How to play").first.click()
    page.wait_for_url("**/rules")
    expect(page.get_by_role("navigation", name="Chapters")).to_be_visible()


def test_a_part_that_stays_away_does_not_load_the_page_for_ever(visit: Visit) -> None:
    visitor = visit()
    visitor.tolerated.append(MISSING)
    page = visitor.open()
    page.route(PARTS, gone)
    loads: list[str] = []

    def asked(request: Request) -> None:
        if request.is_navigation_request():
            loads.append(request.url)

    page.on("request", asked)
    page.get_by_role("link", name="How to play").first.click()
    expect(page.get_by_role("heading", name="The server is not responding")).to_be_visible()
    assert len(loads) == 1


def gone(route: Route) -> None:
    route.fulfill(status=404, body="")
