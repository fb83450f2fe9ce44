"""One address against all: studies, reviews and hints of one keep nobody else waiting, nor its own tables."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from serving import Guest, Serving, first_turn, serving, wait_until

from limes.bots import Bot, Budget, View, make_bot
from limes.rules import Turn
from limes.server.coaching import reviews
from limes.server.lines import Place
from limes.server.tables.readers import OF_ADDRESS
from limes.server.web import coach_routes, me_routes, study_routes, table_routes
from limes.server.web.connections.fairness import AT_ONCE

GAMES = Path(__file__).parents[1] / "games"
SOLO = (GAMES / "solo.limes").read_text()
SCORE = {"text": "5@d4N | d4ne"}


def at(server: Serving, address: str) -> Guest:
    guest = server.guest()
    guest.http.headers["x-forwarded-for"] = address
    guest.http.timeout = httpx.Timeout(5)
    return guest


def played(guest: Guest) -> str:
    table = str(guest.make("Ann")["table"])
    for number in range(1, 17):
        offer = guest.get(f"/tables/{table}/seats/0")["offer"]
        guest.lay(table, 0, number, first_turn(offer))
    return table


class Taken:
    """A thread of the server that is held up by whoever comes first, until it may go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
        work = getattr(module, name)
        self.go_on = threading.Event()
        self.calls: list[Any] = []

        def slowly(*arguments: Any, **more: Any) -> Any:
            self.calls.append(arguments)
            assert self.go_on.wait(20)
            return work(*arguments, **more)

        monkeypatch.setattr(module, name, slowly)

    @contextmanager
    def by(self, *requests: Callable[[], object]) -> Iterator[None]:
        """While these requests, of which the first holds it up, are on their way."""
        threads = [threading.Thread(target=request) for request in requests]
        try:
            for thread in threads:
                thread.start()
            wait_until(lambda: self.calls)
            yield
        finally:
            self.go_on.set()
            for thread in threads:
                thread.join(20)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as running:
        yield running


