"""Somebody leaves a table, comes back, or takes a laid card back, each in a browser of their own."""

import re

from playwright.sync_api import expect
from serving import Serving
from web.conftest import Visit
from web.playing import Player, seated
from web.tables import play_until
from web.visitor import DESKTOP, PHONE

TOO_MANY = re.compile("status of 429")


def two_people(visit: Visit, server: Serving) -> tuple[Player, Player, str]:
    """Ann at a desktop and Bob with a phone, in the third round."""
    ann, bob = server.guest(), server.guest()
    made = ann.make("Ann", "-")
    table = str(made["table"])
    bob.post(f"/tables/{table}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    play_until(table, {0: ann, 1: bob}, 2)
    players = []
    for guest, screen in ((ann, DESKTOP), (bob, PHONE)):
        visitor = visit(screen)
        visitor.become(guest)
        visitor.open(f"/t/{table}")
        players.append(Player(visitor))
        players[-1].wait_for_round(3)
    return players[0], players[1], table


def test_a_laid_card_is_taken_back_changed_and_laid_again(visit: Visit, server: Serving) -> None:
    ann, bob, table = two_people(visit, server)
    cell = ann.lay_something(3)
    expect(bob.page.get_by_text("has played")).to_be_attached()
    expect(ann.page.get_by_test_id("take-back")).to_be_enabled()
    ann.page.keyboard.press("u")
    expect(bob.page.get_by_text("has played")).not_to_be_attached()
    expect(ann.page.get_by_test_id("lay")).to_be_enabled()  # the draft lies as the card lay
    ann.turn_card()
    ann.confirm()
    expect(bob.page.get_by_text("has played")).to_be_attached()
    bob.lay_something(3, last=True)
    ann.wait_for_round(4)
    events = server.services.log.events(table, 0)
    laid = [event.turn or "" for event in events if (event.kind, event.round, event.seat) == ("turn", 3, 0)]
    first, second = laid
    assert first != second
    assert first[:2] == second[:2] == cell
    assert not any(first in text for text in bob.visitor.received)


def test_on_one_screen_a_card_is_taken_back_before_the_next_person_looks(
    visit: Visit, server: Serving
) -> None:
    guest = server.guest()
    table = str(guest.make("Ann", "Bob")["table"])
    visitor = visit(PHONE)
    visitor.become(guest)
    visitor.open(f"/t/{table}")
    player = Player(visitor)
    player.press_button("I am Ann")
    player.lay_something(1)
    player.press_button("Undo Ann's turn")
    expect(visitor.page.get_by_test_id("lay")).to_be_enabled()
    player.confirm()
    player.press_button("I am Bob")
    player.lay_something(1)
    expect(visitor.page.get_by_role("button", name="I am Ann")).to_be_visible()


def test_who_leaves_a_game_with_people_sees_a_bot_play_on_and_comes_back(
    visit: Visit, server: Serving
) -> None:
    ann, bob, _table = two_people(visit, server)
    bob.press_button("This table")
    bob.press_button("Leave the table")
    bob.page.get_by_test_id("leave").click()
    expect(ann.page.get_by_text("Bob has left, and Marcus takes over.")).to_be_visible()
    bob.visitor.open("/")
    bob.press_button("Come back")
    expect(ann.page.get_by_text("Bob is back.")).to_be_visible()
    ann.lay_something(3)
    bob.wait_for_round(4)


def test_a_game_against_a_bot_is_given_up_at_the_table(visit: Visit, server: Serving) -> None:
    player, table = seated(visit(PHONE), server, "Ann", "bot:random", rounds=2)
    watching = visit()
    watching.open(f"/t/{table}")
    player.press_button("This table")
    player.press_button("Give up the game")
    expect(player.page.get_by_text("The game will end, and it will not count.")).to_be_visible()
    player.page.get_by_test_id("leave").click()
    for page in (player.page, watching.page):
        expect(page.get_by_role("heading", name="This game was given up")).to_be_visible()
    player.page.get_by_role("link", name="New game").click()
    expect(player.page.get_by_role("heading", name="Play alone")).to_be_visible()
    expect(player.page.get_by_role("heading", name="My tables")).not_to_be_attached()


def test_who_has_too_many_tables_gives_one_up_right_there(visit: Visit, server: Serving) -> None:
    guest = server.guest()
    guest.make("Ann")
    visitor = visit()
    visitor.become(guest)
    visitor.tolerated.append(TOO_MANY)
    visitor.open("/")
    visitor.page.route(
        "**/api/tables",
        lambda route: (
            route.fulfill(status=429, json={"error": {"code": "too_many_tables", "message": "too many"}})
            if route.request.method == "POST"
            else route.continue_()
        ),
    )
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    unfinished = visitor.page.get_by_test_id("unfinished")
    unfinished.get_by_role("button").click()
    visitor.page.get_by_test_id("leave").click()
    expect(unfinished).not_to_be_attached()
    assert guest.get("/tables")["tables"] == []
