"""Lines before threads: addresses take turns, then tables; whoever plays comes first; no line grows long."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TypeVar

import pytest

from limes.server.lines import Allowance, Line, Place, Urgency
from limes.server.problems import Problem

T = TypeVar("T")
PLENTY = Allowance(1.0, 1000.0)


class Crowd:
    """A line with one thread, which is taken until it may go on."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.done: list[str] = []
        self.behind: list[int] = []
        self._go_on = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._tasks = [asyncio.create_task(line.join(Place("nobody", "first"), self._wait))]

    def come(self, place: Place, name: str = "") -> asyncio.Task[None]:
        def work(behind: int) -> None:
            self.done.append(name or place.name)
            self.behind.append(behind)

        task = asyncio.create_task(self.line.join(place, work))
        self._tasks.append(task)
        return task

    def comes_now(self, *places: Place) -> None:
        """From inside a job: they stand in line before it ends."""

        async def stand() -> None:
            for place in places:
                self.come(place)
            await asyncio.sleep(0)

        asyncio.run_coroutine_threadsafe(stand(), self._loop).result(10)

    async def served(self) -> list[str]:
        """In which order the others got the thread."""
        await asyncio.sleep(0)
        self._go_on.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        return self.done

    def _wait(self, _behind: int) -> None:
        self._go_on.wait(10)


def in_line(scene: Callable[[Crowd], Awaitable[T]], line: Callable[[], Line] | None = None) -> T:
    async def play() -> T:
        crowd = Crowd(line() if line else Line(1, "test", PLENTY))
        await asyncio.sleep(0)
        try:
            return await scene(crowd)
        finally:
            crowd._go_on.set()
            crowd.line.stop()

    return asyncio.run(play())


def order_of(*places: Place, allowance: Allowance = PLENTY) -> list[str]:
    async def scene(crowd: Crowd) -> list[str]:
        for place in places:
            crowd.come(place)
        return await crowd.served()

    return in_line(scene, lambda: Line(1, "test", allowance))


def test_tables_take_turns() -> None:
    jobs = [Place("x", name) for name in "aaabbc"]
    assert order_of(*jobs) == ["a", "b", "c", "a", "b", "a"]


def test_addresses_take_turns_however_many_tables_they_have() -> None:
    many = [Place("many", f"table {number}") for number in range(100)]
    served = order_of(*many, Place("one", "mine"), Place("one", "mine"))
    assert served.index("mine") == 1
    assert served[3] == "mine"


@pytest.mark.parametrize("new", ["new", "nobody"])
def test_whoever_asks_now_and_then_is_next_before_those_who_always_do(new: str) -> None:
    """Also somebody who used the thread before, when nobody else did."""
    busy = [f"busy {number}" for number in range(8)]

    async def scene(crowd: Crowd) -> list[str]:
        def while_somebody_comes(_behind: int) -> None:
            crowd.comes_now(Place(new, "now"))

        for address in busy * 2:
            crowd.come(Place(address, address))
        last = asyncio.create_task(crowd.line.join(Place(busy[0], busy[0]), while_somebody_comes))
        for address in busy[1:]:
            crowd.come(Place(address, address))
        served = await crowd.served()
        await last
        return served

    served = in_line(scene)
    assert served == [*busy, *busy, "now", *busy[1:]]


def test_whoever_asks_now_and_then_is_next_before_those_who_come_together_again_and_again() -> None:
    """They leave the line empty before they come again."""
    together = [f"together {number}" for number in range(8)]

    async def scene(crowd: Crowd) -> list[str]:
        for address in together:
            crowd.come(Place(address, address))
        await crowd.served()
        crowd.done.clear()
        crowd._go_on.clear()
        first = asyncio.create_task(crowd.line.join(Place("nobody", "first"), crowd._wait))
        await asyncio.sleep(0)
        for address in (*together, "now"):
            crowd.come(Place(address, address))
        served = await crowd.served()
        await first
        return served

    assert in_line(scene).index("now") <= 1, "the last of them had a thread that nobody waited for"


def test_whoever_comes_and_goes_is_not_before_those_who_have_waited_longer_for_a_turn() -> None:
    async def scene(crowd: Crowd) -> list[str]:
        def while_they_come(_behind: int) -> None:
            crowd.comes_now(Place("again", "again"), Place("new", "new"))

        for address in ("steady", "steady", "again"):
            crowd.come(Place(address, address))
        third = asyncio.create_task(crowd.line.join(Place("steady", "steady"), while_they_come))
        crowd.come(Place("steady", "steady"))
        served = await crowd.served()
        await third
        await asyncio.gather(*crowd._tasks)
        return served

    assert in_line(scene)[3:5] == ["new", "again"]


def test_whoever_wants_something_small_does_not_wait_for_all_who_want_something_large() -> None:
    async def scene(crowd: Crowd) -> list[str]:
        def large(_behind: int) -> None:
            crowd.done.append("large")
            end = time.thread_time() + 0.02
            while time.thread_time() < end:
                pass
            if len(crowd.done) == 12:
                crowd.comes_now(Place("new", "small"))

        greedy = [crowd.line.join(Place(f"address {n}", "x"), large) for n in range(8) for _ in range(3)]
        waiting = asyncio.gather(*greedy)
        await crowd.served()
        await waiting
        await asyncio.gather(*crowd._tasks)
        return crowd.done

    served = in_line(scene)
    assert served.index("small") == 12
    assert served.count("large") == 24


