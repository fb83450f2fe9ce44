"""`limes serve`: the game server, until it is interrupted."""

import socket
import webbrowser
from argparse import Namespace
from gettext import gettext as _

from limes.cli.extra import needs_server
from limes.rules import LimesError


def run(options: Namespace) -> None:
    with needs_server():
        from pydantic import ValidationError  # noqa: PLC0415

        from limes.server.running import make_server, prepare_interpreter, prepare_logs  # noqa: PLC0415
        from limes.server.settings import Settings  # noqa: PLC0415
    given = {
        name: value
        for name in ("host", "port", "database", "origins", "log_level")
        if (value := getattr(options, name)) is not None
    }
    try:
        settings = Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        raise LimesError(
            "setting {name}: {reason}", name=".".join(map(str, first["loc"])), reason=first["msg"]
        ) from None
    prepare_logs(settings.log_level)
    if options.open and "port" not in given and _in_use(settings.host, settings.port):
        settings = settings.model_copy(update={"port": 0})
    server = make_server(settings, _opened if options.open else None)
    prepare_interpreter()
    server.run()


def _in_use(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except OSError:
        return False


def _opened(address: str) -> None:
    print(_("Limes is open at {address}; Ctrl-C ends it.").format(address=address), flush=True)
    webbrowser.open(address)