def test_the_end_of_a_game_waits_for_no_study(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, eve = at(server, "192.0.2.1"), at(server, "192.0.2.2")
    table = played(ann)
    taken = Taken(monkeypatch, study_routes, "_replayed")
    with taken.by(lambda: eve.http.post("/study/record", json={"text": SOLO}, timeout=20)):
        assert ann.get(f"/tables/{table}/end")["finished"]


def test_whoever_has_gone_is_dropped_from_the_line(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    eve = at(server, "192.0.2.2")
    taken = Taken(monkeypatch, study_routes, "_replayed")
    with taken.by(lambda: eve.http.post("/study/record", json={"text": SOLO}, timeout=20)):
        for _ in range(3):
            with pytest.raises(httpx.ReadTimeout):
                eve.http.post("/study/record", json={"text": SOLO}, timeout=0.1)
        wait_until(lambda: not len(server.services._studies._waiting))
    assert at(server, "192.0.2.1").post("/study/score", SCORE)
    assert len(taken.calls) == 1


def test_others_read_while_an_address_with_much_to_read_asks_again_and_again(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, eve = at(server, "192.0.2.1"), at(server, "192.0.2.2")
    table = ann.make("Ann")["table"]
    taken = Taken(monkeypatch, me_routes, "figures")
    with taken.by(*[lambda: eve.http.get("/me", timeout=20)] * 8):
        wait_until(lambda: len(taken.calls) == OF_ADDRESS)
        assert ann.get(f"/tables/{table}")["table"] == table
        assert httpx.get(f"{server.url}/healthz", headers={"x-forwarded-for": "192.0.2.3"}).status_code == 200


def test_nobody_who_has_gone_waits_for_what_happens_at_a_table(server: Serving) -> None:
    """Their answers would all be written at once, with the next event, while everybody else waits."""
    eve = at(server, "192.0.2.2")
    table = eve.make("Eve", "Bob")["table"]
    live = server.services.tables.known(table)
    assert live
    for _ in range(3):
        with pytest.raises(httpx.ReadTimeout):
            eve.http.get(f"/tables/{table}/events?wait=25", timeout=0.1)
    wait_until(lambda: not live.pins)


def test_whoever_waits_for_what_happens_at_a_table_is_told_in_turn(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hundreds of one address may wait for the end of a game, which takes a while to tell."""
    eve = at(server, "192.0.2.2")
    table = eve.make("Eve", "Bob")["table"]
    offer = eve.get(f"/tables/{table}/seats/0")["offer"]
    live = server.services.tables.known(table)
    assert live
    told: Counter[int] = Counter()  # by rounds of the event loop
    rounds, over = 0, False
    write = table_routes._events_after

    def go_round() -> None:
        nonlocal rounds
        rounds += 1
        if not over:
            server.loop.call_soon(go_round)

    def written(*arguments: Any) -> str:
        told[rounds] += 1
        return write(*arguments)

    def wait() -> None:
        at(server, "192.0.2.2").get(f"/tables/{table}/events?wait=20")

    monkeypatch.setattr(table_routes, "_events_after", written)
    threads = [threading.Thread(target=wait) for _ in range(40)]
    for thread in threads:
        thread.start()
    wait_until(lambda: live.pins == len(threads))
    server.loop.call_soon_threadsafe(go_round)
    eve.lay(table, 0, 1, first_turn(offer))
    for thread in threads:
        thread.join(20)
    over = True
    assert told.total() == len(threads)
    assert max(told.values()) <= AT_ONCE + 1


def test_only_so_many_studies_of_an_address_wait(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.services._studies, "_longest_of_address", 2)
    ann, eve = at(server, "192.0.2.1"), at(server, "192.0.2.2")
    taken = Taken(monkeypatch, study_routes, "_replayed")
    record = {"text": SOLO}
    with taken.by(*[lambda: eve.http.post("/study/record", json=record, timeout=20)] * 3):
        wait_until(lambda: len(server.services._studies._waiting) == 2)
        refused = eve.http.post("/study/record", json=record)
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_fast")
        assert int(refused.headers["retry-after"]) > 0
        taken.go_on.set()
        assert ann.post("/study/score", SCORE)


def test_an_address_has_only_so_much_time_for_studies(server: Serving) -> None:
    ann, eve = at(server, "192.0.2.1"), at(server, "192.0.2.2")
    eve.post("/study/score", SCORE)
    spent = server.services._studies.allowance
    [address] = spent._spent
    spent.charge(address, 10**6)
    assert eve.refused("POST", "/study/score", SCORE) == (429, "too_fast")
    assert eve.refused("POST", "/study/play", {"record": SOLO, "round": 2, "name": "Eve"})[0] == 429
    assert ann.post("/study/score", SCORE)


@pytest.fixture
def thorough(tmp_path: Path) -> Iterator[Serving]:
    """A server whose coach takes its time."""
    with serving(f"sqlite:///{tmp_path}/thorough.sqlite", review_seconds=5.0) as running:
        yield running


def test_reviews_of_one_address_keep_no_other_out(thorough: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "AT_ONCE_OF_ADDRESS", 1)
    ann, eve = at(thorough, "192.0.2.1"), at(thorough, "192.0.2.2")
    table = played(ann)
    records = [{"record": SOLO.replace("Game: ", f"Game: {number}")} for number in range(2)]
    answers = [eve.http.post("/study/coach", json=record) for record in records]
    assert [answer.status_code for answer in answers] == [202, 503]
    assert "retry-after" in answers[-1].headers
    assert ann.http.get(f"/tables/{table}/coach?seat=0").status_code == 202


def test_reviews_of_a_few_addresses_keep_no_other_out(
    thorough: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "AT_ONCE", 2)
    records = [{"record": SOLO.replace("Game: ", f"Game: {number}")} for number in range(4)]
    few = [at(thorough, f"2001:db8:{number}::1") for number in range(2)]
    for eve, record in zip(few, records[:2], strict=True):
        assert eve.http.post("/study/coach", json=record).status_code == 202
    assert few[0].refused("POST", "/study/coach", records[2]) == (503, "too_many_reviews")
    assert at(thorough, "192.0.2.1").http.post("/study/coach", json=records[3]).status_code == 202


def test_a_review_that_another_address_began_waits_behind_none_of_its_others() -> None:
    """Whoever has the fewest in the making lends it their place."""
    own, foreign = Place("192.0.2.1", "a game"), Place("192.0.2.2", "a game")
    places: list[str] = []

    class InTurn:
        async def run(self, place: Place, call: Callable[[], Any]) -> Any:
            places.append(place.address)
            await asyncio.sleep(0)
            return call()

    class Steps:
        part = 0.0

        def __init__(self) -> None:
            self.left = 9

        @property
        def done(self) -> bool:
            return not self.left

        def advance(self) -> None:
            self.left -= 1

        def review(self) -> str:
            return "reviewed"

    async def keep(_made: object) -> None: ...

    async def both() -> None:
        made = reviews.Reviews(InTurn())  # type: ignore[arg-type]
        await made.begin(foreign, "a game", Steps, keep)  # type: ignore[arg-type]
        waiting = [asyncio.create_task(made.wait(place, "a game", 20)) for place in (foreign, own)]
        assert list(map(str, await asyncio.gather(*waiting))) == ["reviewed", "reviewed"]

    asyncio.run(both())
    assert places[0] == foreign.address
    assert set(places[3:]) == {own.address}


def test_a_review_that_nobody_asks_for_any_more_is_dropped(
    thorough: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "LEFT_ALONE", 0.05)
    assert at(thorough, "192.0.2.2").http.post("/study/coach", json={"record": SOLO}).status_code == 202
    wait_until(lambda: not thorough.services.reviews._running)
    assert not thorough.services.reviews._of_address
    assert at(thorough, "192.0.2.2").http.post("/study/coach", json={"record": SOLO}).status_code == 202


def test_nobody_thinks_about_a_hint_that_was_given_up(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = at(server, "192.0.2.2")
    first, second = (eve.make("Eve")["table"] for _ in range(2))
    taken = Taken(monkeypatch, coach_routes, "hint")
    line = server.services.thinking._searching
    with taken.by(lambda: eve.http.get(f"/tables/{first}/seats/0/hint", timeout=20)):
        with pytest.raises(httpx.ReadTimeout):
            eve.http.get(f"/tables/{second}/seats/0/hint", timeout=0.1)
        wait_until(lambda: not len(line._waiting))
    assert len(taken.calls) == 1


def test_a_bot_plays_though_another_address_has_hundreds_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float | None] = []
    go_on = threading.Event()

    class Deep:
        name = "deep"

        def __init__(self, seed: int) -> None:
            self._quick = make_bot("random", seed)

        def choose(self, view: View, budget: Budget) -> Turn:
            assert go_on.wait(20)
            asked.append(budget.seconds)
            return self._quick.choose(view, budget)

    def deep_or_quick(bot: str, seed: int = 0) -> Bot:
        return Deep(seed) if bot == "expert" else make_bot(bot, seed)

    monkeypatch.setattr("limes.server.tables.thinking.make_bot", deep_or_quick)
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", bot_seconds=1.0) as server:
        eve, ann = at(server, "192.0.2.2"), at(server, "192.0.2.1")
        for _ in range(5):
            eve.make(*["bot:expert"] * 12)
        ann.make("Ann", "bot:expert")
        wait_until(lambda: len(server.services.thinking._searching._waiting) == 60)
        go_on.set()
        wait_until(lambda: len(asked) > 2)
        assert 0.5 in asked[:3]  # after at most two of the other's, and with time to think
