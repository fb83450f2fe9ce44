"""Bots that an operator admits: people find them and play against them, whatever faults they have."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import first_turn, serving

from limes.bots import BOTS, own
from limes.rules import LimesError
from limes.server.settings import read_settings

BOTS_FILE = """
class Cautious:
    def choose(self, view, budget):
        return next(view.landscape.turns(view.card)).turn

class Faulty:
    def choose(self, view, budget):
        raise ZeroDivisionError

class Cheat:
    def choose(self, view, budget):
        return "a1N"

class Quitter:
    def choose(self, view, budget):
        raise SystemExit

class Unborn:
    def __init__(self):
        raise ZeroDivisionError

    def choose(self, view, budget):
        return "a1N"
"""


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "own_bots.py"
    path.write_text(BOTS_FILE)
    yield path
    for short in list(own._ADMITTED):
        del BOTS[short], own._ADMITTED[short]


def test_an_admitted_bot_is_listed_and_plays(tmp_path: Path, file: Path) -> None:
    names = ["cautious", "faulty", "cheat", "quitter", "unborn"]
    admitted = [f"{file}:{name.capitalize()}" for name in names]
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}", bots=admitted) as server:
        guest = server.guest()
        assert guest.get("/bots") == {"bots": names}
        table = guest.make("Ann", *(f"bot:{name}" for name in names))["table"]
        for number in (1, 2):
            guest.lay(table, 0, number, first_turn(guest.get(f"/tables/{table}/seats/0")["offer"]))
            while (seen := guest.get(f"/tables/{table}"))["running"]["round"] == number:
                guest.get(f"/tables/{table}/events?after={seen['last']}&wait=10")
        assert [seat["name"] for seat in seen["seats"][1:]] == [f"{name} (bot)" for name in names]


def test_no_other_bot_can_be_asked_for(tmp_path: Path, file: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}") as server:
        guest = server.guest()
        assert guest.get("/bots") == {"bots": []}
        for name in ("cautious", "own_bots:Cautious", "os:system"):
            asked = {"seats": [{"kind": "bot", "bot": name}]}
            assert guest.refused("POST", "/tables", asked) == (422, "bad_table")


def test_the_setting_is_a_list_of_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with pytest.raises(LimesError, match="there is no bot 'wizard'"), serving(database, bots=["wizard"]):
        pass
    monkeypatch.setenv("LIMES_BOTS", '["greedy"]')
    assert read_settings().bots == ["greedy"]
    monkeypatch.setenv("LIMES_BOTS", "greedy")
    with pytest.raises(LimesError, match=r"setting bots: LIMES_BOTS=."):
        read_settings()
