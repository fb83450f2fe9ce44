"""Who does something, and what is compared when it is done."""

import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition

from .comparing import Comparing
from .driving import Driver
from .listening import Listener
from .seats import Caller
from .tables import Table
from .world import World

BROWSERS = ["Ann", "Bob", "Cid", "Eve"]
STAND_IN = "greedy"
Rule = TypeVar("Rule", bound=Callable[..., Any])
some = st.integers(0, 999)
allowed = st.sampled_from([True, True, True, False])


class Attempt(NamedTuple):
    """Somebody who wants to do something at a seat, and every reason against it."""

    name: str
    table: Table
    seat: int
    caller: Caller
    reasons: set[str]


WhyNot = Callable[[Caller, Table, int], set[str]]


def where(holds: Callable[[Table], object]) -> Callable[[Rule], Rule]:
    """A rule that is of use where this holds for a table."""
    return precondition(lambda machine: any(map(holds, machine.world.tables.values())))


class Acting(RuleBasedStateMachine):
    """Numbers choose who does something where: mostly one of those who may, else one of those who may not."""

    def __init__(self, driver: Driver) -> None:
        super().__init__()
        self.driver = driver
        self.world = World()
        self.comparing = Comparing(self.world, driver)
        self.quiet = 0
        self.made = 0
        self.steps = 0
        self.listeners: list[Listener] = []
        for name in BROWSERS:
            driver.newcomer(name)

    def teardown(self) -> None:
        """All tables as everybody sees them, and once more as they stand in the log."""
        if sys.exc_info()[0]:  # a step failed
            self.disconnect()
            return
        self.quiet = 0
        for _ in range(2):
            for name in self.world.tables:
                self.compare(name)
            for browser in BROWSERS:
                self.comparing.listed(browser)
            self.driver.forget(list(self.world.tables))
        self.disconnect()

    def disconnect(self) -> None:
        while self.listeners:
            self.listeners.pop().close()

    def choose(self, allowed: bool, pick: int, why_not: WhyNot, by_cookie: bool = False) -> Attempt | None:
        """Somebody who may do it, or who hardly may not; None where there is nobody like that."""
        attempts = [
            Attempt(name, table, seat, caller, reasons)
            for name, table in reversed(self.world.tables.items())
            for seat in range(len(table.seats))
            for caller in self.callers(table, seat)
            if not (by_cookie and (caller.token or not caller.browser))
            if allowed != bool(reasons := why_not(caller, table, seat))
        ]
        fewest = min((len(attempt.reasons) for attempt in attempts), default=0)
        likely = [attempt for attempt in attempts if len(attempt.reasons) == fewest]
        return likely[pick % len(likely)] if likely else None

    def callers(self, table: Table, seat: int) -> Iterator[Caller]:
        """Who holds the seat, and who would like to."""
        links = [device.holder for device in table.seats[seat].in_order() if device.link]
        browsers = [device.holder for device in table.seats[seat].in_order() if not device.link]
        yield from (Caller(name) for name in browsers)
        yield from (Caller(None, token) for token in links)
        yield from (Caller(name) for name in BROWSERS if name not in browsers)
        if not self.world.day:  # after an absence, it would matter that two devices come at once
            yield from (Caller(name, token) for token in links for name in BROWSERS)

    def does(self, attempt: Attempt, path: str, body: object = None) -> Any:
        """What was answered; None if it was refused, for one of the reasons that there are."""
        name, table, _seat, caller, reasons = attempt
        if self.quiet:  # whoever is refused may not be noticed, so they look first, as the pages do
            self.driver.ask(caller, "GET", f"/tables/{name}")
        response = self.driver.ask(caller, "POST", f"/tables/{name}{path}", body or {})
        self.world.came(caller, table)
        if reasons:
            assert response.status_code >= 400, f"{caller} may do {path} in spite of {reasons}"
            assert response.json()["error"]["code"] in reasons, (response.text, reasons)
            return None
        assert response.status_code < 400, f"{caller} may not do {path}: {response.text}"
        return response.json() if response.content else {}

    def after(self, name: str, at_once: bool = False) -> None:
        """What follows each step. After a long absence nobody comes for a while; of several processes, one
        may know less than the other when somebody acts."""
        self.steps += 1
        for listener in self.listeners:
            listener.note_seats()
        if len(self.driver.servers) > 1 and self.steps % 3:
            return
        if self.quiet:
            self.quiet -= 1
            self.driver.catch_up(name)
            self.comparing.events(Caller(None), name)
            return
        self.compare(name, at_once)

    def compare(self, name: str, at_once: bool = False) -> None:
        table = self.world.tables[name]
        self.driver.catch_up(name)
        for listener in self.listeners:
            if listener.name == name:
                listener.compare(at_once and len(self.driver.servers) == 1)
        links = [device.holder for seat in table.seats for device in seat.devices if device.link]
        for caller in [*map(Caller, BROWSERS), *(Caller(None, token) for token in links)]:
            self.comparing.table_as(caller, name)
        self.comparing.events(Caller(None), name)
        for number, seat in enumerate(table.seats):
            assert (seat.kind == "person") == bool(seat.devices), f"nobody can play in seat {number}"
            for device in seat.devices:
                caller = Caller(None, device.holder) if device.link else Caller(device.holder)
                self.comparing.devices(caller, name, number)
