"""Reloads, lost connections and a server that dies: drafts survive, a confirmed turn arrives exactly once."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from postgres import free_port
from serving import Guest, Serving, serving
from web.conftest import Visit
from web.pages import open_page
from web.playing import Player, seated
from web.tables import turns_in_the_log
from web.visitor import OFFLINE, Visitor

from limes.rules import Landscape, Turn

sys.path.append(str(Path(__file__).parents[2] / "bench"))

from server_processes import Serve

DRAFT = Turn.parse("d4E+sw")
KEPT = re.compile(r"^No connection\.")
# What the browser says when the line is cut while the page is connecting again.
CUT_EARLY = re.compile("WebSocket is closed before the connection is established")


def test_a_draft_survives_a_reload(visit: Visit, server: Serving) -> None:
    player, table = seated(visit(), server)
    player.draft(DRAFT)
    player.page.reload()
    player.confirm()
    player.wait_for_round(2)
    assert turns_in_the_log(server, table, 1) == [str(DRAFT)]


def test_who_comes_back_while_others_think_sees_the_points_of_the_turn_laid(
    visit: Visit, server: Serving
) -> None:
    visitor = visit()
    page = open_page(visitor, server, "waiting")
    seen = visitor.guest(server).get(f"/tables/{Player(visitor).table}")
    before = Landscape.parse(seen["seats"][0]["landscape"])
    after = before.play(seen["running"]["card"], Turn.parse(seen["yours"][0]["laid"]))
    expect(page.get_by_test_id("total")).to_have_text(str(after.total))
    points = page.locator("aside li .points").all_inner_texts()
    assert len(points) == len(after.workers)
    assert sum(int(each) for each in points if each != "–") == after.total


def test_a_draft_survives_a_lost_connection_and_a_reload_without_one(visit: Visit, server: Serving) -> None:
    visitor = visit(app=True)
    visitor.tolerated.append(OFFLINE)
    player, table = seated(visitor, server)
    until_kept_for_offline(player.page)
    player.draft(DRAFT)
    visitor.context.set_offline(True)
    player.page.reload()
    expect(player.page.get_by_role("heading", name="The server is not responding")).to_be_visible()
    visitor.context.set_offline(False)
    player.confirm()
    player.wait_for_round(2)
    assert turns_in_the_log(server, table, 1) == [str(DRAFT)]


@pytest.mark.parametrize("reload", [False, True], ids=["waiting", "reloaded"])
def test_a_turn_confirmed_without_a_connection_arrives_once(
    visit: Visit, server: Serving, reload: bool
) -> None:
    visitor = visit(app=True)
    visitor.tolerated.append(OFFLINE)
    line = Line(visitor)
    player, table = seated(visitor, server)
    until_kept_for_offline(player.page)
    visitor.context.set_offline(True)
    line.cut()
    player.lay(DRAFT)
    expect(player.page.get_by_text(KEPT)).to_be_visible()
    assert turns_in_the_log(server, table, 1) == []
    if reload:
        player.page.reload()
        expect(player.page.get_by_role("heading", name="The server is not responding")).to_be_visible()
    visitor.context.set_offline(False)
    player.wait_for_round(2)
    assert turns_in_the_log(server, table, 1) == [str(DRAFT)]
    assert kept_in_the_outbox(player.page) == []


def test_a_turn_whose_acknowledgement_was_lost_is_sent_again_and_laid_once(
    visit: Visit, server: Serving
) -> None:
    visitor = visit()
    line = Line(visitor)
    player, table = seated(visitor, server)
    line.deaf = True
    player.lay(DRAFT)
    line.until_sent("turn")
    expect(player.page.get_by_role("status").get_by_text("ending your turn")).to_be_visible()
    expect(player.page.get_by_text("waiting for")).to_have_count(0)
    line.deaf = False
    line.cut()
    player.wait_for_round(2)
    assert len([text for text in line.sent if '"turn"' in text]) >= 2
    assert turns_in_the_log(server, table, 1) == [str(DRAFT)]


def test_a_turn_over_a_dead_connection_is_said_to_be_kept_and_arrives_once(
    visit: Visit, server: Serving
) -> None:
    visitor = visit()
    line = Line(visitor)
    player, table = seated(visitor, server)
    line.dead = True
    player.lay(DRAFT)
    expect(player.page.get_by_text(KEPT)).to_have_text(re.compile("Your turn is saved and will be sent"))
    expect(player.page.get_by_text("no connection", exact=True)).to_be_visible()
    line.dead = False
    line.cut()
    player.wait_for_round(2)
    assert turns_in_the_log(server, table, 1) == [str(DRAFT)]


@pytest.mark.parametrize("event", ["online", "offline", "visibilitychange"])
def test_a_connection_that_died_unnoticed_is_asked_for_an_answer(
    visit: Visit, server: Serving, event: str
) -> None:
    visitor = visit()
    line = Line(visitor)
    player, _table = seated(visitor, server)
    line.sent.clear()
    player.page.evaluate(f"dispatchEvent(new Event('{event}'))")
    line.until_sent("ping")


def test_a_device_with_a_wrong_clock_shows_the_right_time_left(visit: Visit, server: Serving) -> None:
    visitor = visit()
    visitor.context.add_init_script("const right = Date.now; Date.now = () => right() + 3_600_000")
    player, _table = seated(visitor, server, seconds=3000)
    expect(player.page.get_by_role("timer")).to_have_text(re.compile(r"^(50:00|49:\d\d)$"))


def test_a_turn_that_another_device_was_quicker_with_is_refused_in_a_sentence(
    visit: Visit, server: Serving
) -> None:
    visitor = visit()
    line = Line(visitor)
    ann, bob = server.guest(), server.guest()
    made = ann.make("Ann", "-")
    table = made["table"]
    bob.post(f"/tables/{table}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    visitor.become(ann)
    visitor.open(f"/t/{table}")
    player = Player(visitor)
    player.wait_for_round(1)
    line.deaf = True
    ann.lay(table, 0, 1, "d4N")
    line.until_missed("turn")
    line.deaf = False
    player.lay(DRAFT)
    expect(player.page.get_by_text("you have already played another turn in round 1")).to_be_visible()
    expect(player.page.get_by_text("Waiting for Bob.")).to_be_visible()
    assert turns_in_the_log(server, table, 1) == ["d4N"]


@pytest.fixture
def process(client: None, tmp_path: Path) -> Iterator[Serve]:
    """`limes serve` itself, which a test may kill."""
    running = Serve(f"sqlite:///{tmp_path / 'tables.sqlite'}", free_port())
    running.wait_until_ready()
    yield running
    running.kill()


def test_a_game_goes_on_when_the_server_was_killed_and_started_again(visit: Visit, process: Serve) -> None:
    visitor = visit(url=process.url)
    visitor.tolerated.append(OFFLINE)
    guest = Guest(process.url)
    table = guest.make("Ann")["table"]
    visitor.become(guest)
    visitor.open(f"/t/{table}")
    player = Player(visitor)
    player.wait_for_round(1)
    player.draft(DRAFT)
    process.kill()
    expect(player.page.get_by_text(KEPT)).to_have_text("No connection. Your draft is saved; reconnecting…")
    player.confirm()
    expect(player.page.get_by_text(KEPT)).to_have_text(re.compile("Your turn is saved"))
    process.start()
    process.wait_until_ready()
    player.wait_for_round(2)
    player.lay_something(2)
    player.wait_for_round(3)
    assert guest.get(f"/tables/{table}")["rounds"][0]["turns"] == [str(DRAFT)]
    guest.http.close()


def test_without_the_server_the_first_page_opens_and_says_so(visit: Visit) -> None:
    visitor = visit(app=True)
    visitor.tolerated.append(OFFLINE)
    page = visitor.open()
    until_kept_for_offline(page)
    visitor.context.set_offline(True)
    page.reload()
    page.get_by_role("button", name="Play", exact=True).first.click()
    expect(page.get_by_role("alert").first).to_have_text(
        "The server is not responding. Try again in a moment."
    )


def test_a_first_visit_is_not_too_many_requests(client: None, browser: Browser, tmp_path: Path) -> None:
    """With the limits that a server has by default: the page, its parts, and all that is kept for later."""
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", rate_factor=1.0) as server:
        visitor = Visitor(browser, server.url, app=True)
        refused: list[str] = []
        visitor.context.on(
            "response", lambda answer: refused.append(answer.url) if answer.status == 429 else None
        )
        until_kept_for_offline(visitor.open("/day"))
        assert refused == []
        visitor.close()


class Line:
    """The wire between a page and the server: it can be cut, die unnoticed, or make the page deaf."""

    def __init__(self, visitor: Visitor) -> None:
        self.sent: list[str] = []
        self.missed: list[str] = []
        self.deaf = False
        self.dead = False
        self._page = visitor.page
        visitor.tolerated.append(CUT_EARLY)
        self._routes: list[WebSocketRoute] = []
        visitor.page.route_web_socket(re.compile("/socket"), self._connected)

    def cut(self) -> None:
        for route in self._routes:
            route.close(code=1012)
        self._routes.clear()

    def until_sent(self, kind: str) -> None:
        self._until(self.sent, kind)

    def until_missed(self, kind: str) -> None:
        self._until(self.missed, kind)

    def _until(self, messages: list[str], kind: str) -> None:
        while not any(f'"{kind}"' in text for text in messages):
            self._page.wait_for_timeout(10)

    def _connected(self, route: WebSocketRoute) -> None:
        self._routes.append(route)
        server = route.connect_to_server()

        def from_page(message: str | bytes) -> None:
            self.sent.append(str(message))
            if not self.dead:
                server.send(message)

        def from_server(message: str | bytes) -> None:
            if self.deaf or self.dead:
                self.missed.append(str(message))
            else:
                route.send(message)

        route.on_message(from_page)
        server.on_message(from_server)


def until_kept_for_offline(page: Page) -> None:
    """The service worker holds the client and answers for this page."""
    page.evaluate("navigator.serviceWorker.ready")
    page.evaluate(
        "navigator.serviceWorker.controller ? null : "
        "new Promise(done => navigator.serviceWorker.addEventListener('controllerchange', () => done()))"
    )


def kept_in_the_outbox(page: Page) -> list[str]:
    names = page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('limes.outbox'))")
    assert isinstance(names, list)
    return [json.dumps(name) for name in names]
