"""The server's own secrets: they are drawn when they are first needed, and all processes share them."""

import re
import secrets
from typing import NamedTuple

from sqlalchemy import Connection, delete, select

from limes.server.store.log import Log
from limes.server.store.schema import KEYS
from limes.server.store.seats import insert_new

_SIGNING = "signing"
_NUMBERED = re.compile(rf"{_SIGNING}(?: \d{{1,9}})?", re.ASCII)


class Keys(NamedTuple):
    """Keys that sign cookies, the newest last; one each for invitations, marks in logs, and deals of days."""

    signing: tuple[str, ...]
    links: str
    addresses: str
    days: str


def read_keys(log: Log) -> Keys:
    """Drawn by whoever needs them first."""
    with log.engine.begin() as connection:
        stored = _stored(connection)
    if not {"links", "addresses", "days"} <= stored.keys() or not _signing(stored):
        with log.writing() as connection:
            stored = _complete(connection)
    return Keys(_newest_last(stored), stored["links"], stored["addresses"], stored["days"])


def rotate_keys(log: Log) -> None:
    """A new key signs from now on; cookies that an older one signed are still good, and are renewed."""
    with log.writing() as connection:
        newest = max(map(_number, _signing(_complete(connection))))
        _draw(connection, f"{_SIGNING} {newest + 1}")


def forget_keys(log: Log) -> int:
    """Cookies of all keys but the newest are good no longer; how many keys that were."""
    with log.writing() as connection:
        old = sorted(_signing(_stored(connection)), key=_number)[:-1]
        connection.execute(delete(KEYS).where(KEYS.c.name.in_(old)))
    return len(old)


def _complete(connection: Connection) -> dict[str, str]:
    """All keys; those that are missing are drawn."""
    if not _signing(_stored(connection)):
        _draw(connection, _SIGNING)
    for name in ("links", "addresses", "days"):
        _draw(connection, name)
    return _stored(connection)


def _draw(connection: Connection, name: str) -> None:
    insert_new(connection, KEYS, [{"name": name, "value": secrets.token_hex(32)}])


def _stored(connection: Connection) -> dict[str, str]:
    return {row.name: row.value for row in connection.execute(select(KEYS))}


def _signing(stored: dict[str, str]) -> list[str]:
    return [name for name in stored if _NUMBERED.fullmatch(name)]


def _newest_last(stored: dict[str, str]) -> tuple[str, ...]:
    return tuple(stored[name] for name in sorted(_signing(stored), key=_number))


def _number(name: str) -> int:
    """The first key has none."""
    return int(name.partition(" ")[2] or 1)
