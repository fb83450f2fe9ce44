"""The coach over HTTP: after the game for everybody, in the game only for who plays against nobody else."""

import time
from pathlib import Path
from typing import Any

import pytest
from serving import Guest, Serving, first_turn, serving

from limes.rules import ROUNDS, Turn
from limes.server.coaching import reviews
from limes.server.limits import Rate
from limes.server.problems import Problem
from limes.server.protocol import coach as coach_messages
from limes.server.web import coach_routes

GAMES = Path(__file__).parents[1] / "games"
SOLO = (GAMES / "solo.limes").read_text()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    database = tmp_path_factory.mktemp("coach") / "tables.sqlite"
    with serving(f"sqlite:///{database}", review_seconds=0.3, bot_seconds=0.05) as running:
        yield running


def play(guest: Guest, table: str, rounds: int = ROUNDS, seats: tuple[int, ...] = (0,)) -> None:
    for number in range(1, rounds + 1):
        for seat in seats:
            offered = guest.get(f"/tables/{table}/seats/{seat}")
            guest.lay(table, seat, number, first_turn(offered["offer"]))


def check(found: dict[str, Any]) -> coach_messages.CoachReview:
    review = coach_messages.CoachReview.model_validate(found, strict=True)
    assert round(10 * (review.start + review.luck - review.lost)) == round(10 * review.end)
    assert review.end == review.total
    assert len(review.curve) == 1 + len(review.turns) == 1 + ROUNDS
    return review


def test_a_finished_game_is_reviewed(server: Serving, guest: Guest) -> None:
    table = guest.make("Ann")["table"]
    play(guest, table)
    review = check(guest.get(f"/tables/{table}/coach?seat=0&wait=25"))
    assert (review.player, review.seat, review.finished) == ("Ann", 0, True)
    assert review.total == guest.get(f"/tables/{table}")["result"]["seats"][0]["total"]
    watching = server.guest()
    assert watching.get(f"/tables/{table}/coach?seat=0") == guest.get(f"/tables/{table}/coach?seat=0")


def test_a_record_from_another_system_is_reviewed(guest: Guest) -> None:
    here = (GAMES / "solo-random.limes").read_text(encoding="utf-8")
    there = "\ufeff" + here.replace("\n", "\r\n")
    found = guest.post("/study/coach?wait=25", {"record": there})
    check(found)
    assert guest.post("/study/coach?wait=25", {"record": here}) == found


def test_who_does_not_wait_hears_how_far_it_is(guest: Guest) -> None:
    answers = [guest.http.post("/study/coach", json={"record": SOLO})]
    end = time.monotonic() + 25
    while answers[-1].status_code == 202 and time.monotonic() < end:
        assert answers[-1].headers["retry-after"] == "1"
        coach_messages.CoachProgress.model_validate(answers[-1].json())
        time.sleep(0.05)
        answers.append(guest.http.post("/study/coach", json={"record": SOLO}))
    assert answers[0].status_code == 202
    parts = [answer.json()["part"] for answer in answers[:-1]]
    assert parts == sorted(parts)
    assert check(answers[-1].json()).player == "Anna"


def test_sentences_come_in_the_language_that_is_asked_for(guest: Guest) -> None:
    said = {}
    for language in ("en", "de", "cs", "fr"):
        headers = {"accept-language": language}
        answer = guest.http.post("/study/coach?wait=25", json={"record": SOLO}, headers=headers)
        said[language] = [why for turn in answer.json()["turns"] for why in turn["why"]]
    assert said["en"]
    assert len({tuple(sentences) for sentences in said.values()}) == 4


