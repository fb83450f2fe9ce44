"""What an operator does with the log: a backup while the server runs, and a check of every game."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from limes.rules import ROUNDS, LimesError
from limes.server.database import file_of
from limes.server.log import Log
from limes.server.reading import Counts
from limes.server.table import Table


def back_up(engine: Engine, target: Path) -> None:
    """A consistent copy; for SQLite a database file, for PostgreSQL an archive for `pg_restore`."""
    _require_database(engine)
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # secrets are in it
    except FileExistsError:
        raise LimesError("{file} is there already and is not overwritten", file=target) from None
    except OSError as error:
        raise LimesError("{file} cannot be written: {reason}", file=target, reason=error.strerror) from None
    try:
        if engine.dialect.name == "sqlite":
            _copy(file_of(engine), target)
        else:
            _dump(engine, target)
    except LimesError:
        target.unlink()
        raise


def check(engine: Engine) -> tuple[int, int]:
    """Replay every table: numbers without gaps, turns that the rules allow, orders promised, counts right."""
    _require_database(engine)
    log = Log(engine)
    turns = 0
    try:
        if engine.dialect.name == "sqlite":
            _check_file(engine)
        ids = log.table_ids()
        for table_id in ids:
            turns += _check_table(log, table_id)
    except DBAPIError as error:
        raise LimesError("the database cannot be read: {reason}", reason=str(error.orig)) from None
    return len(ids), turns


def _require_database(engine: Engine) -> None:
    if engine.dialect.name == "sqlite" and not file_of(engine).exists():
        raise LimesError("there is no database at {file}", file=file_of(engine))


def _copy(database: Path, target: Path) -> None:
    try:
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
    except sqlite3.Error as error:
        raise LimesError("the database cannot be read: {reason}", reason=error) from None


def _dump(engine: Engine, target: Path) -> None:
    if shutil.which("pg_dump") is None:
        raise LimesError("{program} is needed for this and was not found", program="pg_dump")
    url = engine.url.set(drivername="postgresql")
    environment = {**os.environ, "PGPASSWORD": str(url.password)} if url.password else None
    address = url._replace(password=None).render_as_string()  # anybody here sees the command line
    done = subprocess.run(
        ["pg_dump", "--format=custom", f"--file={target}", address],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    if done.returncode:
        raise LimesError("{program} failed: {reason}", program="pg_dump", reason=done.stderr.strip())


def _check_table(log: Log, table_id: str) -> int:
    stored, events, counts = log.all_of(table_id)
    table = Table(stored)
    try:
        for event in events:
            if event.number != table.last + 1:
                raise LimesError("event {number} is missing", number=table.last + 1)
            table.apply(event)
        turns = sum(event.kind == "turn" for event in events)
        found = Counts(table.last, ROUNDS * len(table.seats) - turns, table.finished)
        for name, counted, replayed in zip(Counts._fields, counts, found, strict=True):
            if counted != replayed:
                raise LimesError(
                    "{name} is {counted}, but its events make it {found}",
                    name=name,
                    counted=int(counted),
                    found=int(replayed),
                )
    except LimesError as error:
        raise LimesError("table {table}: {reason}", table=table_id, reason=error.message) from None
    if not table.committed():
        raise LimesError("table {table}: the cards are not those that were promised", table=table_id)
    return turns


def _check_file(engine: Engine) -> None:
    with engine.connect() as connection:
        found = connection.execute(text("PRAGMA integrity_check")).scalar_one()
    if found != "ok":
        raise LimesError("the database cannot be read: {reason}", reason=found)
