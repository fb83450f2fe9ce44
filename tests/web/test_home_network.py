"""At a plain-http address that is not this machine's, browsers close a good deal: the client does without."""

from playwright.sync_api import expect
from serving import Serving
from web.conftest import Visit
from web.pages import open_page
from web.playing import Player, seated
from web.test_friends import set_up
from web.visitor import PHONE

SECURE_ONLY = (
    "[isSecureContext, 'serviceWorker' in navigator, 'clipboard' in navigator, 'share' in navigator]"
)
NEW_FIELD = """() => {
  const field = document.createElement('textarea');
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.focus();
}"""


def test_a_link_is_copied_where_the_clipboard_is_closed(visit: Visit, home: str) -> None:
    host = Player(visit(url=home))
    link = set_up(host, "Ann")
    assert link.startswith(f"{home}/t/")
    assert copied(host) == link


def test_a_link_in_a_dialog_is_copied_too(visit: Visit, server: Serving, home: str) -> None:
    player, table = seated(visit(url=home), server)
    player.press_button("This table")
    assert copied(player) == f"{home}/t/{table}"


def test_what_browsers_forbid_there_is_absent(visit: Visit, home: str) -> None:
    visitor = visit(PHONE, url=home, app=True)
    host = Player(visitor)
    set_up(host, "Ann")
    assert host.page.evaluate(SECURE_ONLY) == [False] * 4
    expect(host.page.get_by_role("button", name="Copy the link")).to_be_visible()
    expect(host.page.get_by_role("button", name="Share", exact=True)).to_have_count(0)


def test_the_order_of_the_cards_is_checked_there_too(visit: Visit, server: Serving, home: str) -> None:
    page = open_page(visit(url=home), server, "end")
    page.keyboard.press("Escape")
    expect(page.get_by_text("The order of the cards matches the server's promise")).to_be_visible()


def copied(player: Player) -> str:
    """What somebody pastes who has pressed the button."""
    player.press_button("Copy the link")
    expect(player.page.get_by_role("button", name="Copied")).to_be_visible()
    player.page.evaluate(NEW_FIELD)
    player.page.keyboard.press("Control+V")
    return player.page.locator("textarea").last.input_value()