def test_asking_again_is_counted(server: Serving, guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A review that is made is still compared with all that the address plays."""
    record = {"record": (GAMES / "solo-random.limes").read_text(encoding="utf-8")}
    guest.post("/study/coach?wait=25", record)
    counted: list[Rate] = []
    monkeypatch.setattr(server.services.limits, "check", lambda rate, *_who: counted.append(rate))
    guest.post("/study/coach?wait=25", record)
    assert counted == [Rate.REQUEST, Rate.STUDY]


def test_each_seat_of_a_record_has_its_own_review(guest: Guest) -> None:
    record = (GAMES / "two.limes").read_text()
    names = [
        check(guest.post("/study/coach?wait=25", {"record": record, "seat": seat})).player for seat in (0, 1)
    ]
    assert names == ["Red", "Black"]


def test_there_is_no_review_before_the_end(guest: Guest) -> None:
    table = guest.make("Ann")["table"]
    assert guest.refused("GET", f"/tables/{table}/coach?seat=0") == (409, "not_finished")
    assert guest.refused("GET", f"/tables/{table}/coach?seat=1") == (404, "no_seat")
    assert guest.refused("GET", f"/tables/{table}/coach") == (422, "malformed")
    stopped = (GAMES / "stopped.limes").read_text()
    assert guest.refused("POST", "/study/coach", {"record": stopped}) == (409, "not_finished")


def test_a_bad_record_is_refused_with_the_place(guest: Guest) -> None:
    assert guest.refused("POST", "/study/coach", {"record": SOLO, "seat": 1}) == (404, "no_seat")
    answer = guest.http.post("/study/coach", json={"record": SOLO.replace("1. 22", "1. 99")})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "bad_record"
    assert "card 99 is not in the deck" in answer.json()["error"]["message"]


def test_only_so_many_reviews_are_made_at_once(
    server: Serving, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "AT_ONCE", 0)
    record = SOLO.replace("Game: ", "Game: x")
    assert guest.refused("POST", "/study/coach", {"record": record}) == (503, "too_many_reviews")


def test_old_reviews_are_forgotten(server: Serving, guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "KEPT", 1)
    for name in "ab":
        check(guest.post("/study/coach?wait=25", {"record": SOLO.replace("Game: ", f"Game: {name}")}))
    assert len(server.services.reviews._kept) == 1
    again = {"record": SOLO.replace("Game: ", "Game: a")}
    assert guest.http.post("/study/coach", json=again).status_code == 202


def test_a_hint_helps_who_plays_alone(guest: Guest) -> None:
    table = guest.make("Ann")["table"]
    play(guest, table, rounds=15)
    seat = guest.get(f"/tables/{table}/seats/0")
    hint = coach_messages.CoachHint.model_validate(guest.get(f"/tables/{table}/seats/0/hint"), strict=True)
    assert hint.card == seat["offer"]["card"]
    assert all(option.why for option in hint.options)
    values = [option.value for option in hint.options]
    assert values == sorted(values, reverse=True)
    best = Turn.parse(hint.options[0].turn)
    guest.lay(table, 0, 16, str(best))
    assert guest.get(f"/tables/{table}")["result"]["seats"][0]["total"] == values[0]
    assert guest.refused("GET", f"/tables/{table}/seats/0/hint") == (409, "game_over")


def test_a_hint_helps_against_bots(guest: Guest) -> None:
    table = guest.make("Ann", "bot:greedy")["table"]
    assert guest.get(f"/tables/{table}/seats/0/hint")["options"]


@pytest.mark.parametrize("turned_out", [False, True])
def test_a_hint_helps_against_a_bot_that_sits_where_somebody_left_before_the_first_card(
    server: Serving, guest: Guest, turned_out: bool
) -> None:
    made, bob = guest.make("Ann", "-", "-"), server.guest()
    path = f"/tables/{made['table']}"
    bob.post(f"{path}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    if turned_out:
        guest.post(f"{path}/seats/1/out")
    else:
        bob.post(f"{path}/leave")
    for seat in (1, 2):
        guest.post(f"{path}/seats/{seat}/bot", {"bot": "greedy"})
    assert guest.get(f"{path}/seats/0/hint")["options"]


def test_no_hint_is_given_against_people(server: Serving, guest: Guest) -> None:
    made = guest.make("Ann", "-", "bot:greedy")
    path = f"/tables/{made['table']}/seats/0/hint"
    assert guest.refused("GET", path) == (403, "no_hint")
    bob = server.guest()
    bob.post(f"/tables/{made['table']}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    assert guest.refused("GET", path) == (403, "no_hint")
    said = guest.http.get(path, headers={"accept-language": "de"}).json()["error"]["message"]
    assert said == "Tipps gibt es nur, wenn du allein oder gegen Bots spielst"
    hot_seat = guest.make("Ann", "Eve")["table"]
    assert guest.refused("GET", f"/tables/{hot_seat}/seats/0/hint") == (403, "no_hint")


def test_no_hint_before_the_game_has_begun(server: Serving, guest: Guest) -> None:
    """Who holds the seat is asked of the log, which may know more than the table in memory."""
    table = guest.make("-", "bot:random")["table"]
    live = server.services.tables.known(table)
    assert live
    with pytest.raises(Problem) as refused:
        coach_routes._card_for_hint(live.table, 0)
    assert refused.value.code == "not_begun"


def test_a_hint_is_for_the_holder_of_the_seat_and_before_the_turn(server: Serving, guest: Guest) -> None:
    table = guest.make("Ann", "bot:expert")["table"]
    path = f"/tables/{table}/seats/0/hint"
    assert server.guest().refused("GET", path) == (403, "not_your_seat")
    assert guest.refused("GET", f"/tables/{table}/seats/5/hint") == (404, "no_seat")


def test_reviews_do_not_hold_up_a_server_that_stops(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}", review_seconds=60.0) as running:
        assert running.guest().http.post("/study/coach", json={"record": SOLO}).status_code == 202
        began = time.monotonic()
    assert time.monotonic() - began < 15