def test_whoever_had_a_thread_that_was_free_owes_nothing() -> None:
    async def scene(crowd: Crowd) -> list[str]:
        def long(_behind: int) -> None:
            end = time.thread_time() + 0.05
            while time.thread_time() < end:
                pass

        crowd._go_on.set()
        await crowd.line.join(Place("player", "bot"), long)
        crowd._go_on.clear()
        first = asyncio.create_task(crowd.line.join(Place("nobody", "first"), crowd._wait))
        await asyncio.sleep(0)
        for place in (Place("player", "bot"), *(Place(f"address {n}", "new") for n in range(8))):
            crowd.come(place)
        served = await crowd.served()
        await first
        return served

    assert in_line(scene)[0] == "bot"


def test_whoever_has_a_next_step_stands_in_line_before_somebody_is_chosen() -> None:
    async def scene(crowd: Crowd) -> list[str]:
        async def in_steps() -> None:
            for _ in range(3):
                await crowd.line.join(Place("steps", "steps"), lambda _behind: crowd.done.append("step"))

        for number in range(6):
            crowd.come(Place("greedy", f"game {number}"))
        steps = asyncio.create_task(in_steps())
        await asyncio.sleep(0)
        served = await crowd.served()
        await steps
        return served

    allowance = Allowance(0.001, 10.0)
    allowance.charge("greedy", 1000.0)
    served = in_line(scene, lambda: Line(1, "test", allowance))
    assert served[:3] == ["step"] * 3


def test_what_somebody_plays_or_waits_for_comes_first() -> None:
    names = ("unwatched", "values", "study", "review", "game")
    jobs = [Place(name, name, urgency) for name, urgency in zip(names, reversed(Urgency), strict=True)]
    assert order_of(*jobs) == ["game", "review", "study", "values", "unwatched"]


def test_an_address_that_used_up_its_time_comes_after_the_others_but_not_after_what_nobody_watches() -> None:
    allowance = Allowance(0.001, 5.0)
    allowance.charge("greedy", 100.0)
    served = order_of(
        Place("greedy", "greedy game"),
        Place("new", "review", Urgency.REVIEWING),
        Place("new", "unwatched", Urgency.UNWATCHED),
        allowance=allowance,
    )
    assert served == ["review", "greedy game", "unwatched"]


@pytest.mark.parametrize("spent", [0.0, 1000.0], ids=["thrifty", "overdrawn"])
def test_no_kind_of_work_waits_until_everything_urgent_is_done(spent: float) -> None:
    allowance = Allowance(0.001, 10.0)
    allowance.charge("greedy", spent)
    urgent = [Place("greedy", f"game {number}") for number in range(40)]
    names = ("review", "study", "values", "unwatched")
    others = [Place(name, name, urgency) for name, urgency in zip(names, list(Urgency)[1:], strict=True)]
    served = order_of(*urgent, *others, allowance=allowance)
    assert max(map(served.index, names)) <= 12
    assert served.index("game 0") <= 3


def test_whoever_plays_waits_for_one_less_urgent_job_at_most() -> None:
    studies = [Place(f"address {number}", f"study {number}", Urgency.STUDYING) for number in range(40)]
    served = order_of(*studies, *(Place("player", "bot") for _ in range(6)))
    assert [number for number, name in enumerate(served) if name == "bot"] == [0, 1, 3, 4, 6, 7]


def test_work_is_charged_to_its_address() -> None:
    allowance = Allowance(0.001, 1e-9, lambda: 0.0)

    async def scene(crowd: Crowd) -> None:
        crowd.come(Place("busy", "a"))
        await crowd.served()

    in_line(scene, lambda: Line(1, "test", allowance))
    assert allowance.overdrawn("busy")
    assert not allowance.overdrawn("idle")
    with pytest.raises(Problem, match="too many requests"):
        allowance.check("busy")


def test_an_allowance_fills_up_again() -> None:
    now = [0.0]
    allowance = Allowance(0.5, 10.0, lambda: now[0])
    allowance.charge("here", 12.0)
    with pytest.raises(Problem) as refused:
        allowance.check("here")
    assert refused.value.seconds == 4.0
    now[0] = 4.1
    allowance.check("here")


def test_nobody_works_for_who_does_not_wait_any_more() -> None:
    async def scene(crowd: Crowd) -> list[str]:
        tasks = [crowd.come(Place("x", name)) for name in "abc"]
        await asyncio.sleep(0)
        tasks[1].cancel()
        with suppress(asyncio.CancelledError):
            await tasks[1]
        return await crowd.served()

    assert in_line(scene) == ["a", "c"]


