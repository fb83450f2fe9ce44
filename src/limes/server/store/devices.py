"""The devices of a seat: links made and claimed, devices ended, each in the transaction of its table."""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import BindParameter, Connection, and_, bindparam, delete, select, update

from limes.server.entries import (
    Claim,
    Crowded,
    Device,
    DeviceChange,
    EndDevices,
    Holding,
    LastDevice,
    Link,
    NewLink,
    NoCookie,
    Outranked,
    Stale,
)
from limes.server.store.schema import HOLDERS, SEATS
from limes.server.store.seats import insert_holdings, of_seat

ID_LETTERS = 16
_IDS: BindParameter[list[str]] = bindparam("ids", expanding=True)
_END_GUESTS, _END_LINKS = (
    delete(column.table).where(
        column.table.c.table_id == bindparam("table_id"),
        column.table.c.seat == bindparam("seat"),
        column.in_(_IDS),
    )
    for column in (HOLDERS.c.guest, SEATS.c.token_hash)
)
MOST_DEVICES = 20  # of a seat; somebody who makes guests without end fills no database with them


class Done(NamedTuple):
    """The seat that it is about, and what the others at the table hear of it, if anything."""

    seat: int
    change: DeviceChange | None = None


Refusal = Stale | Outranked | LastDevice | Crowded | NoCookie


def act(connection: Connection, link: Link) -> Done | Refusal:
    """The row of the table must be locked."""
    if isinstance(link, Claim):
        return _claim(connection, link)
    return _link(connection, link) if isinstance(link, NewLink) else _end(connection, link)


def devices_of(connection: Connection, table_id: str, seat: int) -> list[Device]:
    """Everything that holds a seat now, the first first."""
    guests = select(HOLDERS.c.guest, HOLDERS.c.since, HOLDERS.c.seen).where(
        of_seat(HOLDERS, table_id, seat), ~HOLDERS.c.away
    )
    links = select(SEATS.c.token_hash, SEATS.c.since, SEATS.c.seen).where(of_seat(SEATS, table_id, seat))

    def named(held_by: str) -> str:
        return sha256(f"device {table_id} {seat} {held_by}".encode()).hexdigest()[:ID_LETTERS]

    devices = [Device(named(guest), guest, None, *times) for guest, *times in connection.execute(guests)]
    devices += [Device(named(token), None, token, *times) for token, *times in connection.execute(links)]
    return sorted(devices, key=lambda device: (device.since, device.guest is None))


def own_device(devices: list[Device], guest: str | None, token_hash: str | None) -> Device | None:
    """That of who asks: the browser, else the link."""
    by_cookie = (device for device in devices if device.guest is not None and device.guest == guest)
    by_link = (device for device in devices if device.token_hash and device.token_hash == token_hash)
    return next(by_cookie, None) or next(by_link, None)


def _claim(connection: Connection, asked: Claim) -> Done | Refusal:
    same = and_(SEATS.c.table_id == asked.table_id, SEATS.c.token_hash == asked.token_hash)
    row = connection.execute(select(SEATS.c.seat, SEATS.c.gives).where(same)).one_or_none()
    if row is None:
        return Stale()
    seat, gives = row
    devices = devices_of(connection, asked.table_id, seat)
    if any(device.guest == asked.guest for device in devices):
        return Done(seat)
    if len(devices) >= MOST_DEVICES and not gives:
        return Crowded()
    if gives and asked.new:
        return NoCookie()
    if gives:
        _remove(connection, asked.table_id, seat, devices)
    insert_holdings(connection, [(asked.table_id, Holding(seat, guest=asked.guest, network=asked.network))])
    return Done(seat, "given" if gives else "added")


def _link(connection: Connection, asked: NewLink) -> Done | Refusal:
    devices = devices_of(connection, asked.table_id, asked.seat)
    own = own_device(devices, asked.guest, asked.by_token)
    if own is None:
        return Stale()
    ended = [device for device in devices if device.token_hash or asked.gives]
    if not all(own.may_end(device) for device in ended):
        return Outranked()
    connection.execute(delete(SEATS).where(of_seat(SEATS, asked.table_id, asked.seat)))
    link = Holding(asked.seat, asked.token_hash, network=asked.network)
    insert_holdings(connection, [(asked.table_id, link)])
    if asked.gives:
        connection.execute(update(SEATS).where(of_seat(SEATS, asked.table_id, asked.seat)).values(gives=True))
    return Done(asked.seat)


def _end(connection: Connection, asked: EndDevices) -> Done | Refusal:
    devices = devices_of(connection, asked.table_id, asked.seat)
    own = own_device(devices, asked.guest, asked.by_token)
    if own is None:
        return Stale()
    if asked.device is None:
        ended = [device for device in devices if device != own and own.may_end(device)]
    else:
        ended = [device for device in devices if device.id == asked.device]
        if not all(own.may_end(device) for device in ended):
            return Outranked()
        if len(ended) == len(devices):
            return LastDevice()
    if own in ended and asked.network:  # who may come back by the link still counts as playing there
        link = of_seat(SEATS, asked.table_id, asked.seat)
        connection.execute(update(SEATS).where(link).values(network=asked.network))
    _remove(connection, asked.table_id, asked.seat, ended)
    return Done(asked.seat, "ended" if ended else None)


def _remove(connection: Connection, table_id: str, seat: int, devices: Sequence[Device]) -> None:
    guests = [device.guest for device in devices if device.guest]
    links = [device.token_hash for device in devices if device.token_hash]
    for end, ids in ((_END_GUESTS, guests), (_END_LINKS, links)):
        connection.execute(end, {"table_id": table_id, "seat": seat, "ids": ids})
