"""Turns laid, sent again and undone, by people, bots and stand-ins; hints."""

import httpx
from hypothesis import strategies as st
from hypothesis.stateful import rule

from .acting import Acting, Attempt, allowed, some, where
from .seats import Caller
from .tables import Table


class TurnRules(Acting):
    @where(lambda table: table.running)
    @rule(allowed=allowed, pick=some, worker=st.booleans(), undone=st.booleans())
    def lay(self, allowed: bool, pick: int, worker: bool, undone: bool) -> None:
        """Perhaps to undo it at once."""
        if attempt := self.choose(allowed, pick, self.world.why_not_lay):
            self.lay_as(attempt, worker)
            self.after(attempt.name)
            if undone and attempt.seat in attempt.table.laid:
                self.undo_as(attempt.caller, attempt.name, attempt.seat)

    def lay_as(self, attempt: Attempt, worker: bool) -> None:
        name, table, seat, caller, _reasons = attempt
        self.driver.catch_up(name)
        own = self.driver.ask(caller, "GET", f"/tables/{name}/seats/{seat}").json()
        turn = "d4N+ne"
        if own.get("offer"):
            turn = own["offer"]["placements"][-1]["at"] + ("+ne" if worker and own["offer"]["supply"] else "")
        body = {"round": max(1, table.round), "turn": turn, "attempt": table.attempt(seat)}
        answer = self.does(attempt, f"/seats/{seat}/turns", body)
        if answer is not None:
            assert answer["number"] == table.lay(self.world.day, seat, turn)

    @where(lambda table: table.stored)
    @rule(allowed=allowed, pick=some, which=some)
    def lay_again(self, allowed: bool, pick: int, which: int) -> None:
        """A turn that was acknowledged is sent once more, after a broken connection or much later."""

        def chosen(table: Table, seat: int) -> tuple[int, int, int] | None:
            places = [place for place in table.stored if place[1] == seat][::-1]
            return places[which % len(places)] if places else None

        def why_not(caller: Caller, table: Table, seat: int) -> set[str]:
            place = chosen(table, seat)
            reasons = {"none"} if place is None else set()
            if seat not in table.held(caller):
                reasons |= {"not_your_seat"}
            return reasons | ({"withdrawn"} if place in table.withdrawn else set())

        attempt = self.choose(allowed, pick, why_not)
        if attempt is None or "none" in attempt.reasons:
            return
        place = chosen(attempt.table, attempt.seat)
        assert place
        turn, number = attempt.table.stored[place]
        body = {"round": place[0], "turn": turn, "attempt": place[2]}
        answer = self.does(attempt, f"/seats/{attempt.seat}/turns", body)
        assert answer is None or answer["number"] == number
        self.after(attempt.name)

    @where(lambda table: table.laid)
    @rule(allowed=allowed, pick=some)
    def undo(self, allowed: bool, pick: int) -> None:
        if attempt := self.choose(allowed, pick, self.world.why_not_undo):
            self.undo_as(attempt.caller, attempt.name, attempt.seat)

    def undo_as(self, caller: Caller, name: str, seat: int) -> None:
        table = self.world.tables[name]
        attempt = Attempt(name, table, seat, caller, self.world.why_not_undo(caller, table, seat))
        body = {"round": max(1, table.round), "attempt": table.attempt(seat)}
        answer = self.does(attempt, f"/seats/{seat}/undo", body)
        if answer is not None:
            assert answer["number"] == table.undo(self.world.day, seat)
            assert self.does(attempt, f"/seats/{seat}/undo", body) == answer, "it is harmless to repeat"
        self.after(name)

    @where(lambda table: any(table.seats[seat].kind == "bot" for seat in table.waiting))
    @rule(pick=some)
    def bot_lays(self, pick: int) -> None:
        places = [
            (name, seat)
            for name, table in self.world.tables.items()
            for seat in table.waiting
            if table.seats[seat].kind == "bot"
        ]
        if places:
            name, seat = places[::-1][pick % len(places)]
            self.let_bot_lay(name, seat)
            self.after(name)

    @where(lambda table: table.running and table.timed)
    @rule(pick=some)
    def time_is_over(self, pick: int) -> None:
        """The stand-in lays for everybody who has not."""
        names = [name for name, table in self.world.tables.items() if table.timed and table.running]
        if names:
            name = names[::-1][pick % len(names)]
            for seat in self.world.tables[name].waiting:
                self.let_bot_lay(name, seat, stand_in=True)
            self.after(name)

    @where(lambda table: table.running)
    @rule(pick=some, absent=some, finish=st.sampled_from([True, True, False]))
    def play_on(self, pick: int, absent: int, finish: bool) -> None:
        """Up to the last round, or to the end; with a clock, one person may not be there any more."""
        names = [name for name, table in self.world.tables.items() if table.running]
        if names:
            name = names[::-1][pick % len(names)]
            table = self.world.tables[name]
            stood_in = {absent % len(table.seats)} & set(table.people) if table.timed else set()
            self.play(name, table, stood_in, finish)

    def play(self, name: str, table: Table, stood_in: set[int], finish: bool) -> None:
        for seat, turn in self.driver.play_to_last_round(name, stood_in):
            table.lay(self.world.day, seat, turn, stand_in=seat in stood_in)
        if finish:
            for seat in table.waiting:
                if table.seats[seat].kind == "bot" or seat in stood_in:
                    self.let_bot_lay(name, seat, stand_in=seat in stood_in)
                else:
                    self.lay_as(
                        Attempt(name, table, seat, next(self.callers(table, seat)), set()), worker=False
                    )
            assert table.finished
        self.after(name)

    @where(lambda table: table.running)
    @rule(allowed=allowed, pick=some)
    def hint(self, allowed: bool, pick: int) -> None:
        attempt = self.choose(allowed, pick, self.world.why_not_hint)
        if attempt is None:
            return
        response = self.driver.ask(attempt.caller, "GET", f"/tables/{attempt.name}/seats/{attempt.seat}/hint")
        self.world.came(attempt.caller, attempt.table)
        if attempt.reasons or response.status_code != httpx.codes.OK:
            reasons = attempt.reasons or {"live_position"}  # if the cards are those of another game
            assert response.json()["error"]["code"] in reasons, (response.text, reasons)
        self.after(attempt.name)

    def let_bot_lay(self, name: str, seat: int, stand_in: bool = False) -> None:
        there = self.world.tables[name]
        turn = self.driver.bot_lays(name, there.round, seat, stand_in)
        there.lay(self.world.day, seat, turn, stand_in)
