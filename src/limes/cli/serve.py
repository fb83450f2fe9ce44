"""`limes serve`: the game server, until it is interrupted."""

import sys
import webbrowser
from argparse import Namespace
from gettext import gettext as _

from limes.cli.extra import needs_server
from limes.rules import LimesError

EVERYWHERE = "0.0.0.0"
THIS_MACHINE = "127.0.0.1"


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
        for name in ("host", "port", "database", "origins", "bots", "log_level")
        if (value := getattr(options, name)) is not None
    }
    room = _room(options) if options.lan else []
    if room:
        given["host"] = EVERYWHERE
    settings = read_settings(**given)
    prepare_logs(settings.log_level)
    with listen(settings, any_port=options.open and "port" not in given) as listening:
        addresses = [f"http://{address}:{listening.getsockname()[1]}" for address in room]
        if addresses:
            settings = settings.model_copy(update={"address": addresses[0]})

        def started(address: str) -> None:
            if addresses:
                _welcome(addresses, address.replace(EVERYWHERE, THIS_MACHINE), options.open)
            elif options.open:
                _opened(address)
            else:
                _say_address(address)

        server = make_server(settings, started)
        prepare_interpreter()
        server.run([listening])


def _room(options: Namespace) -> list[str]:
    """The addresses that other devices may use."""
    from limes.server.network import home_addresses  # noqa: PLC0415

    if options.host is not None:
        raise LimesError(
            "{option} finds the address by itself; leave out {other}", option="--lan", other="--host"
        )
    found = home_addresses()
    if not found:
        raise LimesError(
            "this computer is on no network where others could reach it; connect it to one, "
            "or leave out {option}",
            option="--lan",
        )
    return found


def _welcome(addresses: list[str], here: str, opening: bool) -> None:
    from limes.cli.lan import invite  # noqa: PLC0415
    from limes.cli.terminal import Terminal  # noqa: PLC0415

    invite(Terminal(), f"{addresses[0]}/", here=here, others=[f"{address}/" for address in addresses[1:]])
    sys.stdout.flush()
    if opening:
        webbrowser.open(here)


def _say_address(address: str) -> None:
    """For who started it by hand; a log stays JSON."""
    if sys.stderr.isatty():
        print(
            _("Limes is running at {address}; press Ctrl-C to stop it.").format(address=address),
            file=sys.stderr,
        )


def _opened(address: str) -> None:
    print(_("Limes is running at {address}; press Ctrl-C to stop it.").format(address=address), flush=True)
    webbrowser.open(address)
