"""`limes db`: bring the server's database up to date, back it up, restore it, check every game in it."""

import sys
from argparse import Namespace
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

from limes.cli.extra import needs_server
from limes.cli.output import one_line
from limes.rules import LimesError

if TYPE_CHECKING:
    from sqlalchemy import Engine


def run(options: Namespace) -> None:
    with needs_server():
        from limes.server.settings import read_settings  # noqa: PLC0415
        from limes.server.store import (  # noqa: PLC0415
            back_up,
            in_a_sentence,
            open_engine,
            require_database,
            require_release,
            restore,
            upgrade,
        )
    engine = open_engine(options.database or read_settings().database)
    try:
        with in_a_sentence():
            if options.action == "upgrade":
                upgrade(engine)
                said = _("the database is up to date")
            elif options.action == "backup":
                back_up(engine, Path(options.file))
                said = _("the backup is in {file}").format(file=options.file)
            elif options.action == "restore":
                restore(engine, Path(options.file))
                said = _("the backup {file} has been restored").format(file=options.file)
            elif options.action == "purge":
                said = _purged(engine, options.dry_run)
            else:
                require_database(engine)
                require_release(engine)
                said = _checked(engine)
    finally:
        engine.dispose()
    print(one_line(said))


def _checked(engine: "Engine") -> str:
    """Every table with a fault has a line of its own; `LimesError` at the end counts them."""
    from limes.server.tables import check  # noqa: PLC0415

    faults = 0

    def tell(fault: LimesError) -> None:
        nonlocal faults
        faults += 1
        print(f"limes: {one_line(fault.message.text(_))}", file=sys.stderr)

    tables, turns = check(engine, tell)
    said = _("tables: {tables}, turns: {turns}; everything replays without an error").format(
        tables=tables, turns=turns
    )
    if faults:
        print(said)
        raise LimesError(
            "tables with errors: {count}; {command} deletes a table",
            count=faults,
            command="limes tables delete",
        )
    return said


def _purged(engine: "Engine", dry_run: bool) -> str:
    """In small steps, so that a running server goes on meanwhile."""
    from limes.server.settings import read_settings  # noqa: PLC0415
    from limes.server.store import Log, require_database, upgrade  # noqa: PLC0415
    from limes.server.tables import clear_now, due_steps  # noqa: PLC0415

    require_database(engine)
    upgrade(engine)
    log, settings = Log(engine), read_settings()
    if dry_run:
        steps = due_steps(log, settings, most=10**6)
        for step in steps:
            print(one_line(f"{step.does} {step.table.id}"))
        return _("tables that would change: {count}").format(count=len(steps))
    changed = 0
    while steps := due_steps(log, settings):
        done = clear_now(log, steps)
        changed += done
        if not done:
            break  # somebody is at every one of them again
    return _("tables that changed: {count}").format(count=changed)
