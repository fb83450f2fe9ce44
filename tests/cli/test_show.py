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


ANNOTATED = """Players: Anna | Bo

{A quick game}
1. 12 d4W+nw "Water" {first\\nor \\u{1b}not?} d4N+ne (d4N d5E (8 c4N)) (3 d4N)
2. 1 c4S+sw d5E+sw
"""
STUDY = """Study: Farms or fish
Start: 17@d4N | d4ne

{Where to?}
2. 3 d5E "Up" (d3N {down} e3S)
3. 8 e5S
"""


def test_comments_and_variations_are_shown_at_their_moment(limes: Run) -> None:
    assert limes("replay", ANNOTATED).lines == [
        *("Deck: standard", "Players: Anna, Bo", "", "A quick game", ""),
        "Round 1, card 12",
        "  Anna  d4W+nw            1",
        "        Water: first",
        "        or \ufffdnot?",
        "  Bo    d4N+ne            1",
        "        (d4N d5E (8 c4N))  0",
        "        (3 d4N)  0",
        "",
        *("Round 2, card 1", "  Anna  c4S+sw            3", "  Bo    d5E+sw            4", ""),
        *("Not finished", "  1. Bo  4 points", "  2. Anna  3 points"),
    ]


def test_comments_and_variations_are_in_the_json_where_there_are_some(limes: Run) -> None:
    data = json.loads(limes("replay", ANNOTATED, "--json").out)
    assert data["comment"] == "A quick game"
    [anna, bo] = data["rounds"][0]["notes"]
    assert (anna["seat"], anna["name"], anna["variations"]) == (0, "Water", [])
    assert [node["turn"] for node in bo["variations"]] == ["d4N", "d4N"]
    assert bo["variations"][0]["children"][1]["card"] == 8
    assert "notes" not in data["rounds"][1]


def test_a_study_is_replayed_drawn_and_scored(limes: Run) -> None:
    assert limes("replay", STUDY).lines == [
        *(
            "A study: Farms or fish",
            "Deck: standard",
            "Starting landscape: 17@d4N | d4ne",
            "",
            "Where to?",
            "",
        ),
        *("Round 2, card 3", "  d5E               3", "  Up", "  (d3N {down} e3S)  2", ""),
        *("Round 3, card 8", "  e5S               3", "", "3 points"),
    ]
    data = json.loads(limes("replay", STUDY, "--json").out)
    assert (data["study"], data["start"], data["total"]) == ("Farms or fish", "17@d4N | d4ne", 3)
    assert [node["turn"] for node in data["children"]] == ["d5E", "d3N"]
    assert limes("show", STUDY).out == limes("show", "17@d4N 3@d5E 8@e5S | d4ne").out
    assert limes("score", STUDY).lines[-1].split() == ["total", "3"]
    assert limes("replay", STUDY, "--pictures").out.count("┏") == 2


def test_a_record_with_comments_is_drawn_and_scored_as_without(limes: Run) -> None:
    plain = "Players: Anna | Bo\n\n1. 12 d4W+nw d4N+ne\n2. 1 c4S+sw d5E+sw\n"
    for command in ("show", "score"):
        assert limes(command, ANNOTATED).out == limes(command, plain).out


def test_an_error_in_a_variation_names_its_place(limes: Run) -> None:
    outcome = limes("replay", ANNOTATED.replace("(8 c4N)", "(8 c9N)"))
    said = "limes: line 4, column 64: round 1, Bo: expected a cell from a1 to g7, found 'c9N'\n"
    assert (outcome.code, outcome.err) == (2, said)
