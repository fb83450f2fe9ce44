"""The engine for SQLite or PostgreSQL, and bringing its tables up to date."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from platformdirs import user_data_path
from sqlalchemy import Engine, ExceptionContext, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from limes.rules.message import LimesError

PATIENCE = 4  # seconds that anybody waits for a connection, or for another program to end its writing
# A PostgreSQL that does not answer any more, or a network that swallows everything, is noticed in time.
NOT_FOR_LONG: dict[str, Any] = {
    "connect_timeout": PATIENCE,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 8_000,
}
LOCK_SECONDS = 2.0  # for which a row that somebody else holds is waited for
SILENT_SECONDS = 10.0  # after which PostgreSQL lets go of what a process holds that has vanished
POSTGRESQL_READS_ONLY = ("25006",)
POSTGRESQL_IN_USE = ("55P03", "40P01")  # waited too long for a lock, or for each other
BESIDE = ("-wal", "-shm", "-journal")  # which SQLite may keep beside a database
UPGRADING = 7_110_114  # the advisory lock under which one process at a time changes the tables
# Whoever wants to change a table that somebody reads, such as a backup, keeps out all who come after.
UPGRADE_LOCK_SECONDS = 0.5
UPGRADE_PAUSE = 2.0  # in which those go on
UPGRADE_TRIES = 20


class InUseError(Exception):
    """Somebody else has them; perhaps not for long."""


def default_database() -> str:
    try:
        folder = user_data_path("limes", appauthor=False)
    except RuntimeError as error:  # a user without a home
        raise LimesError("the database cannot be opened: {reason}", reason=error) from None
    return f"sqlite:///{folder / 'tables.sqlite'}"


def parsed(database: str) -> URL:
    try:
        url = make_url(database)
    except (ArgumentError, ValueError):  # a port that is no number
        raise _unknown(database) from None
    # SQLite's own options could lead to another file than the one that is made and locked
    if url.drivername != "postgresql+psycopg" and (url.drivername != "sqlite" or "?" in database):
        raise _unknown(database)
    return url


def open_engine(database: str, connections: int = 8, pooled: bool = False) -> Engine:
    """`pooled`: each transaction may run on another connection, so that no statement is prepared."""
    url = parsed(database)
    if url.drivername == "sqlite":
        return _sqlite(url, connections)
    # a database made in the locale C would give bytes
    options: dict[str, Any] = {"client_encoding": "utf8", **NOT_FOR_LONG}
    if pooled:
        options["prepare_threshold"] = None
    engine = create_engine(
        url,
        pool_pre_ping=True,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=PATIENCE,
        connect_args=options,
        hide_parameters=True,
    )
    event.listen(engine, "handle_error", _look_for_another)
    if not pooled:  # a pooler's connection is somebody else's the next moment
        event.listen(engine, "connect", _hold_nobody_up)
    return engine


def _look_for_another(context: ExceptionContext) -> None:
    """Connections to a database that only reads, as a standby does, are given up: another may write now."""
    if getattr(context.original_exception, "sqlstate", None) in POSTGRESQL_READS_ONLY:
        context.is_disconnect = True


def _hold_nobody_up(connection: Any, _record: Any) -> None:
    waits = {"lock_timeout": LOCK_SECONDS, "idle_in_transaction_session_timeout": SILENT_SECONDS}
    for name, seconds in waits.items():
        connection.execute(f"SET {name} = {round(1000 * seconds)}")
    connection.commit()


def files_beside(database: Path) -> list[Path]:
    return [database.with_name(database.name + end) for end in BESIDE]


def belongs_to(database: Path, file: Path) -> bool:
    """Whether a file is one that SQLite or we keep beside a database, and remove."""
    ours = [database.with_name(f"{database.name}.{end}") for end in ("restoring", "serving")]
    beside = [name for each in (database, database.resolve(), *ours) for name in files_beside(each)]
    return file.resolve() in {name.resolve() for name in (*ours, *beside)}


def file_of(engine: Engine) -> Path:
    """The file of an SQLite database."""
    return Path(str(engine.url.database)).absolute()


def upgrade(engine: Engine, version: str = "head") -> None:
    """Make the database, or bring its tables up to date; several processes may try at once."""
    if engine.dialect.name == "sqlite":
        make_file(file_of(engine))
    for _ in range(UPGRADE_TRIES):
        try:
            with in_a_sentence():
                return _upgrade(engine, version)
        except CommandError:
            raise _other_release() from None
        except InUseError:
            time.sleep(UPGRADE_PAUSE)
    raise LimesError(
        "the database must be brought up to date, but another session, such as a backup, is using its tables"
    )


def _upgrade(engine: Engine, version: str) -> None:
    config = _migrations()
    with engine.execution_options(writing=True).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
            connection.execute(text("SET LOCAL lock_timeout = 0"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADING})
            connection.execute(text(f"SET LOCAL lock_timeout = {round(1000 * UPGRADE_LOCK_SECONDS)}"))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, version)
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) in POSTGRESQL_IN_USE:
                raise InUseError from None
            raise


def require_release(engine: Engine) -> None:
    """`LimesError` where a release wrote the database that this one does not know."""
    try:
        with in_a_sentence(), engine.connect() as connection:
            version = MigrationContext.configure(connection).get_current_revision()
        if version:
            ScriptDirectory.from_config(_migrations()).get_revision(version)
    except CommandError:
        raise _other_release() from None


@contextmanager
def in_a_sentence() -> Iterator[None]:
    """Where the database cannot be reached, or is damaged, its operator reads one line."""
    try:
        yield
    except DBAPIError as error:
        reason = str(error.orig).partition("\n")[0]
        raise LimesError("the database cannot be opened: {reason}", reason=reason) from None
    except UnicodeEncodeError as error:
        raise LimesError(
            "{text!r} is not text in UTF-8, as the database needs it", text=error.object
        ) from None


def _other_release() -> LimesError:
    return LimesError(
        "the database belongs to another release of Limes: older than 0.1, or newer than this one"
    )


def _migrations() -> Config:
    config = Config()
    folder = str(files("limes.server.store") / "migrations")
    config.set_main_option("script_location", folder.replace("%", "%%"))  # as its reader wants it
    return config


def _sqlite(url: URL, connections: int) -> Engine:
    if not url.database or url.database == ":memory:":
        raise LimesError("tables need a database that lasts; use {example}", example="sqlite:///FILE")
    engine = create_engine(
        url,
        pool_size=connections,
        pool_timeout=PATIENCE,
        connect_args={"timeout": PATIENCE, "check_same_thread": False},
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so, below
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        options = connection.get_execution_options()
        if options.get("transaction", True):
            connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writing", False) else "BEGIN")

    return engine


def make_file(file: Path) -> None:
    """Only its owner reads it: the orders of the cards to come are in it, and the key that signs cookies."""
    with within_reach():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
    require_one_name(file)


@contextmanager
def within_reach() -> Iterator[None]:
    """`LimesError` where the database's folder cannot be looked into or written."""
    try:
        yield
    except OSError as error:
        raise LimesError("the database cannot be opened: {reason}", reason=error.strerror) from None


def require_one_name(file: Path) -> None:
    """SQLite keeps what is not yet in the file, and its locks, beside each name: two would destroy it."""
    if file.is_file() and file.stat().st_nlink > 1:
        raise LimesError(
            "{file} has another name (a hard link), under which SQLite could damage it; "
            "remove one of the two, or make it a symbolic link",
            file=file,
        )


def _unknown(database: str) -> LimesError:
    return LimesError(
        "the database must be {sqlite} or {postgresql}, not {database!r}",
        sqlite="sqlite:///FILE",
        postgresql="postgresql+psycopg://USER@HOST/NAME",
        database=_without_password(database),
    )


def _without_password(database: str) -> str:
    """How it begins, for what follows may hold one anywhere; a file has none."""
    way, colon, _rest = database.partition("://")
    if way == "sqlite" or not (colon or "@" in database):
        return database
    return f"{way}://…" if colon else "…"
