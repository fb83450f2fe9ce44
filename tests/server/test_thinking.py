"""Bots share their threads: quick ones wait for none that searches, and nobody has more than a few."""

import asyncio
import threading
import time
from pathlib import Path

import pytest
from serving import serving

from limes.bots import Bot, Budget, View, make_bot
from limes.rules import STANDARD, Landscape, Turn, Variants, shuffled
from limes.server.entries import Event, StoredTable
from limes.server.game.setup import Seat, Setup
from limes.server.game.table import Table
from limes.server.lines import Place
from limes.server.tables.core_position import CorePosition
from limes.server.tables.thinking import QUICK, Thinking

TURN = Turn.parse("d4N")


def test_the_more_wait_the_less_time_each_has() -> None:
    thinking = Thinking(threads=2, seconds=1.0)
    assert thinking._budget(0) == Budget(seconds=1.0)
    assert thinking._budget(2) == Budget(seconds=0.5)
    assert thinking._budget(1000) == Budget(seconds=0.05)
    thinking.stop()


def test_a_hint_has_less_time_while_others_wait() -> None:
    async def ask() -> list[float]:
        thinking = Thinking(threads=1, seconds=1.0)
        try:
            told = [thinking.weigh(Place(address, "table"), lambda seconds: seconds) for address in "abc"]
            return await asyncio.gather(*told)
        finally:
            thinking.stop()

    assert asyncio.run(ask()) == [1.0, 0.5, 1.0]


def test_what_a_bot_is_shown_is_put_together_in_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of hundreds of tables that go on in the same moment, each with twelve seats."""
    threads: set[str] = set()

    def noted(position: CorePosition) -> Landscape:
        threads.add(threading.current_thread().name.rpartition("_")[0])
        return position._state.landscape()

    monkeypatch.setattr(CorePosition, "landscape", property(noted))
    setup, cards = Setup((Seat("bot", bot="greedy"),) * 12), shuffled(STANDARD, "shown")[:16]
    stored = StoredTable("t" * 16, 0.0, "ann", setup.dumps(), cards, "nonce", "", False)
    table = Table(stored, CorePosition.start)

    async def choose() -> Turn:
        thinking = Thinking(threads=1, seconds=1.0)
        try:
            return await thinking.choose(table, 0, "greedy")
        finally:
            thinking.stop()

    assert asyncio.run(choose())
    assert threads == {"limes-quick-bot"}


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


def test_seats_at_which_a_bot_that_searches_would_stand_in_count_as_bots(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", bots_a_guest=3) as server:
        guest = server.guest()
        four = {"seats": [{"kind": "person", "name": name} for name in ("Ann", "Bob", "Cem", "Dan")]}
        assert guest.refused("POST", "/tables", four | {"stand_in": "expert"}) == (429, "too_many_bots")
        assert guest.make("Ann", "-", stand_in="expert")
        assert guest.refused("POST", "/tables", two_bots()) == (429, "too_many_bots")
        guest.post("/tables", four)


def two_bots() -> dict[str, object]:
    return {"seats": [{"kind": "bot", "bot": "random"}] * 2}


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
        thinking._budget = lambda behind: Budget(playouts=200)  # type: ignore[method-assign]
        try:
            return await thinking.choose(table, 1, bot)
        finally:
            thinking.stop()

    order = shuffled(STANDARD, "hidden")
    ahead, other = order[:16], (order[0], *order[:-16:-1])
    assert asyncio.run(choose(ahead, "d4N")) == asyncio.run(choose(other, "d4E+ne"))
