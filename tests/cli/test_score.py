"""`limes score`: points of any form of table, with reasons."""

import json
from pathlib import Path

from commands import Run

from limes.rules import Landscape

LANDSCAPE = "17@d4N 3@d5E 8@e5S | d4ne d5sw d5sw"
PICTURE = "f w1 t  r\nF w  t2 r\n.  . r1 f\n"
GAMES = Path(__file__).parent.parent / "games"


def test_a_landscape_is_scored_worker_by_worker_with_reasons(limes: Run) -> None:
    assert limes("score", LANDSCAPE).lines == [
        "d4ne  woodcutter   3  3 adjacent territories: field d5se, rock d4nw, field d4sw",
        "d5sw  fisherman    2  2 huts on the shore: d5nw d5se",
        "d5sw  fisherman    0  another worker is scored in this territory",
        "total 5",
    ]


def test_json_commands_no_terminal(limes: Run) -> None:
    """A comment may hold any sign; some terminals obey those after the first 127, too."""
    study = r"Study: x\n\n1. 5 d4N {a\u{1b}[2J\u{9b}2J\u{7f}\u{202e}\u{2067}\u{200f} é}".replace(r"\n", "\n")
    out = limes("replay", "-", "--json", typed=study).out
    assert all(sign.isprintable() for sign in out.rstrip("\n"))
    assert json.loads(out)["children"][0]["comment"] == "a\x1b[2J\x9b2J\x7f\u202e\u2067\u200f é"
    assert "é" in out


def test_json_holds_the_total_and_the_workers(limes: Run) -> None:
    assert json.loads(limes("score", LANDSCAPE, "--json").out) == {
        "total": 5,
        "workers": [
            {"zone": "d4ne", "profession": "woodcutter", "points": 3, "scored": True},
            {"zone": "d5sw", "profession": "fisherman", "points": 2, "scored": True},
            {"zone": "d5sw", "profession": "fisherman", "points": 0, "scored": False},
        ],
    }


def test_a_picture_comes_from_an_argument_a_file_or_standard_input(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text(PICTURE)
    by_argument = limes("score", PICTURE, "--json")
    assert json.loads(by_argument.out)["workers"][0]["zone"] == "2,1"
    assert limes("score", str(file), "--json") == by_argument
    assert limes("score", "-", "--json", typed=PICTURE) == by_argument


def test_more_workers_than_a_player_has_are_scored_with_a_note(limes: Run) -> None:
    outcome = limes("score", "f9 f")
    assert outcome.code == 0
    assert outcome.lines[-1] == "total 2"
    assert outcome.err == "note: there are 9 workers here, but a player has only 7\n"


def test_every_profession_gives_its_reason(limes: Run) -> None:
    said = limes("score", "f1 F t1\nw1 r1 t\nT f f").out
    assert "2 zones of field: 1,1 2,1" in said
    assert "1 hut on the shore: 1,3" in said
    assert "3 adjacent territories: field 1,1, rock 2,2, field 2,3" in said
    assert "1 forest zone in sight: 3,2" in said


def test_a_record_is_scored_for_every_player_with_the_ranking(limes: Run) -> None:
    for file in sorted(GAMES.glob("*.limes")):
        plain, data = limes("score", str(file)), json.loads(limes("score", str(file), "--json").out)
        assert plain.code == 0
        for player in data["players"]:
            assert player["name"] in plain.lines
            assert player["total"] == sum(worker["points"] for worker in player["workers"])
            line = f"{player['place']}. {player['name']}  {player['total']} point"
            assert any(found.startswith(line) for found in plain.lines)


def test_a_solo_record_has_its_total_and_workers_at_the_top_too(limes: Run) -> None:
    data = json.loads(limes("score", str(GAMES / "solo.limes"), "--json").out)
    assert data["total"] == data["players"][0]["total"]
    assert data["workers"] == data["players"][0]["workers"]


def test_the_empty_landscape_is_worth_nothing(limes: Run) -> None:
    assert limes("score", "|").lines == ["total 0"]
    assert Landscape().total == 0
