"""People at tables who do whatever comes into their heads, each step compared with the model."""

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from .acting import BROWSERS, some
from .device_rules import DeviceRules
from .listening import Listener
from .seat_rules import SeatRules
from .seats import Caller

MOST_LISTENERS = 4
QUIET = 3  # steps after a long absence in which nobody comes but who acts
LONG = 8  # days


class Tables(SeatRules, DeviceRules):
    """Where a game may stand when they come, who is connected, and what nobody asks for."""

    @initialize(
        setup=st.sampled_from(["A-", "A--", "AZ-"]),
        timed=st.booleans(),
        stage=st.sampled_from([0, 1, 2, 2, 3, 4, 4, 5]),
        gone=st.booleans(),
        connected=st.booleans(),
    )
    def begin(self, setup: str, timed: bool, stage: int, gone: bool, connected: bool) -> None:
        """Nobody has come yet, or everybody; Eve sits at two seats by their links; the game is over; there is
        a rematch; it was given up. Perhaps Bob and Eve are connected, and Bob leaves, for whom a bot lays."""
        self.make("Ann", setup, timed)
        [(name, table)] = self.world.tables.items()
        for seat, browser in zip(range(setup.index("-"), len(setup)), BROWSERS[1:], strict=False):
            if stage > 0:
                self.join_as(browser, name, seat)
        for seat in (0, 1):
            if stage > 1:
                self.claim_as("Eve", name, table.seats[seat].devices[1].holder)
        if stage > 2:
            self.play(name, table, {2} if timed and setup == "A--" else set(), finish=True)
        if stage > 3:
            self.rematch_as(Caller("Ann"), name)
        if stage > 4:
            self.give_up(table.rematch or "", 0)
        last = list(self.world.tables)[-1]
        if connected:
            self.connect("Bob", 0)
            self.connect("Eve", 0)
        if gone and not self.world.why_not_leave(Caller("Bob"), self.world.tables[last]):
            self.leave_as(Caller("Bob"), last, laid=True)

    @precondition(lambda self: not self.quiet)
    @rule(browser=st.sampled_from(BROWSERS), pick=some)
    def connect(self, browser: str, pick: int) -> None:
        """The one who has been connected for longest goes if there are many."""
        names = list(self.world.tables)[::-1]
        self.listeners.append(
            Listener(self.driver, self.comparing, Caller(browser), names[pick % len(names)])
        )
        if len(self.listeners) > MOST_LISTENERS:
            self.listeners.pop(0).close()
        self.after(self.listeners[-1].name)

    @precondition(lambda self: not self.quiet)
    @rule()
    def days_pass(self) -> None:
        self.disconnect()
        self.driver.days_pass(list(self.world.tables), LONG)
        self.world.day += LONG
        self.quiet = QUIET

    @rule(pick=some)
    def forget(self, pick: int) -> None:
        names = list(self.world.tables)[::-1]
        self.driver.forget([names[pick % len(names)]])
        self.after(names[pick % len(names)])
