"""Turns made at the page as a person makes them: by clicks, by taps, or by keys."""

import re
from urllib.parse import urlparse

from playwright.sync_api import Locator, expect
from serving import Serving
from web.tables import play_until
from web.visitor import Visitor
from web.words import GAP, say

from limes.rules import ROUNDS, WORKERS, Move, Place, Turn
from limes.rules.geometry import FACINGS, QUARTERS

DATA_ZONES = "cells => cells.map(cell => cell.dataset.zone)"


class Player:
    """Somebody at a table; knows nothing but what the page shows."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page

    def say(self, english: str, **fields: object) -> str:
        return say(self.visitor.language, english, **fields)

    @property
    def path(self) -> str:
        """Of the page that is shown; where there is no server, it stands behind a `?`."""
        address = urlparse(self.page.url)
        return address.query or address.path

    @property
    def table(self) -> str:
        """The id of the table that the page shows."""
        return self.path.removeprefix("/t/")

    @property
    def end(self) -> Locator:
        return self.page.get_by_test_id("end")

    @property
    def ranking(self) -> list[tuple[int, str, int]]:
        """Place, name and points of each seat, best first, when the scoring is told or skipped."""
        rows = self.end.locator("tbody tr, ol > li")
        rows.first.wait_for()
        self.page.keyboard.press("Escape")
        expect(self.end.get_by_text(self.say("The game is over"))).to_be_visible()
        return [_ranked(text) for text in rows.all_inner_texts()]

    def press_button(self, name: str) -> None:
        self._press(self.page.get_by_role("button", name=name))

    def start(self, way: str, button: str) -> None:
        """Press a button of one of the ways to play on the first page."""
        ways = self.page.locator("section").filter(has=self.page.get_by_role("heading", name=self.say(way)))
        self._press(ways.get_by_role("button", name=self.say(button), exact=True))

    @property
    def landscape(self) -> Locator:
        return self.page.get_by_role("grid", name=self.say("Your landscape"))

    @property
    def places(self) -> list[str]:
        """The cells where the page says that the card may lie, once it says so."""
        self._free().first.wait_for(state="attached")
        return sorted({str(cell)[:2] for cell in self._free().evaluate_all(DATA_ZONES)})

    def wait_for_round(self, number: int) -> None:
        """Until this round's card can be laid."""
        said = self.say("Round {round} of {rounds}", round=number, rounds=ROUNDS)
        expect(self.page.get_by_text(said, exact=True)).to_be_attached()
        self._free().first.wait_for(state="attached")

    def tap(self, zone: str) -> None:
        self._press(self.landscape.locator(f"[data-zone={zone}]"))

    def turn_card(self) -> None:
        self._press(self.page.get_by_role("button", name=self.say("Rotate"), exact=False).last)

    def confirm(self) -> None:
        self._press(self.page.get_by_role("button", name=self.say("Lay the card")))

    def draft(self, turn: Turn) -> None:
        """Everything but the confirmation."""
        self.tap(f"{turn.cell}nw")
        for _ in range(FACINGS.index(turn.facing)):
            self.turn_card()
        match turn.action:
            case Place(quarter):
                self.tap(turn.cell + quarter)
            case Move(origin, target):
                self.tap(origin)
                self.tap(target)

    def lay(self, turn: Turn) -> None:
        self.draft(turn)
        self.confirm()

    def lay_something(self, number: int, *, last: bool = False) -> str:
        """The card on the first or last place that the page names, a worker on it while there are some."""
        self.wait_for_round(number)
        cell = self.places[-1 if last else 0]
        self.tap(f"{cell}nw")
        if number <= WORKERS:
            self.tap(f"{cell}{QUARTERS[number % 4]}")
        self.confirm()
        return cell

    def play_rounds(self, first: int = 1, last: int = ROUNDS) -> None:
        for number in range(first, last + 1):
            self.lay_something(number)

    def _free(self) -> Locator:
        sentence = self.say("{place}: free, the card can go here")
        said = GAP.sub("", sentence).strip(" :")
        return self.page.locator(f'[data-testid=landscape] [role=gridcell][aria-label*="{said}"]')

    def _press(self, target: Locator) -> None:
        target.tap() if self.visitor.screen.touch else target.click()


def seated(
    visitor: Visitor, server: Serving, *seats: str, rounds: int = 0, **more: object
) -> tuple[Player, str]:
    """Somebody at a table of their own, made by the API, where the first rounds are played already."""
    guest = server.guest()
    table = str(guest.make(*(seats or ("Ann",)), **more)["table"])
    play_until(table, {0: guest}, rounds)
    visitor.become(guest)
    visitor.open(f"/t/{table}")
    player = Player(visitor)
    if rounds < ROUNDS:
        player.wait_for_round(rounds + 1)
    return player, table


def _ranked(text: str) -> tuple[int, str, int]:
    """A line of the ranking: the place, which who plays alone has not, the name, perhaps more, the total."""
    parts = [part.strip() for part in re.split(r"[\t\n]+", text) if part.strip()]
    place = int(parts.pop(0).rstrip(".")) if re.fullmatch(r"\d+\.", parts[0]) else 1
    total = re.match(r"\d+", parts[-1])
    assert total, f"no points in {text!r}"
    return place, parts[0], int(total[0])
