"""Processor time that an address may use."""

import time
from collections import OrderedDict
from collections.abc import Callable

from limes.server import problems
from limes.server.limits import MOST_COUNTED


class Allowance:
    """Processor time for each address: a stock that fills up again, by `share` of a second every second."""

    def __init__(self, share: float, stock: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._share = share
        self._stock = stock
        self._clock = clock
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def charge(self, address: str, seconds: float) -> None:
        self._spent[address] = (self._of(address) + seconds, self._clock())
        self._spent.move_to_end(address)
        if len(self._spent) > MOST_COUNTED:
            self._spent.popitem(last=False)

    def overdrawn(self, address: str) -> bool:
        return self._of(address) >= self._stock

    def check(self, address: str) -> None:
        """`Problem` says when there is time again for an address that used up its own."""
        over = self._of(address) - self._stock
        if over >= 0:
            raise problems.too_fast(over / self._share)

    def _of(self, address: str) -> float:
        spent, since = self._spent.get(address, (0.0, 0.0))
        return max(0.0, spent - (self._clock() - since) * self._share)
