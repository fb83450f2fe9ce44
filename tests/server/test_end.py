"""The end of a table: ranking, reasons, the band of who plays alone, and what was secret until then."""

import pytest
from serving import Guest, Serving, first_turn

from limes.rules import parse_record
from limes.server.game.deal import commitment
from limes.server.protocol.study import TableEnd


def finish(guest: Guest, table: str, seats: int) -> None:
    for number in range(1, 17):
        for seat in range(seats):
            guest.lay(table, seat, number, first_turn(guest.get(f"/tables/{table}/seats/{seat}")["offer"]))


@pytest.fixture(scope="module")
def finished(server: Serving) -> tuple[Guest, str]:
    guest = server.guest()
    table = str(guest.make("Ann", "Bob")["table"])
    finish(guest, table, 2)
    return guest, table


def test_the_end_tells_everything_a_page_needs(finished: tuple[Guest, str]) -> None:
    guest, table = finished
    seen = guest.get(f"/tables/{table}")
    found = TableEnd.model_validate(guest.get(f"/tables/{table}/end"), strict=False)
    assert found.finished
    assert [seat.name for seat in found.seats] == ["Ann", "Bob"]
    assert [seat.landscape.text for seat in found.seats] == [seat["landscape"] for seat in seen["seats"]]
    assert [seat.place for seat in found.seats] == [seat["place"] for seat in seen["result"]["seats"]]
    for seat, plain in zip(found.seats, seen["result"]["seats"], strict=True):
        assert seat.scoring.total == plain["total"]
        assert all(worker.why.sentence for worker in seat.scoring.workers)
    assert [tie.worker for tie in found.ties] == [None], "they laid the same turns"
    assert found.band is None


def test_the_order_of_the_cards_can_be_checked(finished: tuple[Guest, str]) -> None:
    guest, table = finished
    found = guest.get(f"/tables/{table}/end")
    assert commitment(tuple(found["cards"]), found["nonce"]) == found["commitment"]
    assert found["commitment"] == guest.get(f"/tables/{table}")["commitment"]
    assert [round_.card for round_ in parse_record(found["record"]).rounds] == found["cards"]


def test_the_end_of_a_table_is_the_end_of_its_record(finished: tuple[Guest, str]) -> None:
    guest, table = finished
    found = guest.get(f"/tables/{table}/end")
    replayed = guest.post("/study/record", {"text": found["record"]})["end"]
    assert {name: found[name] for name in replayed} == replayed


def test_it_is_told_in_the_language_of_who_asks(finished: tuple[Guest, str]) -> None:
    guest, table = finished
    told = guest.http.get(f"/tables/{table}/end", headers={"accept-language": "de"}).json()
    points = told["seats"][0]["scoring"]["total"]
    assert told["ties"][0]["sentence"] == (
        f"Gleichstand zwischen Ann und Bob ({points} Punkte), auch Arbeiter für Arbeiter: "
        "Sie teilen sich den Rang"
    )


def test_who_plays_alone_gets_a_band(guest: Guest) -> None:
    table = str(guest.make("Ann")["table"])
    finish(guest, table, 1)
    found = guest.get(f"/tables/{table}/end")
    band, total = found["band"], found["seats"][0]["scoring"]["total"]
    assert band["number"] == guest.get(f"/tables/{table}")["result"]["band"]
    assert band["least"] <= total
    assert band["following"] is None or total < band["following"]


def test_before_the_end_there_is_nothing_to_see(guest: Guest) -> None:
    table = guest.make("Ann")["table"]
    assert guest.refused("GET", f"/tables/{table}/end") == (409, "not_finished")
    assert guest.refused("GET", "/tables/nosuchtable2345/end") == (404, "no_table")
