"""A table in memory with those who look at it: what happens is sent to everybody who may see it."""

import asyncio
from collections.abc import Iterable
from functools import cache, partial
from itertools import accumulate, takewhile
from typing import Protocol

from limes.server.entries import ByLink, Event
from limes.server.game import Checked, Table, views
from limes.server.store import SeatHolders

CONNECT_AGAIN = 1012
RETRIES = 20  # how often an action is tried anew where a table changed meanwhile
AGAIN = 1.0  # seconds after which somebody may ask once more for what was tried so often
MOST_WAITING = 300  # messages for a client that does not read; then it must connect again
MOST_LETTERS = 32_768  # of a text: a message is one for all, but each slow client has a text of its own


class Holder:
    """Somebody who held a seat when the last event of its table that was `known` had happened."""

    def __init__(self, guest: str | None, token_hash: str | None, known: int) -> None:
        self.guest = guest
        self.token_hash = token_hash
        self.known = known

    @property
    def by_link(self) -> ByLink | None:
        return ByLink(self.guest, self.token_hash) if self.token_hash else None


class Watcher(Holder):
    """A client's outbox. Who holds seats gets their offers, who `left` some may come back to them; who does
    not read is closed."""

    def __init__(
        self,
        seats: Iterable[int] = (),
        guest: str | None = None,
        token_hash: str | None = None,
        known: int = 0,
        left: Iterable[int] = (),
    ) -> None:
        super().__init__(guest, token_hash, known)
        self.seats = frozenset(seats)
        self.left = frozenset(left)
        self.full = False
        self.closing: int | None = None
        self._messages: list[str] = []
        self._sleeping: asyncio.Future[None] | None = None

    def send(self, message: str) -> None:
        if len(self._messages) >= MOST_WAITING:
            self.full = True
        else:
            self._messages.append(message)
        self._wake()

    def close(self, code: int = CONNECT_AGAIN) -> None:
        """Send what is waiting, then end with this code."""
        self.closing = code
        self._wake()

    async def next(self) -> str | None:
        """The next messages that are waiting, each on a line; None when the client is to be closed."""
        if not self._messages and not self.full and self.closing is None:
            self._sleeping = asyncio.get_running_loop().create_future()
            await self._sleeping
            await asyncio.sleep(0)  # what else follows from a commit, the acknowledgement, goes along
        if not self._messages or self.full:
            return None
        letters = accumulate(map(len, self._messages))
        number = max(1, sum(1 for _ in takewhile(MOST_LETTERS.__ge__, letters)))
        text = "\n".join(self._messages[:number])
        del self._messages[:number]
        return text

    def _wake(self) -> None:
        if self._sleeping:
            if not self._sleeping.done():
                self._sleeping.set_result(None)
            self._sleeping = None


class Live:
    """A table, its watchers, and what this process does for it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.watchers: set[Watcher] = set()
        self.elsewhere: dict[str, tuple[float, frozenset[int]]] = {}
        self.thinking: set[tuple[int, int]] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.due: float | None = 0.0  # as this process wrote it down last
        self.ends: tuple[float, float] | None = None  # the deadline, and the same on the loop's clock
        self.last_answer: tuple[tuple[int, int], str] | None = (
            None  # last event, the one asked after, the answer
        )
        self.used = float("-inf")  # when somebody asked for it, on the loop's clock
        self.told_here: list[int] = []
        self._told_present: list[int] = []
        self.changed = asyncio.Event()
        self.came = asyncio.Event()
        self.refreshing = asyncio.Lock()
        self.seating = asyncio.Lock()
        self.pins = 0

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory; a round's end is found in the log if it does not."""
        return bool(self.watchers or self.thinking or self.pins)

    def look(self) -> None:
        """Somebody asks for it."""
        self.used = asyncio.get_running_loop().time()
        self.came.set()

    def looked_at(self, since: float) -> bool:
        """Whether somebody is connected, here or elsewhere, or asked for it since then."""
        return bool(self.watchers or self.elsewhere) or self.used > since

    def time_is_over(self) -> bool:
        """Whether stand-ins lay for those who have not."""
        deadline, ends = self.ends or (None, 0.0)
        running = deadline is not None and deadline == self.table.deadline
        return running and asyncio.get_running_loop().time() >= ends

    def stop_timer(self) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def close(self) -> None:
        """Everybody is sent away to connect again; who waits for a change goes on."""
        self.stop_timer()
        self.close_watchers()
        self.changed.set()

    def close_watchers(self) -> None:
        for watcher in self.watchers:
            watcher.close()

    def apply(self, event: Event, checked: Checked | None = None) -> None:
        """The next event happens; every watcher hears of it."""
        table = self.table
        before = table.round
        table.apply(event, checked)
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
        own_seat = cache(partial(views.own_seat, self.table))
        for watcher in self.watchers:
            for seat in watcher.seats:
                watcher.send(own_seat(seat))

    def seat_again(self, watchers: Iterable[Watcher], holders: SeatHolders, known: int) -> None:
        """Those of them hear of it who hold other seats now, or may come back to others."""
        own_seat = cache(partial(views.own_seat, self.table))  # one text for all, however many do not read it
        for watcher in watchers:
            seats = frozenset(holders.seats_of(watcher.guest, watcher.token_hash))
            left = frozenset(self.table.kept_seats) & holders.left.get(watcher.guest or "", set())
            watcher.known = known
            if self.table.stored.day is not None and not watcher.seats <= seats:
                self._send_away(watcher)
            elif (seats, left) != (watcher.seats, watcher.left):
                watcher.seats, watcher.left = seats, left
                watcher.send(views.seats(sorted(seats), sorted(left)))
                for seat in sorted(seats):
                    watcher.send(own_seat(seat))

    def _send_away(self, watcher: Watcher) -> None:
        """Whoever no longer holds an attempt at a day's deal may not be allowed to look at it, either: that
        is found out when they connect again."""
        watcher.seats = frozenset()
        watcher.close()
        self.watchers.discard(watcher)

    def present(self) -> list[int]:
        """The seats that somebody is connected for, here or at another process."""
        seats = set(self.here())
        for _heard, elsewhere in self.elsewhere.values():
            seats |= elsewhere
        return sorted(seats)

    def here(self) -> list[int]:
        return sorted({seat for watcher in self.watchers for seat in watcher.seats})

    def presence_message(self) -> str:
        return views.dumps({"type": "presence", "seats": self.present()})

    def send_presence(self) -> bool:
        """Tell everybody who is present, if that has changed; whether it had."""
        present = self.present()
        if present == self._told_present:
            return False
        self._told_present = present
        message = self.presence_message()
        for watcher in self.watchers:
            watcher.send(message)
        return True


class BotsAndClocks(Protocol):
    """Who lays without being asked by anybody."""

    def attend(self, live: Live, ours: bool) -> None:
        """A table has changed, by this process (`ours`) or by another one."""

    def hurry(self, live: Live) -> None:
        """Somebody has come to look at it."""


class Others(Protocol):
    """The other processes on the same database."""

    def tell_who_is_present(self, live: Live) -> None: ...

    def ask_who_is_present(self, live: Live) -> None: ...
