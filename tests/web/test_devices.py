"""A seat on several devices: the holder sees them, ends one that found the link, or gives the seat away."""

import re

from playwright.sync_api import Route, expect
from serving import Serving
from web.conftest import Visit
from web.playing import Player
from web.visitor import DESKTOP, OFFLINE, PHONE


def two_people(visit: Visit, server: Serving) -> tuple[Player, Player, str]:
    """Ann, who is asked about, and Bob, who looks on."""
    ann, bob = server.guest(), server.guest()
    made = ann.make("Ann", "-")
    table = str(made["table"])
    bob.post(f"/tables/{table}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    players = []
    for guest, screen in ((ann, PHONE), (bob, DESKTOP)):
        visitor = visit(screen)
        visitor.become(guest)
        visitor.open(f"/t/{table}")
        players.append(Player(visitor))
        players[-1].wait_for_round(1)
    return players[0], players[1], table


def test_who_found_the_link_is_seen_and_ended(visit: Visit, server: Serving) -> None:
    ann, bob, _table = two_people(visit, server)
    ann.press_button("This table")
    ann.press_button("Continue on another device")
    link = ann.page.get_by_label("Your private link").input_value()
    ann.page.get_by_role("button", name="Close", exact=True).click()
    eve = visit(PHONE)
    eve.open(link.partition(server.url)[2])
    Player(eve).press_button("Take the seat")
    Player(eve).wait_for_round(1)
    expect(ann.page.get_by_text("Another device can now play in your seat.")).to_be_visible()
    expect(bob.page.get_by_text("Ann: another device can now play in the seat.")).to_be_visible()

    ann.press_button("This table")
    ann.press_button("This seat's devices")
    dialog = ann.page.get_by_role("dialog", name="This seat's devices")
    expect(dialog.get_by_role("listitem")).to_have_count(3)
    dialog.get_by_role("button", name="Sign out: Another device").click()
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    expect(eve.page.get_by_text("You are watching")).to_be_visible()
    dialog.get_by_role("button", name="Sign out all others").click()
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    expect(dialog.get_by_role("button", name="Sign out")).to_have_count(0)


def test_a_turn_laid_on_one_device_is_seen_on_the_other(visit: Visit, server: Serving) -> None:
    guest, bob = server.guest(), server.guest()
    made = guest.make("Ann", "-")
    bob.post(f"/tables/{made['table']}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    visitor = visit(PHONE)
    visitor.become(guest)
    page = visitor.open(f"/t/{made['table']}")
    Player(visitor).wait_for_round(1)
    guest.lay(made["table"], 0, 1, "d4N")
    expect(page.get_by_text("Waiting for Bob.")).to_be_visible()
    expect(page.get_by_test_id("take-back")).to_be_visible()


def test_a_private_link_asks_again_once_the_server_is_back(visit: Visit, server: Serving) -> None:
    ann = server.guest()
    table = str(ann.make("Ann")["table"])
    token = ann.post(f"/tables/{table}/seats/0/link")["token"]
    visitor = visit(PHONE)
    visitor.tolerated.append(OFFLINE)
    page = visitor.open(f"/t/{table}#seat={token}")
    player = Player(visitor)
    for reload in (False, True):
        page.route("**/claim", lambda route: route.abort("connectionrefused"))
        player.press_button("Take the seat")
        expect(page.get_by_role("alert")).to_have_text("The server is not responding. Try again in a moment.")
        page.unroute("**/claim")
        if reload:
            page.reload()
    player.press_button("Take the seat")
    player.wait_for_round(1)
    assert token not in page.url
    player.lay_something(1)
    player.wait_for_round(2)


def test_a_seat_is_given_to_somebody_else(visit: Visit, server: Serving) -> None:
    guest = server.guest()
    table = str(guest.make("Ann", "Ben")["table"])
    visitor = visit(DESKTOP)
    visitor.become(guest)
    visitor.open(f"/t/{table}")
    ann = Player(visitor)
    ann.press_button("I am Ann")
    ann.press_button("This table")
    ann.press_button("Give this seat to somebody else")
    link = ann.page.get_by_label("The first person to accept this link").input_value()
    curious, friend = visit(PHONE), visit(PHONE)
    curious.open(link.partition(server.url)[2])
    Player(curious).press_button("Just look")
    expect(curious.page.get_by_text("You are watching")).to_be_visible()
    friend.open(link.partition(server.url)[2])
    Player(friend).press_button("Take the seat")
    Player(friend).wait_for_round(1)
    expect(ann.page.get_by_text("Ann: the seat now belongs to somebody else.")).to_be_attached()
    assert [own["seat"] for own in guest.get(f"/tables/{table}")["yours"]] == [1]


def test_a_seat_is_taken_though_the_answer_was_lost(visit: Visit, server: Serving) -> None:
    ann = server.guest()
    table = str(ann.make("Ann")["table"])
    token = ann.post(f"/tables/{table}/seats/0/link", {"gives": True})["token"]

    def lose(route: Route) -> None:
        route.fetch()
        route.abort("connectionrefused")

    visitor = visit(PHONE)
    visitor.tolerated += [OFFLINE, re.compile("status of 403 .*/claim")]
    page = visitor.open(f"/t/{table}#seat={token}")
    player = Player(visitor)
    page.route("**/claim", lose)
    player.press_button("Take the seat")
    expect(page.get_by_role("alert")).to_have_text("The server is not responding. Try again in a moment.")
    page.unroute("**/claim")
    player.press_button("Take the seat")
    player.wait_for_round(1)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_seat_can_be_taken_once_cookies_are_kept(visit: Visit, server: Serving) -> None:
    ann = server.guest()
    table = str(ann.make("Ann")["table"])
    token = ann.post(f"/tables/{table}/seats/0/link", {"gives": True})["token"]
    visitor = visit(PHONE)
    visitor.tolerated.append(re.compile("status of 403 .*/claim"))
    page = visitor.open(f"/t/{table}#seat={token}")
    player = Player(visitor)
    page.context.clear_cookies()
    player.press_button("Take the seat")
    expect(page.get_by_role("alert")).to_contain_text("keeps cookies")
    player.press_button("Take the seat")
    player.wait_for_round(1)


def test_the_owner_removes_somebody_before_the_first_card(visit: Visit, server: Serving) -> None:
    ann, eve = server.guest(), server.guest()
    made = ann.make("Ann", "-", "-")
    table, joining = str(made["table"]), {"name": "Eve", "invitation": made["invitation"]}
    eve.post(f"/tables/{table}/seats/1", joining)
    visitor = visit(DESKTOP)
    visitor.become(ann)
    page = visitor.open(f"/t/{table}")
    before = page.get_by_label("Link for your friends").input_value()
    page.get_by_role("button", name="Remove Eve").click()
    expect(page.get_by_text("Eve: removed.")).to_be_visible()
    expect(page.get_by_label("Link for your friends")).not_to_have_value(before)
    assert eve.refused("POST", f"/tables/{table}/seats/1", joining) == (403, "not_invited")
