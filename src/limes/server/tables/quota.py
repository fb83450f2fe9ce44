"""How many unfinished tables, and bots at them, a guest and an address may have, and how many a day."""

import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from limes.server import problems
from limes.server.game import Setup
from limes.server.people import Caller
from limes.server.settings import Settings
from limes.server.tables.live_tables import LiveTables
from limes.server.tables.thinking import QUICK

DAY = 24 * 3600


def stand_ins(setup: Setup) -> int:
    """The seats at which a bot that searches may come to stand in; each counts as a bot."""
    return 0 if setup.stand_in in QUICK else len(setup.seats)


def counted_bots(setup: Setup) -> int:
    return max(setup.bots, stand_ins(setup))


class Quota:
    def __init__(self, tables: LiveTables, settings: Settings) -> None:
        self._tables = tables
        self._settings = settings
        self._tables_coming: Counter[str] = Counter()
        self._bots_coming: Counter[str] = Counter()

    @asynccontextmanager
    async def room(self, caller: Caller, tables: int = 0, bots: int = 0) -> AsyncIterator[None]:
        """Room for what is about to be stored; `Problem` if that is too much for the guest or the address.

        It counts before it is stored, so that many at once do not get past the limits. What is coming is
        looked at before the log is read: what is stored meanwhile may count twice, but never not at all.
        """
        both = (caller.guest, caller.network)
        for counted in both:
            self._tables_coming[counted] += tables
            self._bots_coming[counted] += bots
        try:
            if tables:
                await self._check_tables(caller)
            if bots:
                await self._check_bots(caller)
            yield
        finally:
            for counted in both:
                self._tables_coming[counted] -= tables
                self._bots_coming[counted] -= bots
                if not self._tables_coming[counted] and not self._bots_coming[counted]:
                    del self._tables_coming[counted], self._bots_coming[counted]

    async def _check_tables(self, caller: Caller) -> None:
        settings = self._settings
        coming, coming_near = self._tables_coming[caller.guest], self._tables_coming[caller.network]
        own, _bots = await self._tables.read(self._tables.log.count_unfinished, caller.guest)
        if own + coming > settings.tables_a_guest:
            raise problems.too_many_tables(settings.tables_a_guest)
        near, _bots, lately = await self._near(caller)
        if near + coming_near > settings.tables_an_address:
            raise problems.too_many_tables_of_address(settings.tables_an_address)
        if lately + coming_near > settings.tables_a_day:
            raise problems.too_many_tables_today(settings.tables_a_day)

    async def _check_bots(self, caller: Caller) -> None:
        settings = self._settings
        coming, coming_near = self._bots_coming[caller.guest], self._bots_coming[caller.network]
        _tables, own = await self._tables.read(self._tables.log.count_unfinished, caller.guest)
        if own + coming > settings.bots_a_guest:
            raise problems.too_many_bots(settings.bots_a_guest)
        _tables, near, _lately = await self._near(caller)
        if near + coming_near > settings.bots_an_address:
            raise problems.too_many_bots_of_address(settings.bots_an_address)

    async def _near(self, caller: Caller) -> tuple[int, int, int]:
        return await self._tables.read(self._tables.log.count_from, caller.network, time.time() - DAY)
