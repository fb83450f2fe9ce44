"""By which names this server may be asked: a page elsewhere must not get in by a name that leads here.

An address in numbers leads to no other machine, and names that end in `.local` are given out in the same
network; any other name has to be this machine's own, or one that the operator gave.
"""

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from limes.server.settings import Settings

OF_ANY_MACHINE = ("localhost",)
THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")
ENDINGS = (".local", ".localhost")
ANY_BELOW = "*."
# A name or an address and perhaps a port; with any other sign, a link would lead elsewhere.
HOST = re.compile(r"(?:\[[^\[\]/?#@\\\s]+\]|[\w.-]+)(?::\d*)?")


class Hosts:
    """The names that are allowed, put together once."""

    def __init__(self, settings: Settings) -> None:
        links = (*settings.origins, settings.address)
        given = {_plain(host) for host in (*settings.hosts, settings.host)}
        self._names = {*OF_ANY_MACHINE, *_own_names(), *map(_host_of, links), *given} - {""}
        self._endings = (*ENDINGS, *(host[1:] for host in given if host.startswith(ANY_BELOW)))

    def allow(self, host: str) -> bool:
        """Whether the value of a Host header is a name of this server."""
        if not HOST.fullmatch(host.strip()):
            return False
        name = _plain(without_port(host))
        return name in self._names or name.endswith(self._endings) or _is_address(name)


def without_port(host: str) -> str:
    """The name alone; an IPv6 address stands in brackets."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]


def _own_names() -> Iterable[str]:
    """Without asking any other machine for them."""
    own = _plain(socket.gethostname())
    return (own, own.partition(".")[0])


def _host_of(link: str) -> str:
    return _plain(without_port(urlsplit(link).netloc.rpartition("@")[2]))


def _plain(host: str) -> str:
    return host.strip().lower().removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
