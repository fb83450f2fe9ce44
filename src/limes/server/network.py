"""Where other devices of the same network reach this machine, found without sending anything."""

import socket
from ipaddress import IPv4Address

# An address in each kind of network that homes have, and one outside, which leads to the usual way out.
TARGETS = ("192.0.2.1", "192.168.255.254", "172.31.255.254", "10.255.255.254", "169.254.255.254")


def home_addresses() -> list[str]:
    """This machine's IPv4 addresses, the likeliest first: private ones, of these the one on the way out."""
    addresses = dict.fromkeys(address for target in TARGETS if (address := _source_towards(target)))
    usable = [
        each for each in map(IPv4Address, addresses) if not each.is_loopback and not each.is_unspecified
    ]
    return [str(each) for each in sorted(usable, key=lambda each: (not each.is_private, each.is_link_local))]


def _source_towards(target: str) -> str | None:
    """The address that packets to there would carry; connecting a datagram socket sends none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((target, 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address
