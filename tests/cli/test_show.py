"""`limes show`, `limes deck` and `limes replay`: pictures and games for people."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import Run

from limes.rules import STANDARD

GAMES = Path(__file__).parent.parent / "games"
LANDSCAPE = "17@d4N 3@d5E 8@e5S | d4ne d5sw d5sw"


def test_a_landscape_is_drawn_in_the_terminal(limes: Run) -> None:
    plain = limes("show", LANDSCAPE)
    assert plain.code == 0
    assert "┏" in plain.out
    assert "total" not in plain.out
    assert limes("show", LANDSCAPE, "--scored").lines[-1] == "total 5"


@pytest.mark.parametrize(
    "options", [[], ["--scored"], ["--night"], ["--focus", "d4ne"], ["--scored", "--night"]]
)
def test_a_landscape_is_written_as_svg(limes: Run, tmp_path: Path, options: list[str]) -> None:
    file = tmp_path / "landscape.svg"
    outcome = limes("show", LANDSCAPE, "--svg", str(file), *options)
    assert (outcome.code, outcome.out) == (0, "")
    assert ElementTree.parse(file).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_a_scored_picture_speaks_the_users_language(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "landscape.svg"
    limes("show", LANDSCAPE, "--scored", "--svg", str(file), "--lang", "de")
    assert "Holzfäller" in file.read_text(encoding="utf-8")


def test_a_picture_that_somebody_typed_is_drawn(limes: Run, tmp_path: Path) -> None:
    assert limes("show", "f w1\nt r").code == 0
    assert limes("show", "f w1\nt r", "--svg", str(tmp_path / "x.svg"), "--focus", "2,1").code == 0


def test_a_record_is_drawn_player_by_player(limes: Run, tmp_path: Path) -> None:
    record = "Players: Red | Black\n\n1. 17 d4N d4E\n"
    everybody = limes("show", record)
    assert [line for line in everybody.lines if line in ("Red", "Black")] == ["Red", "Black"]
    assert "Red" not in limes("show", record, "--player", "2").lines
    assert limes("show", record, "--player", "2", "--svg", str(tmp_path / "x.svg")).code == 0


def test_a_deck_is_shown_and_counted(limes: Run, tmp_path: Path) -> None:
    shown = limes("deck")
    zones = "24 field zones, 24 water zones, 24 forest zones, 24 rock zones"
    assert f"Deck standard: 24 cards with {zones} and 32 huts." in shown.out
    assert "reconstruction" in shown.out
    own = tmp_path / "own.toml"
    own.write_text(str(STANDARD).replace("standard", "own"))
    assert "Deck own: 24 cards" in limes("deck", str(own)).out
    assert json.loads(limes("deck", "--json").out)["huts"] == 32
    for options in ([], ["--night"]):
        file = tmp_path / "deck.svg"
        limes("deck", str(own), "--svg", str(file), *options)
        ElementTree.parse(file)


@pytest.mark.parametrize("file", sorted(GAMES.glob("*.limes")), ids=lambda file: file.stem)
def test_a_record_is_replayed_round_by_round(limes: Run, file: Path) -> None:
    replayed, data = limes("replay", str(file)), json.loads(limes("replay", str(file), "--json").out)
    assert replayed.code == 0
    assert [line for line in replayed.lines if line.startswith("Round ")] == [
        f"Round {each['round']}, card {each['card']}" for each in data["rounds"]
    ]
    assert ("Final score" in replayed.lines) == data["finished"]
    if data["rounds"]:
        assert data["totals"] == data["rounds"][-1]["totals"]


def test_a_replay_can_draw_every_round(limes: Run) -> None:
    record = "Players: Red\nVariants: diagonal ferryman\n\n1. 17 d4N\n2. 3 -\n"
    replayed = limes("replay", record, "--pictures")
    assert "Variants: diagonal, ferryman" in replayed.lines
    assert "not played yet" in replayed.out
    assert "┏" in replayed.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "tcsh"])
def test_shells_learn_to_complete(limes: Run, shell: str) -> None:
    script = limes("completion", shell)
    assert script.code == 0
    assert "perft" in script.out
