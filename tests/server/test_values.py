"""The coach beside the study board: values line by line, one stream a person, none that nobody reads."""

import json
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from serving import Guest, Json, Serving, serving

from limes.coach import Studying
from limes.puzzles import load_puzzles
from limes.rules import STANDARD, Landscape, LimesError
from limes.server.coaching import streams
from limes.server.coaching.streams import Stream, Streams
from limes.server.protocol.coach import PositionValues

START = {"landscape": "5@d4N 12@e4E | d4ne", "card": 7}
OWN = {"name": "own", "cards": ["rFwf", "fTwr", "wwff", "TtFr"] * 5}
CELLS = [f"{column}{row}" for row in (4, 5, 6, 7) for column in "defg"]
FULL = " ".join(f"{number}@{cell}N" for number, cell in enumerate(CELLS, start=1))
LATE = 3600.0  # seconds: such a stream ends only if somebody ends it


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server whose streams do not end by themselves."""
    folder = tmp_path_factory.mktemp("patient")
    with serving(f"sqlite:///{folder / 'tables.sqlite'}", study_seconds=LATE) as running:
        yield running


def at(server: Serving, address: str) -> Guest:
    guest = server.guest()
    guest.http.headers["x-forwarded-for"] = address
    return guest


@contextmanager
def studied(guest: Guest, body: Json) -> Iterator[Iterator[Json]]:
    """The lines of a stream as they come; whoever leaves the block closes the connection."""
    with guest.http.stream("POST", "/study/values", json=body) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"] == "application/x-ndjson"
        assert "content-length" not in response.headers
        yield map(json.loads, response.iter_lines())


def values(guest: Guest, body: Json, **headers: str) -> list[Json]:
    """All lines of a stream to its end."""
    answer = guest.http.post("/study/values", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    lines = [json.loads(line) for line in answer.text.splitlines()]
    for line in lines:
        PositionValues.model_validate(line, strict=True)
    assert [line["more"] for line in lines] == [True] * (len(lines) - 1) + [False]
    assert [line["playouts"] for line in lines] == sorted(line["playouts"] for line in lines)
    return lines


class Held:
    """The coach, who takes a first look and then waits until he may go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waiting, self.go_on = threading.Event(), threading.Event()
        self.begun, self.ended = threading.Event(), threading.Event()
        self.slices = 0
        advance, begin, end = Studying.advance, Streams.begin, Stream.end

        def slowly(study: Studying, asked: Any, seconds: float, playouts: int) -> None:
            self.slices += 1
            if seconds:
                self.waiting.set()
                assert self.go_on.wait(20)
            advance(study, asked, seconds, playouts)

        def begins(*arguments: Any) -> Stream:
            stream = begin(*arguments)
            self.begun.set()
            return stream

        def ends(stream: Stream) -> None:
            end(stream)
            self.ended.set()

        monkeypatch.setattr(Studying, "advance", slowly)
        monkeypatch.setattr(Streams, "begin", begins)
        monkeypatch.setattr(Stream, "end", ends)


def test_a_position_is_valued_line_by_line(server: Serving, guest: Guest) -> None:
    lines = values(guest, START | {"turns": ["c4N"]})
    last = lines[-1]
    assert last["turns"][0]["loss"] == 0
    assert [each["turn"] for each in last["asked"]] == ["c4N"]
    assert {each["place"] for each in last["places"]} == {"c4", "d3", "d5", "e3", "e5", "f4"}
    assert {each["card"] for each in last["cards"]} == set(range(1, 25)) - {5, 7, 12}
    assert not any(line["why"] for line in lines[:-1])


