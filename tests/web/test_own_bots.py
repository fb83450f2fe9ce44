"""A bot that the operator has added stands on the start page, and one plays against it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from serving import serving
from web.visitor import PHONE, Visitor

from limes.bots import BOTS, own

FIRST = """
class Cautious:
    def choose(self, view):
        return next(view.landscape.turns(view.card)).turn
"""


def test_people_play_against_a_bot_of_this_server(
    client: None, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for known in (BOTS, own._ADMITTED):
        monkeypatch.setitem(known, "cautious", None)  # both are as before when the test is over
        monkeypatch.delitem(known, "cautious")
    (tmp_path / "my_bots.py").write_text(FIRST)
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with serving(database, bots=[f"{tmp_path / 'my_bots.py'}:Cautious"]) as server:
        visitor = Visitor(browser, server.url, PHONE)
        page = visitor.open()
        button = page.get_by_role("group", name="Only on this server:").get_by_role("button", name="cautious")
        box = button.bounding_box()
        assert box
        assert box["height"] >= 44
        button.click()
        expect(page.get_by_text("cautious (bot)").first).to_be_visible()
        visitor.close()
