"""Bots think in threads of their own, a few at a time, so that nobody at a table waits for another's bot."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import TypeVar

from limes.bots import Budget, View, make_bot
from limes.rules import Turn
from limes.server.table import Table

T = TypeVar("T")


class Thinking:
    """The bounded pool; bots wait there for their thread, people never do."""

    def __init__(self, threads: int, seconds: float) -> None:
        self._pool = ThreadPoolExecutor(threads, "limes-bot")
        self._budget = Budget(seconds=seconds)

    async def choose(self, table: Table, seat: int, bot: str) -> Turn:
        """A bot's turn; it is shown the others' landscapes as of the last complete round."""
        card = table.card
        assert card is not None
        others = tuple(land for number, land in enumerate(table.landscapes) if number != seat)
        view = View(table.landscapes[seat], card, others)
        seed = _seed(table, seat)
        return await self.run(lambda: make_bot(bot, seed).choose(view, self._budget))

    async def run(self, call: Callable[[], T]) -> T:
        """Something else that takes time, in its turn among the bots."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, call)

    def stop(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


def _seed(table: Table, seat: int) -> int:
    """The nonce is in it, so that nobody can work out a bot's turn before the round opens."""
    digest = sha256(f"{table.stored.nonce}:{table.round}:{seat}".encode()).digest()
    return int.from_bytes(digest[:6], "big")
