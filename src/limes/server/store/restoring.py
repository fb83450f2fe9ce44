"""A backup becomes a database again. Nothing that is there is overwritten."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine, MetaData, inspect

from limes.rules import LimesError
from limes.server.store.backup import printed, require_room, run_program
from limes.server.store.engine import (
    belongs_to,
    file_of,
    files_beside,
    make_file,
    open_engine,
    upgrade,
    within_reach,
)
from limes.server.store.schema import METADATA
from limes.server.store.sole_server import SoleServer

# A line of an archive's contents, such as `215; 1259 16386 TABLE public tables limes`
ENTRY = re.compile(r"\d+; \d+ \d+ (?P<kind>[A-Z][A-Z ]*[A-Z]) \S+ (?P<name>\S+) .*")
OF_TABLES = {"TABLE", "TABLE DATA", "SEQUENCE", "SEQUENCE OWNED BY", "SEQUENCE SET", "DEFAULT"} | {
    "CONSTRAINT",
    "FK CONSTRAINT",
    "INDEX",
}
VERSION = "alembic_version"


def restore(engine: Engine, backup: Path) -> None:
    """Into a file that is not there yet or an empty database of PostgreSQL; it is brought up to date, too."""
    try:
        there = backup.is_file()
    except OSError as error:
        raise _unreadable(backup, error.strerror) from None
    if not there:
        raise LimesError("there is no backup at {file}", file=backup)
    if engine.dialect.name == "sqlite":
        if belongs_to(file_of(engine), backup):
            raise LimesError("{file} belongs to the database itself; choose another name", file=backup)
        _restore_file(file_of(engine), backup)
    else:
        _restore_archive(engine, backup)


def _restore_file(database: Path, backup: Path) -> None:
    """Where no server is, nor comes before it is done."""
    alone = SoleServer(database)
    try:
        _restore_alone(database, backup)
    finally:
        alone.remove()


def _restore_alone(database: Path, backup: Path) -> None:
    """Under another name at first, so that nobody ever finds half of it."""
    with within_reach():
        existing = [there for there in (database, *files_beside(database)) if there.exists()]
    if existing:
        raise LimesError("{file} already exists and will not be overwritten", file=existing[0])
    beside = database.with_name(f"{database.name}.restoring")
    _remove(beside)
    try:
        make_file(beside)
        with closing(sqlite3.connect(_to_read(backup), uri=True)) as source:
            _require_sound(source, backup)
            with closing(sqlite3.connect(beside)) as copy:
                source.backup(copy)
        restored = open_engine(f"sqlite:///{beside}")
        try:
            _bring_up_to_date(restored, backup)
        finally:
            restored.dispose()
        beside.replace(database)
    except sqlite3.Error as error:
        require_room(error, database)
        raise _unreadable(backup, error) from None
    finally:
        _remove(beside)


def _remove(database: Path) -> None:
    for file in (database, *files_beside(database)):
        file.unlink(missing_ok=True)


def _to_read(backup: Path) -> str:
    """Its address. Alone, it is read as it is: SQLite would write beside it, perhaps where nobody may."""
    alone = not any(there.exists() for there in files_beside(backup))
    return f"{backup.absolute().as_uri()}?mode=ro{'&immutable=1' if alone else ''}"


def _require_sound(source: sqlite3.Connection, backup: Path) -> None:
    verdict = source.execute("PRAGMA quick_check(1)").fetchone()[0]
    made = set(source.execute("SELECT type, name FROM sqlite_master WHERE type != 'index'"))
    if verdict != "ok":
        raise _unreadable(backup, verdict)
    # a trigger that somebody else put there would go on working in the server's database
    if ("table", VERSION) not in made or {kind for kind, _name in made} != {"table"}:
        raise LimesError("{file} is not a backup of Limes", file=backup)


def _unreadable(backup: Path, reason: object) -> LimesError:
    return LimesError("the backup {file} cannot be read: {reason}", file=backup, reason=reason)


def _restore_archive(engine: Engine, backup: Path) -> None:
    if inspect(engine).get_table_names():
        raise LimesError("the database {name} is not empty; restore into a new one", name=engine.url.database)
    _require_own(backup)
    options = ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"]
    run_program(engine, "pg_restore", *options, str(backup.absolute()))
    try:
        _bring_up_to_date(engine, backup)
    except LimesError:
        _empty(engine)
        raise


def _bring_up_to_date(restored: Engine, backup: Path) -> None:
    """A copy whose tables are not those that its version says would only fail later."""
    upgrade(restored)
    there = inspect(restored)
    names = set(there.get_table_names()) - {VERSION}
    columns = {name: {column["name"] for column in there.get_columns(name)} for name in names}
    if columns != {name: set(table.columns.keys()) for name, table in METADATA.tables.items()}:
        raise LimesError("{file} is not a backup of Limes", file=backup)


def _empty(engine: Engine) -> None:
    """As it was before."""
    restored = MetaData()
    with engine.begin() as connection:
        restored.reflect(connection)
        restored.drop_all(connection)


def _require_own(backup: Path) -> None:
    """By what the archive says of itself: another program's would stand beside our tables."""
    listed = printed("pg_restore", "--list", str(backup.absolute()))
    entries = [entry for line in listed.splitlines() if (entry := ENTRY.fullmatch(line))]
    tables = {entry["name"] for entry in entries if entry["kind"] == "TABLE"}
    if VERSION not in tables or not {entry["kind"] for entry in entries} <= OF_TABLES:
        raise LimesError("{file} is not a backup of Limes", file=backup)
