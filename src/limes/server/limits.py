"""How often a guest and an address may do what; the only place where requests are counted."""

import time
from collections import OrderedDict
from enum import Enum
from ipaddress import IPv6Address, IPv6Network
from typing import Self

from limes.server import problems

MOST_COUNTED = 100_000
GUESTS_AN_ADDRESS = 10  # who share an address share what this many guests may do
KEPT = 0.25  # of what an address may do at once, for those who come with a cookie


class Rate(Enum):
    """What is counted, with how many a second are allowed in the long run, and how many at once.

    What stays in the database, perhaps for ever, may come in numbers but not all day: seats that change
    hands, turns that are taken back, answers to puzzles.
    """

    CONNECTION = (10.0, 50.0)  # to be made; those beyond that wait to be let in
    REQUEST = (20.0, 100.0)
    FILE = (100.0, 1000.0)  # of the client; a first visit takes 250
    MESSAGE = (30.0, 150.0)
    TURN = (20.0, 100.0)
    NEW_TABLE = (0.2, 20.0)
    UNDO = (0.01, 1000.0)
    JOIN = (0.01, 40.0)
    SOCKET = (5.0, 60.0)
    END = (4.0, 40.0)
    STUDY = (4.0, 40.0)
    PICTURE = (0.5, 20.0)
    REVIEW = (0.05, 10.0)
    HINT = (0.5, 20.0)
    ANSWER = (0.01, 300.0)  # to puzzles
    OPINION = (0.000003, 0.3)  # how hard one puzzle is: three of an address, and as many every day

    def __new__(cls, speed: float, burst: float) -> Self:
        """A value of its own for each: two with the same figures would be one and the same."""
        rate = object.__new__(cls)
        rate._value_ = len(cls.__members__)
        return rate

    def __init__(self, speed: float, burst: float) -> None:
        self.speed = speed
        self.burst = burst
        # An enumeration's own hash, name and value are each looked up by a call; every message is counted.
        self.of_whom = f"{self.name} "


COUNTED_BITS = 56  # of IPv6: what most providers give to a household, with 256 networks of 64 bits in it


def counted_as(address: str) -> str:
    """The address, or for IPv6 the network of the household."""
    if ":" not in address:
        return address
    try:
        whole = IPv6Address(address)
        return str(whole.ipv4_mapped or IPv6Network((int(whole), COUNTED_BITS), strict=False))
    except ValueError:
        return address


class Bucket:
    """One connection's own: what may be taken at once, and fills up again with time."""

    def __init__(self, speed: float, burst: float) -> None:
        self.burst = burst
        self._speed = speed
        self._left = burst
        self._since = 0.0

    def take(self, number: float, now: float) -> bool:
        """Whether there was so much; what is taken is gone in either case, as long as the debt is small."""
        self._left = max(-self.burst, self._filled(now) - number)
        self._since = now
        return self._left >= 0

    def is_full(self, now: float) -> bool:
        return self._filled(now) >= self.burst

    def _filled(self, now: float) -> float:
        return min(self.burst, self._left + (now - self._since) * self._speed)


_Buckets = OrderedDict[str, tuple[float, float]]  # what is left, and since when


class Limits:
    """Buckets that fill up with time; whoever finds theirs empty is told when to come again."""

    def __init__(self, factor: float = 1.0) -> None:
        self._factor = factor
        self._addresses: _Buckets = OrderedDict()
        self._guests: _Buckets = OrderedDict()  # apart: an address can have any number of them

    def check(self, rate: Rate, address: str, guest: str | None = None, new: bool = False) -> None:
        """Count one more; `Problem` if it is one too many for the guest, or for the guest's address.

        A `new` guest came without a cookie, as our frames on others' pages do: an address may do less at once
        for them, so that they keep out nobody who is known there.
        """
        self._check(self._addresses, rate, address, GUESTS_AN_ADDRESS, KEPT if new else 0.0)
        if guest and not new:
            self._check(self._guests, rate, guest, 1)

    def _check(self, buckets: _Buckets, rate: Rate, whose: str, guests: int, kept: float = 0.0) -> None:
        most = self._factor * guests
        speed = most * rate.speed
        burst = max(1.0, most * rate.burst)
        now = time.monotonic()
        name = rate.of_whom + whose
        left, since = buckets.pop(name, (burst, now))
        left = min(burst, left + (now - since) * speed)
        least = 1 + kept * (burst - 1)
        allowed = left >= least
        buckets[name] = (left - 1 if allowed else left, now)
        if len(buckets) > MOST_COUNTED:
            buckets.popitem(last=False)
        if not allowed:
            raise problems.too_fast((least - left) / speed)
