"""Friends play by link, each in a browser of their own, and somebody watches."""

import json
import re
from typing import Any

from playwright.sync_api import expect
from serving import Serving
from web.conftest import Visit
from web.playing import Player
from web.tables import finished_ranking, turns_in_the_log
from web.visitor import DESKTOP, PHONE, Visitor

from limes.rules import ROUNDS


def test_two_browsers_finish_a_game_by_link_while_a_third_watches(visit: Visit, server: Serving) -> None:
    host, friend, spectator = Player(visit(DESKTOP)), Player(visit(PHONE)), Player(visit(DESKTOP))
    link = set_up(host, "Ann")
    friend.visitor.open(link)
    friend.page.get_by_label("Your name").fill("Bob")
    friend.press_button("Take a seat")
    host.wait_for_round(1)
    spectator.visitor.open(host.path)
    for number in range(1, ROUNDS + 1):
        first, second = (host, friend) if number % 2 else (friend, host)
        second.wait_for_round(number)
        before = [turns_told(other.visitor) for other in (second, spectator)]
        first.lay_something(number)
        expect(second.page.get_by_text("has played")).to_be_attached()
        laid = own_turn(server, first, number)
        for other, known in zip((second, spectator), before, strict=True):
            assert laid not in turns_told(other.visitor) - known
        second.lay_something(number, last=True)
        expect(
            spectator.page.get_by_text(f"Round {number + 1} of {ROUNDS}", exact=True).or_(spectator.end)
        ).to_be_attached()
    rankings = [player.ranking for player in (host, friend, spectator)]
    assert rankings == [finished_ranking(server, host.table)] * 3
    assert {name for _, name, _ in rankings[0]} == {"Ann", "Bob"}


def test_the_secret_of_a_link_never_reaches_the_server_or_stays_in_the_address(visit: Visit) -> None:
    host, friend = Player(visit()), visit()
    link = set_up(host, "Ann")
    asked: list[str] = []
    friend.page.on("request", lambda request: asked.append(request.url))
    friend.open(link)
    expect(friend.page.get_by_role("heading", name="Ann invites you to Limes")).to_be_visible()
    secret = link.partition("#join=")[2]
    assert secret
    assert not [url for url in asked if secret in url.partition("#")[0]]
    assert "#" not in friend.page.url


def test_who_watches_sees_the_landscapes_and_can_lay_nothing(visit: Visit, server: Serving) -> None:
    guest = server.guest()
    table = guest.make("Ann", "bot:random")["table"]
    guest.lay(table, 0, 1, "d4N+ne")
    spectator = visit()
    page = spectator.open(f"/t/{table}")
    expect(page.get_by_text(f"Round 2 of {ROUNDS}", exact=True)).to_be_visible()
    expect(page.get_by_role("grid", name="Landscape: Ann")).to_be_visible()
    page.locator("[data-zone=d4ne]").click()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("lay").and_(page.locator(":enabled"))).to_have_count(0)


def set_up(host: Player, name: str) -> str:
    """The link for a friend to a new table."""
    host.visitor.open()
    host.start("Invite friends", "Set up a table")
    host.page.get_by_label("Your name").fill(name)
    host.start("Invite friends", "Get the link")
    link = host.page.get_by_label("Link for your friends")
    expect(link).to_have_value(re.compile("#join="))
    return link.input_value()


def own_turn(server: Serving, player: Player, number: int) -> str:
    """What this player laid, as the server's log has it."""
    seat = player.visitor.guest(server).get(f"/tables/{player.table}")["yours"][0]["seat"]
    [turn] = turns_in_the_log(server, player.table, number, seat)
    return turn


def parsed(text: str) -> list[Any]:
    """The JSON values in what came: one, one a line, or a plain text such as a record."""
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        lines = text.splitlines()
        return [text] if len(lines) == 1 else [value for line in lines for value in parsed(line)]


def turns_told(visitor: Visitor) -> set[str]:
    """Every text that the browser received, but for what its own offers name."""
    told: set[str] = set()
    for text in visitor.received:
        pending = parsed(text)
        while pending:
            value: Any = pending.pop()
            if isinstance(value, dict):
                pending += [each for name, each in value.items() if name != "offer"]
            elif isinstance(value, list):
                pending += value
            elif isinstance(value, str):
                told |= set(value.split())
    return told
