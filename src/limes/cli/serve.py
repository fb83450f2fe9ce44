"""`limes serve`: the game server, until it is interrupted."""

import sys
import webbrowser
from argparse import Namespace
from gettext import gettext as _

from limes.cli.extra import needs_server


def run(options: Namespace) -> None:
    with needs_server():
        from limes.server.process import (  # noqa: PLC0415
            listen,
            make_server,
            prepare_interpreter,
            prepare_logs,
        )
        from limes.server.settings import read_settings  # noqa: PLC0415
    given = {
        name: value
        for name in ("host", "port", "database", "origins", "log_level")
        if (value := getattr(options, name)) is not None
    }
    settings = read_settings(**given)
    prepare_logs(settings.log_level)
    with listen(settings, any_port=options.open and "port" not in given) as listening:
        server = make_server(settings, _opened if options.open else _say_address)
        prepare_interpreter()
        server.run([listening])


def _say_address(address: str) -> None:
    """For who started it by hand; a log stays JSON."""
    if sys.stderr.isatty():
        print(_("Limes is open at {address}; Ctrl-C ends it.").format(address=address), file=sys.stderr)


def _opened(address: str) -> None:
    print(_("Limes is open at {address}; Ctrl-C ends it.").format(address=address), flush=True)
    webbrowser.open(address)