def test_a_line_has_a_longest_length_in_all_and_for_an_address() -> None:
    async def scene(crowd: Crowd) -> list[str]:
        tasks = [crowd.come(Place(address, address)) for address in "aaabbcb"]
        await asyncio.sleep(0)
        tasks[0].cancel()
        await asyncio.sleep(0)
        tasks.append(crowd.come(Place("d", "d")))  # there is room again
        await crowd.served()
        return _codes(tasks)

    codes = in_line(scene, lambda: Line(1, "test", PLENTY, longest=4, longest_of_address=2))
    assert codes == ["gone", "done", "too_fast", "done", "done", "done", "too_fast", "done"]


def test_a_line_that_a_few_fill_has_room_for_those_who_have_nothing_in_it() -> None:
    async def scene(crowd: Crowd) -> list[str]:
        tasks = [crowd.come(Place(address, address)) for address in "aabbbcdefghi"]
        await crowd.served()
        return _codes(tasks)

    codes = in_line(scene, lambda: Line(1, "test", PLENTY, longest=2, longest_of_address=9))
    assert codes == [*["done"] * 3, *["busy"] * 2, *["done"] * 5, *["busy"] * 2]


def _codes(tasks: Sequence[asyncio.Task[None]]) -> list[str]:
    def code(task: asyncio.Task[None]) -> str:
        if task.cancelled():
            return "gone"
        error = task.exception()
        return error.code if isinstance(error, Problem) else "done"

    return [code(task) for task in tasks]


def test_an_address_may_have_some_of_the_threads_and_the_server_itself_all() -> None:
    async def most_at_once(address: str, expected: int) -> int:
        line = Line(4, "test", PLENTY, threads_of_address=2)
        running: list[int] = []
        most: list[int] = []
        begun, go_on = threading.Semaphore(0), threading.Event()

        def work(_behind: int) -> None:
            running.append(1)
            most.append(len(running))
            begun.release()
            go_on.wait(10)
            running.pop()

        tasks = [asyncio.create_task(line.join(Place(address, "x"), work)) for _ in range(5)]
        for _ in range(expected):
            assert await asyncio.to_thread(begun.acquire, timeout=10)
        if address:
            await line.join(Place("another", "x"), lambda _behind: None)
        go_on.set()
        await asyncio.gather(*tasks)
        line.stop()
        return max(most)

    assert asyncio.run(most_at_once("here", 2)) == 2
    assert asyncio.run(most_at_once("", 4)) == 4


def test_a_table_that_somebody_comes_to_is_not_left_among_those_that_nobody_watches() -> None:
    async def scene(crowd: Crowd) -> list[str]:
        for name in "abc":
            crowd.come(Place("x", name, Urgency.UNWATCHED))
        await asyncio.sleep(0)
        crowd.line.hurry(Place("x", "c"))
        return await crowd.served()

    assert in_line(scene) == ["c", "a", "b"]


def test_another_address_counts_as_one_that_waits_and_unwatched_tables_for_none() -> None:
    async def scene(crowd: Crowd) -> list[int]:
        crowd.come(Place("one", "mine"))
        for number in range(20):
            crowd.come(Place("many", f"table {number}"))
            crowd.come(Place("one", f"other {number}", Urgency.UNWATCHED))
        await crowd.served()
        return crowd.behind

    behind = in_line(scene)
    assert behind[0] == 1
    assert behind[1] == 19


@pytest.mark.parametrize("fault", [RuntimeError("no turn"), StopIteration()], ids=["error", "no next one"])
def test_work_that_fails_frees_its_thread(fault: Exception) -> None:
    async def scene(crowd: Crowd) -> list[str]:
        def fail(_behind: int) -> None:
            raise fault

        failing = asyncio.create_task(crowd.line.join(Place("x", "x"), fail))
        crowd.come(Place("x", "next"))
        served = await crowd.served()
        assert isinstance(failing.exception(), RuntimeError)
        return served

    assert in_line(scene) == ["next"]


def test_what_is_only_made_better_waits_for_everybody_else_who_waits() -> None:
    allowance = Allowance(1.0, 10.0)
    allowance.charge("spent", 1000.0)
    served = order_of(
        Place("new", "unwatched", Urgency.UNWATCHED),
        Place("new", "refining", Urgency.REFINING),
        Place("spent", "at turn", Urgency.PLAYING),
        Place("new", "studying", Urgency.STUDYING),
        allowance=allowance,
    )
    assert served == ["studying", "at turn", "refining", "unwatched"]


def test_nobody_thinks_less_because_something_could_be_made_better() -> None:
    async def scene(crowd: Crowd) -> list[int]:
        for place in (
            Place("a", "bot"),
            Place("b", "x", Urgency.REFINING),
            Place("c", "y", Urgency.REFINING),
        ):
            crowd.come(place)
        await crowd.served()
        return crowd.behind

    assert in_line(scene)[0] == 0


def test_work_may_have_an_allowance_of_its_own() -> None:
    own = Allowance(0.001, 1000.0)

    async def scene(crowd: Crowd) -> None:
        def work(_behind: int) -> None:
            end = time.thread_time() + 0.02
            while time.thread_time() < end:
                pass

        crowd._go_on.set()
        await crowd.line.join(Place("x", "a"), work, own)
        assert own._of("x") > 0.01
        assert crowd.line.allowance._of("x") == 0

    in_line(scene)
