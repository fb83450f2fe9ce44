"""A backup of the database while the server runs."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine

from limes.rules import LimesError
from limes.server.store.engine import belongs_to, file_of, require_one_name, within_reach


def back_up(engine: Engine, target: Path) -> None:
    """A consistent copy; for SQLite a database file, for PostgreSQL an archive for `pg_restore`."""
    require_database(engine)
    if engine.dialect.name == "sqlite" and belongs_to(file_of(engine), target):
        raise LimesError("{file} belongs to the database itself; choose another name", file=target)
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # secrets are in it
    except FileExistsError:
        raise LimesError("{file} already exists and will not be overwritten", file=target) from None
    except OSError as error:
        raise LimesError("{file} cannot be written: {reason}", file=target, reason=error.strerror) from None
    try:
        if engine.dialect.name == "sqlite":
            _copy(file_of(engine), target.absolute())  # other names, such as :memory:, mean no file to SQLite
        else:
            _dump(engine, target)
    except BaseException:  # an interrupt, too: half a backup must not be taken for one
        target.unlink(missing_ok=True)
        raise


def require_database(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        file = file_of(engine)
        with within_reach():
            there = file.is_file() and file.stat().st_size
        if not there:
            raise LimesError("there is no database at {file}", file=file)
        require_one_name(file)


def _copy(database: Path, target: Path) -> None:
    try:
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
    except sqlite3.Error as error:
        require_room(error, target)
        raise LimesError("the database cannot be read: {reason}", reason=error) from None


def require_room(error: sqlite3.Error, target: Path) -> None:
    """`LimesError` if what went wrong is that the copy found no room."""
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        raise LimesError("{file} cannot be written: {reason}", file=target, reason=error) from None


def _dump(engine: Engine, target: Path) -> None:
    run_program(engine, "pg_dump", "--format=custom", f"--file={target}")


def run_program(engine: Engine, program: str, *arguments: str) -> None:
    """One of PostgreSQL's own, at work on this database."""
    url = engine.url.set(drivername="postgresql")
    password = url.password or url.query.get("password")
    environment = {**os.environ, "PGPASSWORD": str(password)} if password else None
    # anybody here sees the command line
    address = url.difference_update_query(["password"])._replace(password=None).render_as_string()
    printed(program, *arguments, f"--dbname={address}", environment=environment)


def printed(program: str, *arguments: str, environment: dict[str, str] | None = None) -> str:
    """What one of PostgreSQL's own says; `LimesError` if it fails or is not there."""
    if shutil.which(program) is None:
        raise LimesError("this needs {program}, which was not found", program=program)
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise LimesError("{program} failed: {reason}", program=program, reason=done.stderr.strip())
    return done.stdout
