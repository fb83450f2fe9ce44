"""Tables on their way from the log into memory."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from limes.server.lines import ASKING
from limes.server.tables.live import Live


class Loading:
    """Each address that asks for a table reads it for itself, so that nobody waits in the line of another."""

    def __init__(self, load: Callable[[str], Coroutine[Any, Any, Live]]) -> None:
        self._load = load
        self._tasks: dict[str, dict[str, asyncio.Task[Live]]] = {}  # by table and by address

    async def wait(self, table_id: str) -> Live:
        address = ASKING.get()
        tasks = self._tasks.setdefault(table_id, {})
        if address not in tasks:
            tasks[address] = asyncio.create_task(self._load(table_id))
            tasks[address].add_done_callback(partial(self._end, table_id, address))
        return await asyncio.shield(tasks[address])

    def afterwards(self, table_id: str, call: Callable[[str], None]) -> None:
        """When a table has come that is being read now: what is read may be older than what has happened."""
        for task in self._tasks.get(table_id, {}).values():
            task.add_done_callback(lambda _: call(table_id))

    def _end(self, table_id: str, address: str, task: asyncio.Task[Live]) -> None:
        tasks = self._tasks[table_id]
        del tasks[address]
        if not tasks:
            del self._tasks[table_id]
        if not task.cancelled():
            task.exception()  # looked at, as whoever waited for it may have gone
