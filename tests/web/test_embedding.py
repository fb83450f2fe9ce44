"""A frame on a page of another origin shows what its address holds; nothing else of ours can be framed."""

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Frame, FrameLocator, Page, expect
from serving import Serving
from web.conftest import Visit
from web.pages import FINISHED, PAINTED, open_page, packed
from web.visitor import PHONE

from limes.puzzles import load_puzzles

REFUSED = re.compile(r"frame-ancestors|ERR_BLOCKED_BY_RESPONSE|refused to connect|status of 40[34]")
ERROR = "chrome-error://chromewebdata/"  # what Chromium shows instead
STUDY = """Study: Farms

{Where the field begins}
1. 17 d4N+ne "by the road" (3 d4E "a lake") (17 d4S)
2. 3 d5E {closed} (8 e4N)
"""


class Elsewhere:
    """Somebody else's page, on another port, which is another origin."""

    def __init__(self) -> None:
        self.html = ""
        page = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = page.html.encode() if self.path == "/" else b""
                self.send_response(200 if body else 404)
                self.send_header("content-type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://localhost:{self.server.server_port}/"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def show(self, page: Page, html: str) -> FrameLocator:
        self.html = f"<!doctype html><title>Blog</title><link rel=icon href=data:,><h1>Blog</h1>{html}"
        page.goto(self.url)
        return page.frame_locator("iframe")


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Elsewhere]:
    running = Elsewhere()
    yield running
    running.server.shutdown()
    running.server.server_close()


def framed(address: str) -> str:
    return f'<iframe src="{address}" width="400" height="600"></iframe>'


def frame_of(page: Page) -> Frame:
    return page.frames[1]


def test_the_snippet_of_a_game_shows_it_on_another_origin(
    visit: Visit, server: Serving, elsewhere: Elsewhere
) -> None:
    owner = visit()
    page = open_page(owner, server, "end")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Share", exact=True).click()
    snippet = page.get_by_label("HTML to embed it").input_value()
    assert snippet.startswith(f'<iframe src="{server.url}/embed#record=')
    reader = visit(app=True)
    frame = elsewhere.show(reader.page, snippet)
    expect(frame.get_by_role("heading", name="Ann, Tiro")).to_be_visible()
    expect(frame.get_by_text("Round 16 of 16")).to_be_visible()
    frame.get_by_role("button", name="Go to the beginning").click()
    expect(frame.get_by_text("Before the first card")).to_be_visible()
    frame.get_by_role("button", name="Next round").click()
    frame.get_by_role("button", name="Tiro").click()
    expect(frame.get_by_text("Round 1 of 16")).to_be_visible()
    link = frame.get_by_role("link", name="Open in Limes")
    assert [link.get_attribute(name) for name in ("target", "rel")] == ["_blank", "noopener"]
    assert reader.context.cookies() == []
    with reader.context.expect_page() as opened:
        link.click()
    expect(opened.value.get_by_role("heading", name="Replay")).to_be_visible()


def test_landscapes_puzzles_and_studies_are_shown_too(
    visit: Visit, server: Serving, elsewhere: Elsewhere
) -> None:
    reader = visit(PHONE, dark=True, app=True)
    page = reader.page
    frame = elsewhere.show(page, framed(f"{server.url}/embed#picture={PAINTED}"))
    expect(frame.get_by_role("gridcell").first).to_be_visible()
    expect(frame.get_by_text(re.compile(r"^\d+ points$"))).to_be_visible()
    paper = frame_of(page).evaluate("getComputedStyle(document.body).backgroundColor")
    assert sum(map(int, re.findall(r"\d+", paper)[:3])) < 200, "it is night"

    puzzle = load_puzzles()[0]
    frame = elsewhere.show(page, framed(f"{server.url}/embed#puzzle={puzzle.id}"))
    expect(frame.get_by_role("heading", name="One turn is clearly the best. Which one?")).to_be_visible()
    assert frame.get_by_role("link", name="Solve it").get_attribute("href") == f"/puzzle/{puzzle.id}"

    study = packed(STUDY)
    frame = elsewhere.show(page, framed(f"{server.url}/embed#study={study}&amp;round=1"))
    expect(frame.get_by_role("heading", name="Farms")).to_be_visible()
    expect(frame.get_by_text("by the road")).to_be_visible()
    expect(frame.get_by_text("Also tried: 3 d4E “a lake”")).to_be_visible()
    frame.get_by_role("button", name="Next round").click()
    expect(frame.get_by_text("closed")).to_be_visible()
    expect(frame.get_by_text("Also tried: 8 e4N")).to_be_visible()

    frame = elsewhere.show(page, framed(f"{server.url}/embed#record=nonsense"))
    expect(frame.get_by_role("alert")).to_be_visible()
    assert reader.context.cookies() == []


def test_no_other_page_can_be_framed(visit: Visit, server: Serving, elsewhere: Elsewhere) -> None:
    reader = visit()
    reader.tolerated.append(REFUSED)
    for path in (FINISHED(server).path, "/", "/embedded", "/embed/more"):
        with reader.page.expect_event(
            "console", lambda said: "frame-ancestors" in said.text or "Framing" in said.text
        ):
            elsewhere.show(reader.page, framed(server.url + path))
        frame_of(reader.page).wait_for_url(ERROR, wait_until="commit")


def test_the_longest_names_fit_into_a_narrow_frame(visit: Visit) -> None:
    page = visit().page
    page.set_viewport_size({"width": 320, "height": 640})
    record = f"Players: {'W' * 40} | {'M' * 40}\n\n1. 17 d4N d4E\n"
    page.goto(f"/embed#record={packed(record)}")
    expect(page.get_by_role("button", name="W" * 40)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_what_frames_show_fits_at_any_width_and_leaves_nothing_behind(visit: Visit) -> None:
    visitor = visit(app=True)
    page = visitor.open(f"/embed#picture={PAINTED}")
    page.get_by_role("gridcell").first.wait_for()
    for width in (200, 360, 2000):
        page.set_viewport_size({"width": width, "height": 480})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert visitor.context.cookies() == []
    assert page.evaluate("Object.keys(localStorage)") == []
    assert page.evaluate("navigator.serviceWorker.getRegistrations()") == []
