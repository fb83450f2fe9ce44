"""`limes serve`: the game server, until it is interrupted."""

from argparse import Namespace

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
    server = make_server(settings)
    prepare_interpreter()
    server.run()
