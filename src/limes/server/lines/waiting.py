"""Who waits for a thread, and who is next. Knows no threads and no clock."""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from itertools import count
from typing import Generic, NamedTuple, Protocol, TypeVar

from limes.server.limits import MOST_COUNTED

SHORTEST, LONGEST = 0.005, 0.05  # seconds for which a job counts at least and at most in turns by time
IN_A_ROW = 2  # jobs that go before less urgent ones, until somebody who had less has a turn


class Urgency(IntEnum):
    """What somebody waits for, the most urgent first."""

    PLAYING = 0
    REVIEWING = 1
    STUDYING = 2
    REFINING = 3  # what somebody has already, made better for as long as nobody waits for anything
    UNWATCHED = 4


class Place(NamedTuple):
    """For whom work is done: the address that it is counted for, and the table or guest there."""

    address: str
    name: str
    urgency: Urgency = Urgency.PLAYING


class Job(Protocol):
    """Work that waits at a place."""

    place: Place


J = TypeVar("J", bound=Job)


class _Ticket(NamedTuple, Generic[J]):
    """The lower its number, the longer a job has waited."""

    number: int
    job: J


class _Queue(Generic[J]):
    """Jobs of one urgency: those of an address take turns by their tables."""

    def __init__(self) -> None:
        self.addresses: OrderedDict[str, OrderedDict[str, deque[_Ticket[J]]]] = OrderedDict()

    def add(self, ticket: _Ticket[J]) -> None:
        place = ticket.job.place
        tables = self.addresses.setdefault(place.address, OrderedDict())
        tables.setdefault(place.name, deque()).append(ticket)

    def number(self, address: str) -> int:
        """Of the ticket of this address that is next."""
        return next(iter(self.addresses[address].values()))[0].number

    def next(self, address: str) -> J:
        tables = self.addresses.pop(address)
        name, tickets = tables.popitem(last=False)
        job = tickets.popleft().job
        if tickets:
            tables[name] = tickets
        if tables:
            self.addresses[address] = tables
        return job

    def take(self, place: Place, job: J | None = None) -> list[_Ticket[J]]:
        """One job of a table, or all of them, which then wait no longer."""
        tables = self.addresses.get(place.address, OrderedDict())
        waiting = tables.get(place.name, deque())
        taken = [ticket for ticket in waiting if job is None or ticket.job is job]
        for ticket in taken:
            waiting.remove(ticket)
        if taken and not waiting:
            del tables[place.name]
        if taken and not tables:
            del self.addresses[place.address]
        return taken

    def waiting(self, address: str) -> int:
        return sum(map(len, self.addresses.get(address, {}).values()))


class _Turns:
    """Addresses take turns by the time they use.

    An address that comes with its first job in a while is next: else a few that always ask would have
    everybody wait for one job of each. `_now` is what those who waited all the time have used. Nobody is
    ahead of that by more than a short job, so no turn comes later than if all jobs were alike.
    """

    def __init__(self) -> None:
        self._now = 0.0
        self._used: OrderedDict[str, float] = OrderedDict()

    def charge(self, address: str, seconds: float) -> None:
        used = max(self._now, self._used.pop(address, 0.0))
        self._used[address] = used + min(max(seconds, SHORTEST), LONGEST)
        if len(self._used) > MOST_COUNTED:
            self._used.popitem(last=False)

    def next(self, addresses: Iterable[str]) -> str | None:
        """Whoever has not had a thread for longest, or never; the first of several."""
        address = min(addresses, key=self._turn, default=None)
        if address is not None:
            self._now = max(self._now, self._used.get(address, 0.0))
        return address

    def _turn(self, address: str) -> float:
        return self._used.get(address, -1.0)


class Waiting(Generic[J]):
    """All who wait. What somebody plays or waits for comes before what nobody looks at, but nobody waits for
    ever. An address that is not thrifty comes after those that are; one that may not begin is passed over."""

    def __init__(self, thrifty: Callable[[str], bool], may_begin: Callable[[str], bool]) -> None:
        self._thrifty = thrifty
        self._may_begin = may_begin
        self._queues: dict[Urgency, _Queue[J]] = {urgency: _Queue() for urgency in Urgency}
        self._turns = _Turns()
        self._numbers = count()
        self._in_a_row = 0
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def add(self, job: J) -> None:
        self._queues[job.place.urgency].add(_Ticket(next(self._numbers), job))
        self._length += 1

    def remove(self, job: J) -> None:
        """Nobody waits for it any more; harmless if it had its turn."""
        self._length -= len(self._queues[job.place.urgency].take(job.place, job))

    def hurry(self, place: Place) -> None:
        """What waited for a table that nobody looked at waits at this place from now on."""
        for ticket in self._queues[Urgency.UNWATCHED].take(place):
            ticket.job.place = place
            self._queues[place.urgency].add(ticket)

    def charge(self, address: str, seconds: float) -> None:
        """One of its jobs is done. Who had a thread that nobody waited for owes nothing to those who come."""
        if self._length:
            self._turns.charge(address, seconds)

    def of_address(self, address: str) -> int:
        return sum(queue.waiting(address) for queue in self._queues.values())

    def behind(self, place: Place) -> int:
        """Others of the same address that wait, and other addresses as one each."""
        least = max(place.urgency, Urgency.STUDYING)
        queues = [queue for urgency, queue in self._queues.items() if urgency <= least]
        own = sum(queue.waiting(place.address) for queue in queues)
        others = {address for queue in queues for address in queue.addresses} - {place.address}
        return own + len(others)

    def next(self) -> J | None:
        """By urgency, and now and then for the address that had least: one that always wants something urgent
        would otherwise keep everybody from all that is less urgent."""
        job = self._of_least_served() if self._in_a_row >= IN_A_ROW else None
        if job:
            self._in_a_row = 0
        elif job := self._most_urgent():
            self._in_a_row = self._in_a_row + 1 if self._length > 1 else 0
        self._length -= job is not None
        return job

    def _of_least_served(self) -> J | None:
        """For a thrifty address: what waited longest of what is next there; if unwatched, after the rest."""
        chosen: dict[str, tuple[bool, int, Urgency]] = {}
        for urgency, queue in self._queues.items():
            for address in filter(self._thrifty, filter(self._may_begin, queue.addresses)):
                ticket = urgency is Urgency.UNWATCHED, queue.number(address), urgency
                chosen[address] = min(ticket, chosen.get(address, ticket))
        least_served = self._turns.next(sorted(chosen, key=lambda address: chosen[address][::-1]))
        if least_served is None:
            return None
        _unwatched, _number, urgency = chosen[least_served]
        return self._queues[urgency].next(least_served)

    def _most_urgent(self) -> J | None:
        for served, urgencies in self._order():
            for urgency in urgencies:
                queue = self._queues[urgency]
                address = self._turns.next(filter(served, filter(self._may_begin, queue.addresses)))
                if address is not None:
                    return queue.next(address)
        return None

    def _order(self) -> Iterator[tuple[Callable[[str], bool], tuple[Urgency, ...]]]:
        """Whom to serve: those who wait before those who do not, the thrifty before the rest. What is only
        made better waits for everybody who has nothing yet, thrifty or not."""
        waiting = (Urgency.PLAYING, Urgency.REVIEWING, Urgency.STUDYING)
        for urgencies in (waiting, (Urgency.REFINING,), (Urgency.UNWATCHED,)):
            yield self._thrifty, urgencies
            yield lambda _address: True, urgencies
