"""Links, devices that come by them, and how they are ended."""

from hypothesis import strategies as st
from hypothesis.stateful import rule

from .acting import BROWSERS, Acting, Attempt, allowed, some
from .seats import Caller, Device
from .tables import Table


class DeviceRules(Acting):
    @rule(allowed=allowed, pick=some, gives=st.booleans(), claimed_by=st.sampled_from([None, *BROWSERS]))
    def link(self, allowed: bool, pick: int, gives: bool, claimed_by: str | None) -> None:
        """For another device or another person, who may have been waiting for it."""

        def why_not(caller: Caller, table: Table, seat: int) -> set[str]:
            return self.world.why_not_link(caller, table, seat, gives)

        attempt = self.choose(allowed, pick, why_not)
        if attempt is None:
            return
        answer = self.does(attempt, f"/seats/{attempt.seat}/link", {"gives": gives})
        if answer is not None:
            self.world.link(attempt.table, attempt.seat, answer["token"], gives)
        self.after(attempt.name)
        if answer is not None and claimed_by:
            self.claim_as(claimed_by, attempt.name, answer["token"])

    @rule(allowed=allowed, pick=some, token=some)
    def claim(self, allowed: bool, pick: int, token: int) -> None:
        """With a link of the table, or any that there ever was."""

        def chosen(table: Table) -> str:
            links = [device.holder for seat in table.seats for device in seat.devices if device.link]
            tokens = links if allowed and links else self.world.tokens
            return tokens[token % len(tokens)] if tokens else "none"

        def why_not(_caller: Caller, table: Table, _seat: int) -> set[str]:
            return self.world.why_not_claim(table, chosen(table))

        if attempt := self.choose(allowed, pick, why_not, by_cookie=True):
            self.claim_as(attempt.caller.browser or "", attempt.name, chosen(attempt.table))

    def claim_as(self, browser: str, name: str, link: str) -> None:
        table = self.world.tables[name]
        attempt = Attempt(name, table, 0, Caller(browser), self.world.why_not_claim(table, link))
        answer = self.does(attempt, "/claim", {"token": link})
        if answer is not None:
            assert answer["seat"] == self.world.claim(browser, table, link)
        self.after(name, at_once=True)

    @rule(allowed=allowed, pick=some, which=some)
    def end_device(self, allowed: bool, pick: int, which: int) -> None:
        """One of them, or all others."""

        def chosen(table: Table, seat: int) -> Device | None:
            devices = table.seats[seat].in_order()
            return [None, *devices][which % (len(devices) + 1)]

        def why_not(caller: Caller, table: Table, seat: int) -> set[str]:
            return self.world.why_not_end(caller, table, seat, chosen(table, seat))

        attempt = self.choose(allowed, pick, why_not)
        if attempt is None:
            return
        name, table, seat, caller, _reasons = attempt
        device = chosen(table, seat)
        named = self.comparing.devices(caller, name, seat)
        path = f"/seats/{seat}/devices/end"
        if named and device:
            path = f"/seats/{seat}/devices/{named[table.seats[seat].in_order().index(device)]}/end"
        if self.does(attempt, path) is not None:
            self.world.end(caller, table, seat, device)
        self.after(name, at_once=True)
