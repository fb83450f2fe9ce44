"""A game with nothing but keys, and focus that is always seen."""

from playwright.sync_api import Page, expect
from serving import Serving
from web.conftest import Visit
from web.playing import Player, seated
from web.tables import finished_ranking, turns_in_the_log

from limes.rules import ROUNDS, WORKERS
from limes.rules.geometry import FILES, RANKS

MANY = 60
FOCUSED = "document.activeElement?.dataset?.zone ?? ''"
NAMED = "document.activeElement?.textContent?.trim() ?? ''"
# Whether the focused element is outlined, within the next frames.
SEEN = """async () => {
  for (let frame = 0; frame < 60; frame++) {
    const style = getComputedStyle(document.activeElement);
    const stroked = document.activeElement instanceof SVGElement && style.stroke !== 'none';
    const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    if (outlined || (stroked && parseFloat(style.strokeWidth) >= 2)) return true;
    await new Promise(requestAnimationFrame);
  }
  return false;
}"""


def test_a_whole_game_with_nothing_but_keys(visit: Visit, server: Serving) -> None:
    player = Player(visit())
    page = player.visitor.open()
    page.get_by_role("heading", level=1).wait_for()
    tab_to(page, NAMED, "Play")  # the section that one is in
    tab_to(page, NAMED, "Play")
    page.keyboard.press("Enter")
    for number in range(1, ROUNDS + 1):
        player.wait_for_round(number)
        if not page.evaluate(FOCUSED):
            tab_to_landscape(page)
        cell = player.places[-1]
        walk_to(page, f"{cell}nw")
        page.keyboard.press("Space")
        page.keyboard.press("r")
        if number <= WORKERS:
            walk_to(page, f"{cell}se")
            page.keyboard.press("Space")
        page.keyboard.press("Enter")
    assert player.ranking == finished_ranking(server, player.table)
    record = server.guest().get(f"/tables/{player.table}")
    assert all(each["turns"][0][2] == "E" for each in record["rounds"])
    assert all(each["turns"][0].endswith("+se") for each in record["rounds"][:WORKERS])


def test_escape_takes_back_one_step_after_the_other(visit: Visit, server: Serving) -> None:
    player = Player(visit())
    page = player.visitor.open()
    player.start("Play alone", "Play")
    player.wait_for_round(1)
    player.tap("d4nw")
    player.tap("d4ne")
    six = page.get_by_text("6 workers in the supply")
    expect(six).to_be_attached()
    page.keyboard.press("Escape")
    expect(six).to_have_count(0)
    expect(page.get_by_test_id("lay")).to_be_enabled()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("lay")).to_be_disabled()


def test_the_keys_are_listed_and_the_usual_one_undoes(visit: Visit, server: Serving) -> None:
    player, _table = seated(visit(), server)
    page = player.page
    player.tap("d4nw")
    lay = page.get_by_role("button", name="Lay the card")
    expect(lay).to_be_enabled()
    page.keyboard.press("?")
    listed = page.get_by_role("dialog", name="Keys")
    expect(listed.get_by_text("From zone to zone")).to_be_visible()
    page.keyboard.press("Control+z")
    page.keyboard.press("Escape")
    expect(listed).to_have_count(0)
    expect(lay).to_be_enabled()
    page.keyboard.press("Control+z")
    expect(lay).to_be_disabled()


def test_enter_on_another_free_place_moves_the_draft_there(visit: Visit, server: Serving) -> None:
    player, table = seated(visit(), server, rounds=1)
    page = player.page
    first, *_, last = player.places
    player.tap(f"{first}nw")
    tab_to_landscape(page)
    walk_to(page, f"{last}se")
    page.keyboard.press("Enter")
    assert drafted(page, table)["cell"] == last
    page.keyboard.press("Enter")
    player.wait_for_round(3)
    assert turns_in_the_log(server, table, 2)[0][:2] == last


def test_a_card_turned_before_it_is_placed_is_turned_after_a_reload(visit: Visit, server: Serving) -> None:
    player, table = seated(visit(), server)
    player.page.keyboard.press("r")
    player.page.reload()
    player.wait_for_round(1)
    player.tap("d4nw")
    assert drafted(player.page, table)["facing"] == "E"


def test_focus_goes_to_the_heading_or_the_landscape_of_the_next_page(visit: Visit, server: Serving) -> None:
    player = Player(visit())
    page = player.visitor.open()
    heading = page.get_by_role("heading", level=1)
    page.get_by_role("link", name="How to play").first.click()
    page.wait_for_url("**/rules")
    expect(heading).to_be_focused()
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none"
    page.go_back()
    expect(page.get_by_role("heading", level=1, name="Limes")).to_be_focused()
    player.start("Play alone", "Play")
    player.wait_for_round(1)
    expect(page.locator("[data-testid=landscape] [tabindex='0']")).to_be_focused()


def test_focus_goes_to_the_heading_when_the_game_is_over(visit: Visit, server: Serving) -> None:
    player, _ = seated(visit(), server, rounds=ROUNDS - 1)
    player.lay_something(ROUNDS)
    player.page.keyboard.press("Escape")
    expect(player.end.get_by_role("heading", level=1)).to_be_focused()


def drafted(page: Page, table: str) -> dict[str, str]:
    """What the browser keeps of the turn that is being made."""
    found: dict[str, str] = page.evaluate(f"JSON.parse(localStorage.getItem('limes.draft.{table}.0'))")
    return found


def test_focus_is_seen_wherever_the_tab_key_leads(visit: Visit, server: Serving) -> None:
    player = Player(visit())
    page = player.visitor.open()
    page.get_by_role("heading", level=1).wait_for()
    see_focus(page)
    player.start("Play alone", "Play")
    player.wait_for_round(1)
    page.get_by_role("link", name="Limes").focus()
    see_focus(page)


def see_focus(page: Page) -> None:
    stops = 0
    for _ in range(MANY):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        stops += 1
        assert page.evaluate(SEEN), page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    assert stops > 3


def tab_to(page: Page, what: str, value: str) -> None:
    for _ in range(MANY):
        page.keyboard.press("Tab")
        if page.evaluate(what) == value:
            return
    raise AssertionError(f"the Tab key does not lead to {value!r}")


def tab_to_landscape(page: Page) -> None:
    for _ in range(MANY):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED):
            return
    raise AssertionError("the Tab key does not lead to the landscape")


def walk_to(page: Page, zone: str) -> None:
    """The arrow keys, to the east and west first."""
    column, row = place(zone)
    for _ in range(MANY):
        at_column, at_row = place(page.evaluate(FOCUSED))
        if at_column != column:
            page.keyboard.press("ArrowRight" if at_column < column else "ArrowLeft")
        elif at_row != row:
            page.keyboard.press("ArrowDown" if at_row < row else "ArrowUp")
        else:
            return
    raise AssertionError(f"the arrow keys do not lead to {zone}")


def place(zone: str) -> tuple[int, int]:
    """Column and row of a zone, from the north-west."""
    column = 2 * FILES.index(zone[0]) + (zone[3] == "e")
    row = 2 * (len(RANKS) - 1 - RANKS.index(zone[1])) + (zone[2] == "s")
    return column, row
