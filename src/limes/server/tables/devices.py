"""The devices of a seat: links for others, who holds it, and how one of them is ended."""

from typing import NamedTuple

from limes.server import problems
from limes.server.entries import (
    Claim,
    Crowded,
    Device,
    EndDevices,
    Held,
    LastDevice,
    Link,
    NewLink,
    NoCookie,
    Outranked,
)
from limes.server.game import hidden, new_id
from limes.server.people import Caller
from limes.server.problems import Problem
from limes.server.store import Writer, own_device
from limes.server.tables.seats import TOKEN_LETTERS, Seats


class ListedDevice(NamedTuple):
    """A device, whether it is the one that asks, and whether that one may end it."""

    device: Device
    this: bool
    may_end: bool


class Devices:
    """Each change is checked and written in one transaction; open sockets lose or get the seat with it."""

    def __init__(self, seats: Seats, writer: Writer) -> None:
        self._seats = seats
        self._tables = seats.tables
        self._writer = writer

    async def claim(self, caller: Caller, table_id: str, token: str) -> int:
        """A guest holds the seat of a private link from now on, on this device too."""
        leads_to = await self._tables.read(self._tables.log.holdings, table_id, None, hidden(token))
        for seat in leads_to:
            (await self._tables.live(table_id)).table.check_changes(seat)
        claim = Claim(table_id, hidden(token), caller.guest, caller.new, caller.network or None)
        seat = await self._changed(claim, problems.not_invited())
        self._seats.presence.note_newcomer(table_id, caller)
        return seat

    async def new_token(self, caller: Caller, table_id: str, seat: int, gives: bool = False) -> str:
        """A new private link to a seat that one holds; the link before it leads nowhere any more."""
        await self._seats.require_seat(caller, table_id, seat)
        token = new_id(TOKEN_LETTERS)
        by = (caller.guest, caller.token_hash)
        link = NewLink(table_id, seat, hidden(token), *by, gives, network=caller.network or None)
        await self._changed(link, problems.not_your_seat(seat))
        return token

    async def of_seat(self, caller: Caller, table_id: str, seat: int) -> list[ListedDevice]:
        """Everything that holds the seat, for who holds it."""
        await self._seats.require_seat(caller, table_id, seat)
        devices = await self._tables.read(self._tables.log.devices, table_id, seat)
        own = own_device(devices, caller.guest, caller.token_hash)
        if own is None:
            raise problems.not_your_seat(seat)
        return [ListedDevice(device, device == own, own.may_end(device)) for device in devices]

    async def end(self, caller: Caller, table_id: str, seat: int, device: str | None) -> None:
        """One device, or all others that came after this one, hold the seat no longer."""
        await self._seats.require_seat(caller, table_id, seat)
        by = (caller.guest, caller.token_hash)
        ending = EndDevices(table_id, seat, *by, device, network=caller.network or None)
        await self._changed(ending, problems.not_your_seat(seat))

    async def _changed(self, link: Link, refusal: Problem) -> int:
        """The seat; when this returns, the sockets of this process have heard of it, or are closed."""
        outcome = await self._writer.link(link)
        if isinstance(outcome, Outranked):
            raise problems.outranked()
        if isinstance(outcome, LastDevice):
            raise problems.last_device()
        if isinstance(outcome, NoCookie):
            raise problems.no_cookie()
        if isinstance(outcome, Crowded):
            raise problems.too_many_devices()
        if not isinstance(outcome, Held):
            raise refusal
        if live := self._tables.known(link.table_id):
            try:
                await self._tables.refresh(live)
                await self._tables.seat_again(live)
            except Problem:  # it is stored: who asks must hear of the new link, which ends the one before
                live.close_watchers()
        return outcome.seat
