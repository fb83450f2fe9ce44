"""A table in memory with those who look at it: what happens is sent to everybody who may see it."""

import asyncio
from collections.abc import Iterable

from limes.server import views
from limes.server.entries import Event
from limes.server.table import Table

MOST_WAITING = 300  # messages for a client that does not read; then it must connect again


class Watcher:
    """A client's outbox. Who holds seats gets their offers; who does not read is closed."""

    def __init__(
        self, seats: Iterable[int] = (), guest: str | None = None, token_hash: str | None = None
    ) -> None:
        self.seats = frozenset(seats)
        self.guest = guest
        self.token_hash = token_hash
        self.full = False
        self.closing = False
        self._messages: list[str] = []
        self._wake = asyncio.Event()

    def send(self, message: str) -> None:
        if len(self._messages) >= MOST_WAITING:
            self.full = True
        else:
            self._messages.append(message)
        self._wake.set()

    def close(self) -> None:
        """Send what is waiting, then end."""
        self.closing = True
        self._wake.set()

    async def next(self) -> str | None:
        """The messages that are waiting, each on a line; None when the client is to be closed."""
        while not self._messages and not self.full and not self.closing:
            self._wake.clear()
            await self._wake.wait()
        if not self._messages or self.full:
            return None
        waiting = "\n".join(self._messages)
        self._messages.clear()
        return waiting


class Live:
    """A table, its watchers, and what this process does for it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.watchers: set[Watcher] = set()
        self.elsewhere: dict[str, tuple[float, frozenset[int]]] = {}
        self.thinking: set[tuple[int, int]] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.changed = asyncio.Event()
        self.refreshing = asyncio.Lock()
        self.pins = 0

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory."""
        return bool(self.watchers or self.thinking or self.timer or self.pins)

    def apply(self, event: Event) -> None:
        """The next event happens; every watcher hears of it."""
        table = self.table
        before = table.round
        table.apply(event)
        if self.watchers:
            message = views.dumps(views.event(table, event))
            for watcher in self.watchers:
                watcher.send(message)
            if table.round != before and table.running:
                self.send_offers()
        self.changed.set()
        self.changed = asyncio.Event()

    def send_offers(self) -> None:
        """Each holder gets what may be done with the card that was turned up."""
        offers: dict[int, str] = {}
        for watcher in self.watchers:
            for seat in watcher.seats:
                if seat not in offers:
                    offers[seat] = views.own_seat(self.table, seat)
                watcher.send(offers[seat])

    def present(self) -> list[int]:
        """The seats that somebody is connected for, here or at another process."""
        seats = {seat for watcher in self.watchers for seat in watcher.seats}
        for _heard, elsewhere in self.elsewhere.values():
            seats |= elsewhere
        return sorted(seats)

    def here(self) -> list[int]:
        return sorted({seat for watcher in self.watchers for seat in watcher.seats})

    def send_presence(self) -> None:
        message = views.dumps({"type": "presence", "seats": self.present()})
        for watcher in self.watchers:
            watcher.send(message)
