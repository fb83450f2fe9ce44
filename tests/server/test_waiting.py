"""Who is next, in a world of one thread and many who want it: whatever others ask for, nobody waits long."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limes.server.lines import Allowance, Place, Urgency
from limes.server.lines.waiting import IN_A_ROW, Waiting

SECONDS = 12.0
OFTEN = 3.0  # seconds after which somebody who looks at a game comes again
LOOKED_AT = [urgency for urgency in Urgency if urgency is not Urgency.UNWATCHED]


def always(_address: str) -> bool:
    return True


@dataclass(frozen=True)
class Client:
    """Asks for something that takes so long, waits for it, and comes again after a rest."""

    place: Place
    takes: float
    rests: float = 0.0
    comes: float = 0.0


@dataclass(eq=False)
class Asked:
    place: Place
    client: int
    at: float
    before: int = 0  # jobs that were done while it waited


@dataclass
class World:
    """One thread and a clock of its own; keeps how long each client waited, and behind how many jobs."""

    clients: Sequence[Client]
    share: float = 0.5
    stock: float = 30.0
    now: float = 0.0
    waits: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    jobs: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    used: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def __post_init__(self) -> None:
        self._allowance = Allowance(self.share, self.stock, lambda: self.now)
        self._line: Waiting[Asked] = Waiting(lambda address: not self._allowance.overdrawn(address), always)
        self._coming = [(client.comes, number) for number, client in enumerate(self.clients)]
        heapify(self._coming)
        self._asked: set[Asked] = set()

    def run(self, seconds: float = SECONDS) -> "World":
        while self.now < seconds:
            self._come()
            if job := self._line.next():
                self._serve(job)
            else:
                self.now = self._coming[0][0]
        return self

    def _come(self) -> None:
        while self._coming and self._coming[0][0] <= self.now:
            at, number = heappop(self._coming)
            job = Asked(self.clients[number].place, number, at)
            self._line.add(job)
            self._asked.add(job)

    def _serve(self, job: Asked) -> None:
        self._asked.remove(job)
        client, address = self.clients[job.client], job.place.address
        self.waits[job.client].append(self.now - job.at)
        self.jobs[job.client].append(job.before)
        self.now += client.takes
        self.used[address] += client.takes
        self._come()
        for waiting in self._asked:
            waiting.before += 1
        self._allowance.charge(address, client.takes)
        self._line.charge(address, client.takes)
        heappush(self._coming, (self.now + client.rests, job.client))


def flood(address: str, takes: float, number: int = 3) -> list[Client]:
    """Always asks for everything, several times at once."""
    return [Client(Place(address, f"{u.name} {n}", u), takes) for u in Urgency for n in range(number)]


takes = st.sampled_from([0.02, 0.05, 0.2, 1.0])
greedy_client = st.builds(
    lambda name, urgency, seconds, rests: Client(Place("greedy", name, urgency), seconds, rests),
    st.sampled_from("abcdef"),
    st.sampled_from(Urgency),
    takes,
    st.sampled_from([0.0, 0.0, 0.1, 1.0]),
)


@given(st.lists(greedy_client, min_size=1, max_size=12), st.sampled_from(Urgency), takes)
def test_one_address_lets_nobody_wait_for_more_than_a_few_jobs(
    greedy: list[Client], urgency: Urgency, seconds: float
) -> None:
    """Whatever it asks for, and as often as it likes; and whatever somebody at another address wants."""
    now_and_then = Client(Place("new", "mine", urgency), seconds, rests=OFTEN, comes=1.0)
    world = World([*greedy, now_and_then]).run()
    assert max(world.jobs[len(greedy)]) <= IN_A_ROW + 1


@pytest.mark.parametrize("urgency", Urgency)
@pytest.mark.parametrize("addresses", [2, 8])
def test_nor_do_several_addresses_that_always_ask(addresses: int, urgency: Urgency) -> None:
    greedy = [client for number in range(addresses) for client in flood(f"greedy {number}", 0.2)]
    new = Client(Place("new", "mine", urgency), 0.05, rests=OFTEN, comes=3.0)
    world = World([*greedy, new]).run(20.0)
    assert max(world.jobs[len(greedy)]) <= IN_A_ROW + 1


@pytest.mark.parametrize("urgency", Urgency)
def test_addresses_that_take_turns_in_asking_are_as_new_as_anybody_and_have_one_job_each(
    urgency: Urgency,
) -> None:
    rotating = [
        Client(Place(f"address {number}", "x", urgency), 0.2, rests=2.0, comes=0.25 * number)
        for number in range(7)
    ]
    greedy = [*flood("greedy", 0.2), *rotating]
    world = World([*greedy, Client(Place("new", "mine", urgency), 0.2, rests=OFTEN, comes=1.0)]).run()
    assert max(world.jobs[len(greedy)]) <= (IN_A_ROW + 1) * len(rotating)


@pytest.mark.parametrize("urgency", [Urgency.PLAYING, Urgency.REVIEWING, Urgency.STUDYING])
def test_whoever_always_has_a_next_step_has_a_fair_part_beside_one_who_asks_for_everything(
    urgency: Urgency,
) -> None:
    steps = Client(Place("patient", "review", urgency), 0.25)
    world = World([*flood("greedy", 0.25), steps], stock=5.0).run(60.0)
    assert world.used["patient"] >= 0.4 * world.now


def test_whoever_plays_waits_for_few_who_study() -> None:
    """Forty addresses always study; a bot is asked for its turn again and again."""
    studies = [Client(Place(f"address {n}", "x", Urgency.STUDYING), 0.05) for n in range(40)]
    world = World([*studies, Client(Place("player", "bot"), 0.05)]).run()
    assert max(world.jobs[len(studies)]) <= 2


@given(st.lists(st.builds(Place, st.sampled_from("abc"), st.sampled_from("xyz"), st.sampled_from(Urgency))))
def test_everybody_who_waits_has_a_turn_and_nobody_twice(places: list[Place]) -> None:
    line: Waiting[Asked] = Waiting(lambda address: address != "c", always)
    jobs = {Asked(place, number, 0.0) for number, place in enumerate(places)}
    for job in jobs:
        line.add(job)
    served = list(iter(line.next, None))
    assert len(served) == len(jobs)
    assert set(served) == jobs
    assert len(line) == 0
