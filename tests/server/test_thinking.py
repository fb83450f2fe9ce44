"""Bots share their threads: tables take turns, who is looked at comes first, quick ones wait for none."""

import asyncio
import threading
import time
from functools import partial
from pathlib import Path

import pytest
from serving import serving

from limes.bots import Bot, Budget, View, make_bot
from limes.rules import STANDARD, Landscape, Turn, Variants, shuffled
from limes.server.entries import Event, StoredTable
from limes.server.game.setup import Seat, Setup
from limes.server.game.table import Table
from limes.server.tables.core_position import CorePosition
from limes.server.tables.thinking import QUICK, Thinking, _Line

TURN = Turn.parse("d4N")


def order_of(*jobs: tuple[str, bool]) -> list[str]:
    """In which order tables get the one thread, if all of these come while it is taken."""

    async def think() -> list[str]:
        line = _Line(1, "test")
        go_on = threading.Event()
        done: list[str] = []

        def work(name: str, _behind: int) -> Turn:
            go_on.wait(10)
            done.append(name)
            return TURN

        waiting = [asyncio.create_task(line.join("first", True, partial(work, "first")))]
        await asyncio.sleep(0)
        waiting += [
            asyncio.create_task(line.join(table, looked_at, partial(work, table)))
            for table, looked_at in jobs
        ]
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*waiting)
        line.stop()
        return done[1:]

    return asyncio.run(think())


def test_tables_take_turns() -> None:
    jobs = [("a", True)] * 3 + [("b", True)] * 2 + [("c", True)]
    assert order_of(*jobs) == ["a", "b", "c", "a", "b", "a"]


def test_tables_that_somebody_looks_at_come_first() -> None:
    assert order_of(("a", False), ("b", True), ("a", False), ("c", True)) == ["b", "c", "a", "a"]


def test_nobody_thinks_for_who_does_not_wait_any_more() -> None:
    async def think() -> list[str]:
        line = _Line(1, "test")
        done: list[str] = []

        def work(name: str, _behind: int) -> Turn:
            time.sleep(0.05)
            done.append(name)
            return TURN

        tasks = [asyncio.create_task(line.join(name, True, partial(work, name))) for name in "abc"]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        line.stop()
        return done

    assert asyncio.run(think()) == ["a", "c"]


def test_a_bot_that_fails_frees_its_thread() -> None:
    async def think() -> Turn:
        line = _Line(1, "test")

        def fail(_behind: int) -> Turn:
            raise RuntimeError("no turn")

        failed = await asyncio.gather(line.join("a", True, fail), return_exceptions=True)
        assert isinstance(failed[0], RuntimeError)
        turn = await line.join("a", True, lambda _behind: TURN)
        line.stop()
        return turn

    assert asyncio.run(think()) == TURN


def test_the_more_wait_the_less_time_each_has() -> None:
    thinking = Thinking(threads=2, seconds=1.0)
    assert thinking._budget(0) == Budget(seconds=1.0)
    assert thinking._budget(2) == Budget(seconds=0.5)
    assert thinking._budget(1000) == Budget(seconds=0.05)
    thinking.stop()


@pytest.mark.parametrize("variants", [Variants(), Variants(diagonal=True, ferryman=True)])
@pytest.mark.parametrize("bot", sorted(QUICK))
def test_a_quick_bot_does_not_use_the_time_it_has(bot: str, variants: Variants) -> None:
    began = time.thread_time()
    make_bot(bot).choose(View(Landscape(variants=variants).play(5, TURN), 7), Budget(seconds=60))
    assert time.thread_time() - began < 0.5


def test_a_quick_bot_waits_for_no_searching_one_and_people_for_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought = threading.Event()

    class Deep:
        name = "deep"

        def choose(self, view: View, budget: Budget) -> Turn:
            thought.wait(60)
            return make_bot("random").choose(view, budget)

    def deep_or_quick(bot: str, seed: int = 0) -> Bot:
        return Deep() if bot == "expert" else make_bot(bot, seed)

    monkeypatch.setattr("limes.server.tables.thinking.make_bot", deep_or_quick)
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as server:
        deep = server.guest().make(*["bot:expert"] * 12)["table"]
        guest = server.guest()
        table = guest.make("Ann", "bot:random")["table"]
        assert len(guest.get(f"/tables/{table}/events?wait=10")["events"]) == 1
        assert guest.lay(table, 0, 1, "d4N") == 2
        assert server.services.log.events(deep, 0) == []
        thought.set()


def test_a_table_that_nobody_looks_at_goes_on_slowly_until_somebody_comes(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    with serving(database) as server:
        server.services.bot_turns.stop()
        guest = server.guest()
        table = guest.make("bot:random")["table"]
    with serving(database, unwatched_seconds=60) as server:
        end = time.monotonic() + 10
        while server.services.tables.known(table) is None:
            assert time.monotonic() < end
            time.sleep(0.02)
        time.sleep(0.3)
        assert server.services.log.events(table, 0) == []
        assert server.welcome(guest).get(f"/tables/{table}/events?wait=10")["events"]


def test_bots_at_a_guests_unfinished_tables_are_limited(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", bots_a_guest=3) as server:
        guest = server.guest()
        two = {"seats": [{"kind": "person", "name": "Ann"}, *[{"kind": "bot", "bot": "random"}] * 2]}
        guest.post("/tables", two)
        assert guest.refused("POST", "/tables", two) == (429, "too_many_bots")
        table = guest.make("Ann", "-", "-")["table"]
        guest.post(f"/tables/{table}/seats/1/bot", {"bot": "random"})
        guest.post(f"/tables/{table}/seats/1/bot", {"bot": "greedy"})
        assert guest.refused("POST", f"/tables/{table}/seats/2/bot", {}) == (429, "too_many_bots")
        server.guest().post("/tables", two)


@pytest.mark.parametrize("bot", ["random", "greedy", "expert:strong", "expert"])
def test_neither_cards_to_come_nor_turns_of_the_running_round_change_what_a_bot_does(bot: str) -> None:
    """The server knows both. Two tables that differ only in them: the same turn."""

    async def choose(cards: tuple[int, ...], turn: str) -> Turn:
        setup = Setup((Seat("person", "Ann"), Seat("bot", bot=bot)))
        table = Table(
            StoredTable("t" * 16, 0.0, "ann", setup.dumps(), cards, "nonce", "", False), CorePosition.start
        )
        table.apply(Event(1, "turn", 0, 1, turn, False, None, 1.0))
        thinking = Thinking(threads=1, seconds=1.0)
        thinking._budget = lambda waiting: Budget(playouts=200)  # type: ignore[method-assign]
        try:
            return await thinking.choose(table, 1, bot)
        finally:
            thinking.stop()

    order = shuffled(STANDARD, "hidden")
    ahead, other = order[:16], (order[0], *order[:-16:-1])
    assert asyncio.run(choose(ahead, "d4N")) == asyncio.run(choose(other, "d4E+ne"))
