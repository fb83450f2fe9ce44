"""A table outlives its bots: where a release has renamed or removed one, the game opens and goes on."""

from pathlib import Path
from typing import Any

import pytest
from serving import Guest, first_turn, serving

from limes.bots.names import BOTS, LEVELS, make_bot
from limes.cli import main
from limes.rules import ROUNDS, parse_record
from limes.server.game.setup import STAND_IN
from limes.server.tables.thinking import who_plays


def play(guest: Guest, table: str, rounds: range) -> Any:
    """Lay the person's card round by round; each round opens when the bot has laid."""
    for number in rounds:
        while guest.get(f"/tables/{table}")["running"]["round"] < number:
            guest.get(f"/tables/{table}/events?after={guest.get(f'/tables/{table}')['last']}&wait=10")
        guest.lay(table, 0, number, first_turn(guest.get(f"/tables/{table}/seats/0")["offer"]))
    while guest.get(f"/tables/{table}")["last"] < 2 * rounds[-1]:
        guest.get(f"/tables/{table}/events?after={2 * rounds[-1] - 1}&wait=10")
    return guest.get(f"/tables/{table}")


def test_a_table_with_a_bot_that_is_gone_opens_replays_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with serving(database) as server:
        guest = server.guest()
        finished, running = (guest.make("Ann", "bot:greedy", stand_in="greedy")["table"] for _ in range(2))
        handed = guest.make("Ann", "-", "-")["table"]
        guest.post(f"/tables/{handed}/seats/1/bot", {"bot": "greedy"})
        before = play(guest, finished, range(1, ROUNDS + 1))
        play(guest, running, range(1, 4))
    monkeypatch.delitem(BOTS, "greedy")
    with serving(database) as server:
        guest = server.welcome(guest)
        assert guest.get(f"/tables/{finished}") == before
        assert parse_record(guest.http.get(f"/tables/{finished}/record").text).players == (
            "Ann",
            "greedy (bot)",
        )
        assert guest.get(f"/tables/{handed}")["seats"][1]["name"] == "greedy (bot)"
        listed = {each["table"]: each["players"] for each in guest.get("/tables")["tables"]}
        assert listed[running] == ["Ann", "greedy (bot)"]
        seat = play(guest, running, range(4, 6))["seats"][1]
        assert (seat["kind"], seat["bot"], seat["name"]) == ("bot", "greedy", "greedy (bot)")
        again = guest.post(f"/tables/{finished}/rematch")["table"]
        play(guest, again, range(1, 2))
        asked = {"seats": [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "greedy"}]}
        assert guest.refused("POST", "/tables", asked) == (422, "bad_table")
        assert guest.refused("POST", f"/tables/{running}/seats/0/bot", {"bot": "greedy"}) == (422, "bad_seat")
    assert main(["db", "check", "--database", database]) == 0
    assert "everything replays without an error" in capsys.readouterr().out


def test_who_plays_is_the_bot_itself_or_the_usual_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*BOTS, *(f"expert:{level}" for level in LEVELS)):
        assert who_plays(name) == name
        make_bot(name)
    monkeypatch.delitem(BOTS, "greedy")
    for gone in ("greedy", "expert:genius", "greedy:novice", "", ":"):
        assert who_plays(gone) == STAND_IN
