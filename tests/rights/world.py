"""All tables and people: what each may do, and what comes of it.

For each action, `why_not` names the codes of every reason to refuse it; if there are none, it must succeed.
"""

from dataclasses import dataclass, field

from .seats import Caller, Device, Seat
from .tables import Table

ABANDONED = 3  # days without a time limit


@dataclass
class World:
    tables: dict[str, Table] = field(default_factory=dict)
    day: int = 0
    moment: int = 0
    tokens: list[str] = field(default_factory=list)  # every link that was ever made

    def came(self, caller: Caller, table: Table) -> None:
        """The caller asked for something at the table."""
        for seat in table.seats:
            for device in seat.devices:
                if device.is_of(caller):
                    device.seen = self.day

    # -- tables and seats

    def make(self, table_id: str, browser: str, seats: list[Seat], tokens: dict[int, str]) -> Table:
        """The maker holds the seats of people, each with its link."""
        for number, token in tokens.items():
            self._sit_down(seats[number], browser, token)
        self.tables[table_id] = Table(browser, seats, self._next(), self.day)
        return self.tables[table_id]

    def why_not_join(self, table: Table, seat: int, name: str, invitation: str) -> set[str]:
        others = {name for each in table.seats for name in (each.name, each.kept_name)}
        return _reasons(
            not_invited=invitation != table.invitation,
            game_over=table.over,
            seat_taken=table.seats[seat].kind != "open",
            bad_seat=name in others,
        )

    def join(self, browser: str, table: Table, seat: int, name: str, token: str) -> None:
        table.seats[seat].kind, table.seats[seat].name = "person", name
        self._sit_down(table.seats[seat], browser, token)
        table.changed_hands(self.day, seat)

    def why_not_leave(self, caller: Caller, table: Table) -> set[str]:
        last = table.owner == caller.browser and not table.people
        return _reasons(game_over=table.over, nothing_to_leave=not table.held(caller) and not last)

    def leave(self, caller: Caller, table: Table, stand_in: str) -> None:
        held, begun = table.held(caller), table.begun
        ends = begun or table.owner == caller.browser
        if ends and not set(table.people) - set(held):
            table.closed = "given_up"
            table.happened(self.day, "closed", None, closed="given_up")
            return
        for seat in held:
            if begun:
                table.seats[seat].hand_to_bot(stand_in)
            else:
                table.seats[seat].open()
            table.changed_hands(self.day, seat)

    def why_not_return(self, caller: Caller, table: Table) -> set[str]:
        return _reasons(nowhere_to_return=not table.kept_for(caller.browser))

    def come_back(self, caller: Caller, table: Table) -> list[int]:
        back = table.kept_for(caller.browser)
        for seat in back:
            table.seats[seat].give_back()
            table.changed_hands(self.day, seat)
        return back

    def why_not_hand_over(self, caller: Caller, table: Table, number: int) -> set[str]:
        seat = table.seats[number]
        own = seat.kind != "person" or seat.held_by(caller)
        return _reasons(
            not_the_owner=table.owner != caller.browser,
            game_over=table.over,
            not_abandoned=not own and not table.absent_from(number, self.day, ABANDONED),
        )

    def hand_over(self, table: Table, seat: int, bot: str) -> None:
        if table.seats[seat].name != f"{bot} (bot)":
            table.seats[seat].hand_to_bot(bot)
            table.changed_hands(self.day, seat)

    def why_not_turn_out(self, caller: Caller, table: Table) -> set[str]:
        return _reasons(
            not_the_owner=table.owner != caller.browser, game_over=table.over, already_begun=table.begun
        )

    def turn_out(self, table: Table, seat: int) -> None:
        if table.seats[seat].kind == "person":
            table.seats[seat].open()
            table.changed_hands(self.day, seat, "turned_out")
            if table.invitation:
                table.ended_invitations.add(table.invitation)
            table.invitation = None

    # -- devices

    def why_not_link(self, caller: Caller, table: Table, number: int, gives: bool) -> set[str]:
        seat = table.seats[number]
        if not seat.held_by(caller):
            return {"not_your_seat"}
        own = seat.device_of(caller)
        ends = [device for device in seat.devices if device.link or gives]
        return _reasons(outranked=not all(own.may_end(device, self.day) for device in ends))

    def link(self, table: Table, number: int, token: str, gives: bool) -> None:
        seat = table.seats[number]
        self._end(table, number, [device for device in seat.devices if device.link])
        seat.devices.append(Device(token, self._next(), self.day, link=True, gives=gives))
        self.tokens.append(token)

    def why_not_claim(self, table: Table, token: str) -> set[str]:
        return _reasons(not_invited=not table.held(Caller(None, token)))

    def claim(self, browser: str, table: Table, token: str) -> int:
        [number] = table.held(Caller(None, token))
        seat = table.seats[number]
        if seat.held_by(Caller(browser)):
            return number
        gives = seat.device_of(Caller(None, token)).gives
        if gives:
            self._end(table, number, list(seat.devices))
        seat.devices.append(Device(browser, self._next(), self.day))
        if table.closed is None:
            table.happened(self.day, "device", number, device="given" if gives else "added")
        return number

    def why_not_end(self, caller: Caller, table: Table, number: int, device: Device | None) -> set[str]:
        seat = table.seats[number]
        if not seat.held_by(caller):
            return {"not_your_seat"}
        if device not in seat.devices:
            return set()
        own = seat.device_of(caller)
        return _reasons(outranked=not own.may_end(device, self.day), last_device=seat.devices == [device])

    def end(self, caller: Caller, table: Table, number: int, device: Device | None) -> None:
        """One of them, or all others that this one may end."""
        seat = table.seats[number]
        own = seat.device_of(caller)
        if device is None:
            ended = [each for each in seat.devices if each is not own and own.may_end(each, self.day)]
        else:
            ended = [each for each in seat.devices if each is device]
        self._end(table, number, ended)
        if ended and table.closed is None:
            table.happened(self.day, "device", number, device="ended")

    # -- turns

    def why_not_lay(self, caller: Caller, table: Table, seat: int) -> set[str]:
        return _reasons(
            not_your_seat=seat not in table.held(caller),
            not_begun=not table.begun,
            game_over=table.over,
            already_laid=seat in table.laid,
        )

    def why_not_undo(self, caller: Caller, table: Table, seat: int) -> set[str]:
        laid = table.laid.get(seat)
        return _reasons(
            not_your_seat=seat not in table.held(caller),
            not_begun=not table.begun,
            game_over=table.over,
            nothing_laid=laid is None or not laid.by_hand,
        )

    def why_not_hint(self, caller: Caller, table: Table, seat: int) -> set[str]:
        others = [each for number, each in enumerate(table.seats) if number != seat]
        return _reasons(
            not_your_seat=seat not in table.held(caller),
            no_hint=any(each.kind != "bot" or each.kept_name for each in others),
            game_over=table.over,
            already_laid=seat in table.laid,
            not_begun=not table.begun,
        )

    # -- rematches

    def why_not_rematch(self, caller: Caller, table: Table) -> set[str]:
        holding = (device for seat in table.seats for device in seat.devices if not device.gives)
        held = any(device.is_of(caller) for device in holding)
        mine = held or (caller.browser is not None and table.owner == caller.browser)
        return _reasons(not_finished=not table.finished, not_your_seat=not mine)

    def next_table(self, table: Table) -> str | None:
        """Where everybody who wants a rematch is led to; None if one is to be made."""
        if table.rematch is None or self.tables[table.rematch].closed is not None:
            return None
        return table.rematch

    def rematch(self, caller: Caller, table: Table, again: str) -> None:
        held = table.held(caller)
        given_up = self.tables[table.rematch] if table.rematch else None
        seats = []
        for number, seat in enumerate(table.seats):
            if seat.kind == "person" and number not in held and not seat.played:
                seats.append(Seat("open"))
                continue
            seats.append(Seat(seat.kind, seat.name))
            if seat.kind == "person":
                seats[-1].devices = [device.copied() for device in self._to_next(table, given_up, number)]
                if not seats[-1].devices:
                    seats[-1].open()  # given away by a link that nobody took
        devices = [device for seat in seats for device in seat.devices if not device.link]
        browsers = [device.holder for device in sorted(devices, key=lambda device: device.since)]
        stays = table.owner in {caller.browser, *browsers}
        owner = table.owner if stays else [*browsers, caller.browser or "somebody without a cookie"][0]
        self.tables[again] = Table(owner, seats, self._next(), self.day, table.timed)
        table.rematch = again
        table.happened(self.day, "rematch", None, rematch=again)

    def _to_next(self, table: Table, given_up: Table | None, number: int) -> list[Device]:
        """Those who hold the seat. After a rematch that was given up, whoever was ended at either table stays
        out, and so does whoever sat down there anew; if nobody is left, the seat is that of its first device
        again."""
        here = [device for device in table.seats[number].devices if not device.gives]
        if given_up is None:
            return here
        there = given_up.seats[number]
        stayed = {(device.holder, device.since) for device in (*there.devices, *there.kept)}
        again = [device for device in here if (device.holder, device.since) in stayed]
        return again or sorted(here, key=lambda device: (device.since, device.link))[:1]

    # -- helpers

    def _sit_down(self, seat: Seat, browser: str, token: str) -> None:
        since = self._next()
        seat.devices = [Device(browser, since, self.day), Device(token, since, self.day, link=True)]
        self.tokens.append(token)

    def _end(self, table: Table, number: int, ended: list[Device]) -> None:
        seat = table.seats[number]
        seat.devices = [device for device in seat.devices if device not in ended]

    def _next(self) -> int:
        self.moment += 1
        return self.moment


def _reasons(**applying: bool) -> set[str]:
    return {code for code, applies in applying.items() if applies}
