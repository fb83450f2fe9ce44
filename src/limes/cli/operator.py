"""What the commands of a server's operator share."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from limes.cli.extra import needs_server

if TYPE_CHECKING:
    from limes.server.store import Log


@contextmanager
def opened_log(database: str | None) -> Iterator["Log"]:
    """The log of a database that is there, brought up to date."""
    with needs_server():
        from limes.server.settings import read_settings  # noqa: PLC0415
        from limes.server.store import (  # noqa: PLC0415
            Log,
            in_a_sentence,
            open_engine,
            require_database,
            upgrade,
        )
    engine = open_engine(database or read_settings().database)
    try:
        require_database(engine)
        upgrade(engine)
        with in_a_sentence():
            yield Log(engine)
    finally:
        engine.dispose()


def moment(seconds: float) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
    except (OverflowError, TypeError, ValueError, OSError):  # in a damaged database
        return "?"