def test_lines_come_one_by_one(server: Serving, guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held(monkeypatch)
    with studied(guest, START | {"card": 8}) as lines:
        first = next(lines)
        assert first["more"]
        assert first["turns"]
        assert held.waiting.wait(10)
        held.go_on.set()
        assert not list(lines)[-1]["more"]


def test_reasons_are_in_the_readers_language(guest: Guest) -> None:
    body = START | {"card": 9, "turns": ["c4N"]}
    said = {
        language: tuple(values(guest, body, **{"accept-language": language})[-1]["why"])
        for language in ("en", "de", "cs", "fr")
    }
    assert all(said.values())
    assert len(set(said.values())) == 4


@pytest.mark.parametrize("variants", [[], ["diagonal"], ["ferryman"], ["diagonal", "ferryman"]])
def test_own_decks_and_variants_are_valued(guest: Guest, variants: list[str]) -> None:
    last = values(guest, {"landscape": "1@d4N | d4nw", "card": 2, "deck": OWN, "variants": variants})[-1]
    corners = {each["place"] for each in last["places"]} - {"c4", "d3", "d5", "e4"}
    assert bool(corners) == ("diagonal" in variants)
    assert {each["card"] for each in last["cards"]} == set(range(3, 21))


def test_an_empty_table_is_a_position(guest: Guest) -> None:
    assert {each["place"] for each in values(guest, {"card": 1})[-1]["places"]} == {"d4"}


def test_whoever_returns_finds_what_was_known(guest: Guest) -> None:
    body = START | {"card": 10}
    known = values(guest, body)[-1]
    assert values(guest, body) == [known]
    moved = values(guest, body | {"turns": ["c4N"]})
    assert moved[0]["playouts"] >= known["playouts"]
    assert moved[-1]["asked"]


def test_nobody_learns_what_somebody_else_has_studied(server: Serving, guest: Guest) -> None:
    """It may be the landscape that they have just made in a round that is still going on."""
    body = START | {"card": 13, "turns": ["c4N"]}
    values(guest, body)
    another = server.guest()
    another.get("/me")
    first = values(another, body | {"turns": []})[0]
    assert first["playouts"] == 0
    assert first == values(server.guest(), START | {"card": 13})[0]


def test_old_positions_are_forgotten(server: Serving, guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "KEPT", 2)
    for card in (1, 2, 3):
        values(guest, START | {"card": card, "playouts": 1})
    assert len(server.services.streams._positions) == 2


def test_playouts_may_be_few(guest: Guest) -> None:
    glance, lap = values(guest, START | {"card": 11, "playouts": 1, "turns": ["c4N"]})
    assert (glance["playouts"], lap["playouts"]) == (0, 21)


def test_a_stream_that_never_has_its_turn_again_ends_with_what_is_known(
    patient: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch)
    monkeypatch.setattr(streams, "LONGEST", 3.0)
    monkeypatch.setattr(streams, "SPARE", 0.0)
    first, last = values(patient.guest(), START)
    assert last == first | {"more": False}
    held.go_on.set()
    assert held.ended.wait(10)


def test_a_stream_that_nobody_reads_ends(patient: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held(monkeypatch)
    with studied(patient.guest(), START) as lines:
        next(lines)
        assert held.waiting.wait(10)
    assert held.ended.wait(10)
    assert not patient.services.streams._of_guest
    before = held.slices
    held.go_on.set()
    lines_of_another = values(patient.guest(), START | {"card": 8, "playouts": 1})
    assert held.slices == before + len(lines_of_another)


def test_who_waits_in_the_line_and_goes_leaves_it(patient: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held(monkeypatch)
    with studied(patient.guest(), START) as lines:
        next(lines)
        assert held.waiting.wait(10)
        held.begun.clear()
        body = json.dumps(START | {"card": 8})
        with socket.create_connection(("127.0.0.1", patient.port)) as other:
            head = f"POST /api/study/values HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n"
            other.sendall(f"{head}Content-Type: application/json\r\n\r\n{body}".encode())
            assert held.begun.wait(10)
        end = time.monotonic() + 10
        while len(patient.services.streams._of_guest) > 1 and time.monotonic() < end:
            time.sleep(0.01)
        assert len(patient.services.streams._of_guest) == 1
        assert held.slices == 2
        held.go_on.set()


def test_a_new_stream_ends_the_old_one_of_the_same_person(patient: Serving) -> None:
    ann, bob = patient.guest(), patient.guest()
    with studied(bob, START | {"card": 1}) as other, studied(ann, START) as first:
        next(other)
        assert next(first)["more"]
        with studied(ann, START | {"turns": ["c4N"]}) as second:
            assert next(second)["asked"]
            assert all(line["more"] and not line["asked"] for line in first)
            assert next(second)["more"]
        assert next(other)["more"]


def test_an_address_has_only_so_many(patient: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "AT_ONCE_OF_ADDRESS", 1)
    with studied(at(patient, "192.0.2.1"), START) as lines:
        next(lines)
        refused = at(patient, "192.0.2.1").http.post("/study/values", json=START)
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_fast")
        assert int(refused.headers["retry-after"]) > 0
        values(at(patient, "192.0.2.2"), START | {"playouts": 1})


def test_a_few_addresses_with_all_that_they_may_have_keep_no_other_out(
    patient: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "AT_ONCE", 1)
    with studied(at(patient, "192.0.2.1"), START) as lines:
        next(lines)
        assert at(patient, "192.0.2.1").refused("POST", "/study/values", START) == (503, "busy")
        values(at(patient, "192.0.2.2"), START | {"playouts": 1})
        monkeypatch.setattr(streams, "FOR_OTHERS", 1)
        assert at(patient, "192.0.2.2").refused("POST", "/study/values", START) == (503, "busy")


def test_an_address_has_only_so_much_time_and_not_that_of_its_bots(server: Serving) -> None:
    eve = at(server, "192.0.2.7")
    bots, own = server.services.thinking._searching.allowance, server.services.streams.allowance
    before = set(own._spent)
    values(eve, START | {"card": 13})
    [address] = set(own._spent) - before
    assert address not in bots._spent
    own.charge(address, 10**6)
    assert eve.refused("POST", "/study/values", START) == (429, "too_fast")
    values(at(server, "192.0.2.8"), START | {"playouts": 1})


def test_a_stream_does_not_hold_up_a_server_that_stops(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with serving(database, study_seconds=LATE) as running, studied(running.guest(), START) as lines:
        next(lines)
        running.server.should_exit = True
        assert all(line["more"] for line in lines)


def laid_in_another_order(landscape: Landscape) -> str:
    """The same cards and workers; the first legal way to lay two of the cards the other way round."""
    cards, _, workers = str(landscape).partition(" | ")
    laid = cards.split()
    for place in range(1, len(laid) - 1):
        changed = [*laid[:place], laid[place + 1], laid[place], *laid[place + 2 :]]
        text = f"{' '.join(changed)} | {workers}"
        with suppress(LimesError):
            Landscape.parse(text)
            return text
    raise AssertionError("no other order is legal")


def test_a_stream_that_has_not_begun_is_told_that_the_server_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as server:

        async def none(_stream: Stream) -> AsyncIterator[Json]:
            server.services.stopping = True
            nothing: list[Json] = []
            for snapshot in nothing:
                yield snapshot

        monkeypatch.setattr(Stream, "snapshots", none)
        try:
            assert server.guest().refused("POST", "/study/values", START) == (503, "stopping")
        finally:
            server.services.stopping = False


def test_a_puzzle_is_answered_before_it_is_studied(server: Serving, guest: Guest) -> None:
    puzzle = next(each for each in load_puzzles() if each.exact and not any(each.variants))
    body = {"landscape": str(puzzle.landscape), "card": puzzle.card}
    for landscape in (str(puzzle.landscape), laid_in_another_order(puzzle.landscape)):
        asked = body | {"landscape": landscape}
        assert guest.refused("POST", "/study/values", asked) == (409, "answer_first")
    guest.post(f"/puzzles/{puzzle.id}/answer", {"turn": str(puzzle.likely)})
    last = values(guest, body | {"turns": [str(puzzle.likely)]})[-1]
    assert puzzle.solved_by(puzzle.best.parse(last["turns"][0]["turn"]))
    assert last["asked"][0]["loss"] == pytest.approx(puzzle.others[0].loss / 10, abs=0.051)
    assert server.guest().refused("POST", "/study/values", body) == (409, "answer_first")


def test_a_puzzle_is_known_in_another_deck(guest: Guest) -> None:
    puzzle = next(each for each in load_puzzles() if each.exact and not any(each.variants))
    laid = [each.number for each in puzzle.landscape.cards]
    one, other = [card for card in STANDARD.numbers if card not in (*laid, puzzle.card)][:2]
    swapped = {one: STANDARD.face(other), other: STANDARD.face(one)}
    renumbered = [swapped.get(card, STANDARD.face(card)) for card in STANDARD.numbers]
    for cards in (renumbered, [*STANDARD.faces, "ffff"]):
        body = {
            "landscape": str(puzzle.landscape),
            "card": puzzle.card,
            "deck": {"name": "own", "cards": cards},
        }
        assert guest.refused("POST", "/study/values", body) == (409, "answer_first")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "malformed"),
        ({"card": 0}, 422, "malformed"),
        ({"card": 7, "playouts": 0}, 422, "malformed"),
        ({"card": 7, "turns": ["d4N"] * 5}, 422, "malformed"),
        ({"card": 7, "turns": [{"card": 7, "turn": "d4N"}]}, 422, "malformed"),
        ({"card": 99}, 422, "bad_landscape"),
        (START | {"card": 5}, 422, "bad_landscape"),
        (START | {"landscape": "5@d4N 12@a1E"}, 422, "bad_landscape"),
        ({"landscape": FULL, "card": 24}, 422, "bad_landscape"),
        (START | {"turns": ["d4N"]}, 422, "illegal_turn"),
        (START | {"turns": ["nonsense"]}, 422, "illegal_turn"),
        (START | {"turns": ["c4N:e4nw>a1nw"]}, 422, "illegal_turn"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(guest: Guest, body: Json, status: int, code: str) -> None:
    answer = guest.http.post("/study/values", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.json()["error"]["message"]
