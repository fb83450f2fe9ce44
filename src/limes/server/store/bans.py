"""Whom the operator keeps out, as it is stored; what the texts mean is for others to say."""

import time
from typing import NamedTuple

from sqlalchemy import delete, or_, select

from limes.server.store.log import Log
from limes.server.store.schema import BANS
from limes.server.store.seats import insert_new


class Ban(NamedTuple):
    """`who` is an address, a network, `guest:ID` or `client:MARK`; without `until` it holds for ever."""

    who: str
    created: float
    until: float | None
    reason: str


def read_bans(log: Log) -> list[Ban]:
    """Those that hold now, the newest first."""
    hold = or_(BANS.c.until.is_(None), BANS.c.until > time.time())
    wanted = select(*(BANS.c[name] for name in Ban._fields)).where(hold)
    with log.engine.begin() as connection:
        return [Ban._make(row) for row in connection.execute(wanted.order_by(BANS.c.created.desc()))]


def add_ban(log: Log, ban: Ban) -> None:
    """It takes the place of one for the same `who`; those that are over are cleared away."""
    with log.writing() as connection:
        connection.execute(delete(BANS).where(or_(BANS.c.until <= time.time(), BANS.c.who == ban.who)))
        insert_new(connection, BANS, [ban._asdict()])


def remove_ban(log: Log, who: str) -> bool:
    """Whether there was one."""
    with log.writing() as connection:
        return bool(connection.execute(delete(BANS).where(BANS.c.who == who)).rowcount)
