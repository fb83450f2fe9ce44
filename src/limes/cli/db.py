"""`limes db`: bring the server's database up to date, back it up, check every game in it."""

from argparse import Namespace
from gettext import gettext as _
from pathlib import Path

from limes.cli.extra import needs_server


def run(options: Namespace) -> None:
    with needs_server():
        from limes.server.settings import read_settings  # noqa: PLC0415
        from limes.server.store import (  # noqa: PLC0415
            back_up,
            open_engine,
            upgrade,
        )
        from limes.server.tables import check  # noqa: PLC0415
    engine = open_engine(options.database or read_settings().database)
    try:
        if options.action == "upgrade":
            upgrade(engine)
            said = _("the database is up to date")
        elif options.action == "backup":
            back_up(engine, Path(options.file))
            said = _("{file} holds the backup").format(file=options.file)
        else:
            tables, turns = check(engine)
            said = _("{tables} tables with {turns} turns replay without fault").format(
                tables=tables, turns=turns
            )
    finally:
        engine.dispose()
    print(said)
