"""A finished game is played on from any of its rounds: the past as it was, the cards to come drawn anew."""

from pathlib import Path
from typing import Any

import pytest
from serving import Guest, Serving, first_turn, serving

from limes.rules import ROUNDS, STANDARD, Deck, Game, Turn, parse_record, write_record

RECORD = (Path(__file__).parents[1] / "games" / "two.limes").read_text()
GAME = parse_record(RECORD)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('on') / 'tables.sqlite'}") as running:
        yield running


@pytest.fixture
def guest(server: Serving) -> Guest:
    return server.guest()


def begin(guest: Guest, number: int, seat: int = 1) -> Any:
    asked = {"record": RECORD, "seat": seat, "round": number, "name": "Ann"}
    return guest.get(f"/tables/{guest.post('/study/play', asked)['table']}")


def test_the_past_is_as_it_was_and_the_card_is_the_one_that_came(guest: Guest) -> None:
    table = begin(guest, 9)
    assert table["running"]["round"] == 9
    assert table["running"]["card"] == GAME.rounds[8].card
    assert table["seats"][0]["landscape"] == str(GAME.history()[8][1])
    assert (table["variants"], table["seats"][0]["name"]) == (str(GAME.variants).split(), "Ann")


def test_it_can_begin_with_the_first_card_and_be_played_to_the_end(guest: Guest) -> None:
    assert begin(guest, 1)["rounds"] == []
    table = begin(guest, ROUNDS)["table"]
    guest.lay(table, 0, ROUNDS, first_turn(guest.get(f"/tables/{table}/seats/0")["offer"]))
    end = guest.get(f"/tables/{table}/end")
    assert end["cards"] == [each.card for each in GAME.rounds]


def test_a_record_from_another_system_is_played_on(guest: Guest) -> None:
    text = "\ufeff" + RECORD.replace("\n", "\r\n")
    asked = {"record": text, "seat": 1, "round": 9, "name": "Ann"}
    table = guest.get(f"/tables/{guest.post('/study/play', asked)['table']}")
    assert table["running"]["card"] == GAME.rounds[8].card


@pytest.mark.parametrize(
    "deck", [Deck("large", (*STANDARD.faces, *["rFwf"] * 41)), Deck("x" * 41, STANDARD.faces)]
)
def test_a_deck_that_no_table_can_hold_makes_none(guest: Guest, deck: Deck) -> None:
    game = Game(players=("Ann",), deck=deck)
    for card, cell in enumerate((f"{column}{row}" for row in (4, 5, 6, 7) for column in "defg"), start=1):
        game = game.turn_up(card).play(0, Turn.parse(f"{cell}N"))
    asked = {"record": write_record(game), "round": 3, "name": "Ann"}
    assert guest.refused("POST", "/study/play", asked) == (422, "bad_deck")
    assert guest.get("/tables")["tables"] == []


def test_later_cards_are_drawn_anew(guest: Guest) -> None:
    record = [each.card for each in GAME.rounds]
    drawn = []
    for _ in range(3):
        table = begin(guest, 2)["table"]
        for number in range(2, ROUNDS + 1):
            guest.lay(table, 0, number, first_turn(guest.get(f"/tables/{table}/seats/0")["offer"]))
        drawn.append(guest.get(f"/tables/{table}/end")["cards"])
    assert all(cards[:2] == record[:2] and len(set(cards)) == ROUNDS for cards in drawn)
    assert any(cards != record for cards in drawn)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"record": "1. 17 d9N"}, "bad_record"),
        ({"record": RECORD[: RECORD.index("\n5.")]}, "not_finished"),
        ({"seat": 2}, "no_seat"),
    ],
)
def test_what_cannot_be_played_on_is_refused(guest: Guest, changed: dict[str, object], code: str) -> None:
    asked = {"record": RECORD, "round": 3, "name": "Ann"} | changed
    assert guest.http.post("/study/play", json=asked).json()["error"]["code"] == code
