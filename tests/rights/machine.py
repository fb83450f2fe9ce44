"""People at tables who do whatever comes into their heads, each step compared with the model."""

import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

import httpx
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from .comparing import Comparing
from .driving import Driver
from .listening import Listener
from .seats import Caller, Device, Seat
from .tables import Table
from .world import World

BROWSERS = ["Ann", "Bob", "Cid", "Eve"]
STAND_IN = "greedy"
MOST_LISTENERS = 4
MOST_TABLES = 3  # that are made in one run, beside rematches
QUIET = 3  # steps after a long absence in which nobody comes but who acts
LONG = 8  # days
MONTH = 30 * 24 * 3600  # seconds: the rounds of a table with a clock end when a rule says so
SETUPS = ["A-", "A--", "AB", "A", "AZ", "A-B", "AZ-", "-B"]  # A and Z: the maker's; B: a bot's
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


def where(holds: Callable[[Table], object]) -> Callable[[Rule], Rule]:
    """A rule that is of use where this holds for a table."""
    return precondition(lambda machine: any(map(holds, machine.world.tables.values())))


WhyNot = Callable[[Caller, Table, int], set[str]]


class Tables(RuleBasedStateMachine):
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

    # -- tables

    @initialize(
        setup=st.sampled_from(["A-", "A--", "AZ-"]),
        timed=st.booleans(),
        stage=st.sampled_from([0, 1, 2, 2, 3, 4, 4, 5]),
        gone=st.booleans(),
        connected=st.booleans(),
    )
    def begin(self, setup: str, timed: bool, stage: int, gone: bool, connected: bool) -> None:
        """Nobody has come yet, or everybody; Eve sits at two seats by their links; the game is over; there is
        a rematch; it was given up. Perhaps Bob and Eve are connected, and Bob leaves."""
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
            self.leave_as(Caller("Bob"), last)

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
    @rule(allowed=allowed, pick=some)
    def leave(self, allowed: bool, pick: int) -> None:
        attempt = self.choose(allowed, pick, lambda caller, table, _: self.world.why_not_leave(caller, table))
        if attempt:
            self.leave_as(attempt.caller, attempt.name)

    def leave_as(self, caller: Caller, name: str) -> None:
        table = self.world.tables[name]
        attempt = Attempt(name, table, 0, caller, self.world.why_not_leave(caller, table))
        if self.does(attempt, "/leave") is not None:
            self.world.leave(caller, table, STAND_IN)
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
    @rule(allowed=allowed, pick=some)
    def come_back(self, allowed: bool, pick: int) -> None:
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

    # -- devices

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

    # -- turns

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

    # -- sockets

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

    def disconnect(self) -> None:
        while self.listeners:
            self.listeners.pop().close()

    # -- what nobody asks for

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

    # -- helpers

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

    @staticmethod
    def invitation(table: Table, old: bool) -> str:
        return max(table.ended_invitations, default="none") if old else table.invitation or "none"

    def let_bot_lay(self, name: str, seat: int, stand_in: bool = False) -> None:
        there = self.world.tables[name]
        turn = self.driver.bot_lays(name, there.round, seat, stand_in)
        there.lay(self.world.day, seat, turn, stand_in)

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
