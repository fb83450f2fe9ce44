"""Whom the operator keeps out: addresses, networks, guests, and addresses known only by their mark."""

import re
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_network

from limes.rules import LimesError
from limes.server import problems
from limes.server.limits import COUNTED_BITS, counted_as
from limes.server.people.addresses import AddressMarks
from limes.server.store import Ban

GUEST = "guest:"
CLIENT = "client:"
COMPLETE = re.compile(r"guest:[0-9a-z]{20}|client:[0-9]{4}W[0-9]{2}-[0-9a-f]{12}")
MAPPED_BITS = 96  # before an IPv4 address that is written as one of IPv6
MOST_REMEMBERED = 10_000  # addresses of which is known whether they are kept out


def canonical(who: str) -> str:
    """How a ban is stored: as clients are counted, by IPv4 address or by IPv6 network of 56 bits."""
    if who.startswith((GUEST, CLIENT)) and who.partition(":")[2]:
        return who
    try:
        network = _as_counted(ip_network(counted_as(who), strict=False))
    except ValueError:
        raise LimesError(
            "{who!r} is none of these: an address, a network such as 203.0.113.0/24, guest:ID, client:MARK",
            who=who,
        ) from None
    return str(network.network_address) if network.num_addresses == 1 else str(network)


def require_complete(who: str) -> None:
    """`LimesError` for a guest or a mark that nobody can have: one that was cut short keeps nobody out."""
    if who.startswith((GUEST, CLIENT)) and not COMPLETE.fullmatch(who):
        raise LimesError(
            "{who!r} is not complete: a guest's ID has 20 letters and digits (see {tables}), "
            "a client's mark is like {mark} (see the logs)",
            who=who,
            tables="limes tables show",
            mark="client:2026W47-0123456789ab",
        )


def _as_counted(network: IPv4Network | IPv6Network) -> IPv4Network | IPv6Network:
    """As clients are: never by less than a household, and IPv4 never as it is written in IPv6."""
    if isinstance(network, IPv4Network):
        return network
    mapped = network.network_address.ipv4_mapped
    if mapped and network.prefixlen >= MAPPED_BITS:
        return IPv4Network((mapped, network.prefixlen - MAPPED_BITS))
    return network.supernet(new_prefix=COUNTED_BITS) if network.prefixlen > COUNTED_BITS else network


class Bans:
    """Those that hold now; whoever asks is compared with all of them once and then remembered."""

    def __init__(self, marks: AddressMarks, bans: Sequence[Ban]) -> None:
        self._marks = marks
        self._all: set[str] = set()
        self.replace(bans)

    def replace(self, bans: Sequence[Ban]) -> bool:
        """Whether they keep out others than before."""
        before, self._all = self._all, {who for who, *_rest in bans}
        self._guests = {who.removeprefix(GUEST) for who, *_rest in bans if who.startswith(GUEST)}
        self._clients = {who.removeprefix(CLIENT) for who, *_rest in bans if who.startswith(CLIENT)}
        self._networks = [network for who, *_rest in bans if (network := _network(who))]
        self._known: dict[str, bool] = {}
        return self._all != before

    def check(self, address: str, guest: str) -> None:
        """`Problem` for whoever is kept out; the address as it is counted for the limits."""
        if guest in self._guests or self._keeps_out(address):
            raise problems.banned()

    def _keeps_out(self, address: str) -> bool:
        if not self._networks and not self._clients:
            return False
        if address not in self._known:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            self._known[address] = self._in_a_network(address) or self._has_a_mark(address)
        return self._known[address]

    def _in_a_network(self, address: str) -> bool:
        try:
            asked = ip_network(address)
        except ValueError:  # no address: a socket of the machine itself
            return False
        return any(_within(asked, network) for network in self._networks)

    def _has_a_mark(self, address: str) -> bool:
        return any(self._marks.mark(address, mark.partition("-")[0]) == mark for mark in self._clients)


def _network(who: str) -> IPv4Network | IPv6Network | None:
    """None for a guest, a mark, or what nobody can be; only a damaged database has that."""
    try:
        return _as_counted(ip_network(who))  # kept by a release that counted otherwise, perhaps
    except ValueError:
        return None


def means(stored: str, who: str) -> bool:
    """Whether a ban that is stored keeps out just those whom a canonical one does."""
    return who in (stored, str(_network(stored)))


def _within(asked: IPv4Network | IPv6Network, network: IPv4Network | IPv6Network) -> bool:
    if isinstance(asked, IPv4Network):
        return isinstance(network, IPv4Network) and asked.subnet_of(network)
    return isinstance(network, IPv6Network) and asked.subnet_of(network)
