"""What an operator does with the log: a backup while the server runs, and a check of every game."""

import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from limes.rules import LimesError
from limes.server.log import Log
from limes.server.table import Table


def back_up(engine: Engine, target: Path) -> None:
    """A consistent copy; for SQLite a database file, for PostgreSQL an archive for `pg_restore`."""
    if target.exists():
        raise LimesError("{file} is there already and is not overwritten", file=target)
    if engine.dialect.name == "sqlite":
        with (
            closing(sqlite3.connect(str(engine.url.database))) as source,
            closing(sqlite3.connect(target)) as copy,
        ):
            source.backup(copy)
        return
    if shutil.which("pg_dump") is None:
        raise LimesError("{program} is needed for this and was not found", program="pg_dump")
    url = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    done = subprocess.run(
        ["pg_dump", "--format=custom", f"--file={target}", url], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise LimesError("{program} failed: {reason}", program="pg_dump", reason=done.stderr.strip())


def check(engine: Engine) -> tuple[int, int]:
    """Replay every table: numbers without gaps, turns that the rules allow, orders that were promised."""
    log = Log(engine)
    turns = 0
    try:
        if engine.dialect.name == "sqlite":
            _check_file(engine)
        ids = log.table_ids()
    except DBAPIError as error:
        raise LimesError("the database cannot be read: {reason}", reason=str(error.orig)) from None
    for table_id in ids:
        turns += _check_table(log, table_id)
    return len(ids), turns


def _check_table(log: Log, table_id: str) -> int:
    loaded = log.load(table_id)
    assert loaded
    stored, events = loaded
    table = Table(stored)
    try:
        for event in events:
            if event.number != table.last + 1:
                raise LimesError("event {number} is missing", number=table.last + 1)
            table.apply(event)
    except LimesError as error:
        raise LimesError("table {table}: {reason}", table=table_id, reason=error.message) from None
    if not table.committed():
        raise LimesError("table {table}: the cards are not those that were promised", table=table_id)
    return sum(event.kind == "turn" for event in events)


def _check_file(engine: Engine) -> None:
    with engine.connect() as connection:
        found = connection.execute(text("PRAGMA integrity_check")).scalar_one()
    if found != "ok":
        raise LimesError("the database cannot be read: {reason}", reason=found)
