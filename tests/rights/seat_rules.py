"""Seats taken, left, handed to bots, freed; tables made, and made again."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from .acting import BROWSERS, STAND_IN, Attempt, allowed, some, where
from .seats import Caller, Seat
from .tables import Table
from .turn_rules import TurnRules

MOST_TABLES = 3  # that are made in one run, beside rematches
MONTH = 30 * 24 * 3600  # seconds: the rounds of a table with a clock end when a rule says so
SETUPS = ["A-", "A--", "AB", "A", "AZ", "A-B", "AZ-", "-B", "--"]  # A and Z: the maker's; B: a bot's


class SeatRules(TurnRules):
    @precondition(lambda self: self.made < MOST_TABLES)
    @rule(browser=st.sampled_from(BROWSERS), setup=st.sampled_from(SETUPS), timed=st.booleans())
    def make(self, browser: str, setup: str, timed: bool) -> None:
        self.made += 1
        names = {"A": browser, "Z": "Zoe"}
        kinds: dict[str, Any] = {"A": "person", "Z": "person", "B": "bot", "-": "open"}
        seats = [Seat(kinds[letter], names.get(letter, "")) for letter in setup]
        asked: list[dict[str, str]] = []
        for letter, seat in zip(setup, seats, strict=True):
            if letter == "B":
                seat.name = "random (bot)"
            more = {"B": {"bot": "random"}, "-": {}}.get(letter, {"name": seat.name})
            asked.append({"kind": seat.kind, **more})
        timed = timed and sum(letter in names for letter in setup) == 1
        body = {"seats": asked, "stand_in": STAND_IN, "seconds": MONTH if timed else None}
        made = self.driver.ask(Caller(browser), "POST", "/tables", body).json()
        tokens = {int(seat): token for seat, token in made["tokens"].items()}
        table = self.world.make(made["table"], browser, seats, tokens)
        table.timed, table.invitation = timed, made["invitation"]
        self.after(made["table"])

    @where(lambda table: any(seat.kind == "open" for seat in table.seats))
    @rule(allowed=allowed, pick=some, old=st.booleans())
    def join(self, allowed: bool, pick: int, old: bool) -> None:
        def why_not(caller: Caller, table: Table, seat: int) -> set[str]:
            return self.world.why_not_join(table, seat, caller.browser or "", self.invitation(table, old))

        if attempt := self.choose(allowed, pick, why_not, by_cookie=True):
            self.join_as(attempt.caller.browser or "", attempt.name, attempt.seat, old)

    def join_as(self, browser: str, name: str, seat: int, old: bool = False) -> None:
        table = self.world.tables[name]
        invitation = self.invitation(table, old)
        reasons = self.world.why_not_join(table, seat, browser, invitation)
        attempt = Attempt(name, table, seat, Caller(browser), reasons)
        body = {"name": browser, "invitation": invitation}
        answer = self.does(attempt, f"/seats/{seat}", body)
        if answer is not None:
            self.world.join(browser, table, seat, browser, answer["token"])
        self.after(name)

    @where(lambda table: not table.over)
    @rule(allowed=allowed, pick=some, laid=st.booleans())
    def leave(self, allowed: bool, pick: int, laid: bool) -> None:
        """Perhaps the bot lays at once."""
        attempt = self.choose(allowed, pick, lambda caller, table, _: self.world.why_not_leave(caller, table))
        if attempt:
            self.leave_as(attempt.caller, attempt.name, laid)

    def leave_as(self, caller: Caller, name: str, laid: bool = False) -> None:
        table = self.world.tables[name]
        attempt = Attempt(name, table, 0, caller, self.world.why_not_leave(caller, table))
        held = table.held(caller)
        if self.does(attempt, "/leave") is not None:
            self.world.leave(caller, table, STAND_IN)
            for seat in set(held).intersection(table.waiting if laid else ()):
                self.let_bot_lay(name, seat)
        self.after(name)

    @where(lambda table: table.rematch is not None)
    @rule(pick=some)
    def everybody_leaves(self, pick: int) -> None:
        """A rematch; the last one gives the game up."""
        names = [table.rematch for table in self.world.tables.values() if table.rematch]
        self.give_up(names[::-1][pick % len(names)], pick)

    def give_up(self, name: str, pick: int) -> None:
        table = self.world.tables[name]
        while table.people and not table.over:
            caller = next(self.callers(table, table.people[pick % len(table.people)]))
            self.leave_as(caller, name)

    @where(lambda table: any(table.running and seat.kept for seat in table.seats))
    @rule(allowed=allowed, pick=some, undone=st.booleans())
    def come_back(self, allowed: bool, pick: int, undone: bool) -> None:
        """Perhaps to undo at once what the bot has laid, which nobody may."""
        attempt = self.choose(
            allowed, pick, lambda caller, table, _: self.world.why_not_return(caller, table)
        )
        if attempt is None:
            return
        answer = self.does(attempt, "/return")
        if answer is not None:
            assert answer["seats"] == self.world.come_back(attempt.caller, attempt.table)
            self.driver.catch_up(attempt.name)
            self.comparing.table_as(attempt.caller, attempt.name)
        self.after(attempt.name)
        for seat in attempt.table.held(attempt.caller):
            if undone and not attempt.reasons and seat in attempt.table.laid:
                self.undo_as(attempt.caller, attempt.name, seat)

    @where(lambda table: not table.over)
    @rule(allowed=allowed, pick=some)
    def hand_over(self, allowed: bool, pick: int) -> None:
        attempt = self.choose(allowed, pick, self.world.why_not_hand_over)
        if attempt is None or (len(attempt.table.seats) == 1 and not attempt.reasons):
            return  # of a game for one, it depends on the cards whether it is played elsewhere
        if self.does(attempt, f"/seats/{attempt.seat}/bot", {"bot": "random"}) is not None:
            self.world.hand_over(attempt.table, attempt.seat, "random")
        self.after(attempt.name)

    @where(lambda table: not table.begun)
    @rule(allowed=allowed, pick=some)
    def turn_out(self, allowed: bool, pick: int) -> None:
        attempt = self.choose(
            allowed, pick, lambda caller, table, _: self.world.why_not_turn_out(caller, table)
        )
        if attempt is None:
            return
        if self.does(attempt, f"/seats/{attempt.seat}/out") is not None:
            self.world.turn_out(attempt.table, attempt.seat)
        self.after(attempt.name)

    @where(lambda table: table.finished)
    @rule(allowed=allowed, pick=some)
    def rematch(self, allowed: bool, pick: int) -> None:
        attempt = self.choose(
            allowed, pick, lambda caller, table, _: self.world.why_not_rematch(caller, table)
        )
        if attempt:
            self.rematch_as(attempt.caller, attempt.name)

    def rematch_as(self, caller: Caller, name: str) -> None:
        table = self.world.tables[name]
        answer = self.does(
            Attempt(name, table, 0, caller, self.world.why_not_rematch(caller, table)), "/rematch"
        )
        if answer is not None:
            again = self.world.next_table(table)
            if again is None:
                assert answer["table"] not in self.world.tables
                self.world.rematch(caller, table, answer["table"])
                self.driver.catch_up(answer["table"])
                self.comparing.table_as(caller, answer["table"])
            else:
                assert answer["table"] == again
            self.after(answer["table"])
        self.after(name)

    @staticmethod
    def invitation(table: Table, old: bool) -> str:
        return max(table.ended_invitations, default="none") if old else table.invitation or "none"
