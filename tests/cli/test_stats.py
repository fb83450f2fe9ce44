"""`limes stats`: what a collection adds up to."""

import json
import shutil
from pathlib import Path

from commands import Run

from limes.cli.saves import default_path

GAMES = Path(__file__).parents[1] / "games"
TWO, SOLO, STOPPED = (str(GAMES / f"{name}.limes") for name in ("two", "solo", "stopped"))


def test_players_stand_beside_each_other(limes: Run) -> None:
    outcome = limes("stats", TWO, SOLO, STOPPED)
    assert (outcome.code, outcome.err) == (0, "")
    table = {line[:16].strip(): line[16:].split() for line in outcome.lines}
    assert outcome.lines[0].split() == ["all", "Anna", "Black", "Red"]
    assert table["landscapes"] == ["3", "1", "1", "1"]
    assert table["highest"] == ["46", "45", "10", "46"]
    assert table["wins"] == ["0/1", "1/1"]
    assert "10-14  ████████████████████ 1" in outcome.lines
    assert "15-19  0" in outcome.lines
    assert outcome.lines[-1] == "1 game is not finished and not counted."


def test_without_files_ones_own_games_are_counted(limes: Run) -> None:
    none = limes("stats")
    assert (none.code, none.out) == (2, "")
    assert "limes play" in none.err
    path = default_path("k7x")
    path.parent.mkdir(parents=True)
    shutil.copy(SOLO, path)
    assert limes("stats").out == limes("stats", SOLO).out


def test_one_player_and_the_most_of_many(limes: Run) -> None:
    alone = limes("stats", TWO, SOLO, "--player", "Red")
    assert alone.lines[0].split() == ["Red"]
    few = limes("stats", TWO, SOLO, "--most", "1")
    assert few.lines[0].split() == ["all", "Anna"]
    assert few.lines[-1] == "2 more players are not shown (--most)."


def test_json_has_all_of_it(limes: Run) -> None:
    found = json.loads(limes("stats", TWO, STOPPED, "--json").out)
    assert (found["games"], found["unfinished"], found["refused"]) == (1, 1, 0)
    assert [each["player"] for each in found["figures"]] == [None, "Black", "Red"]
    assert found["figures"][2]["total"]["mean"] == 46
    assert found["distribution"][0] == {"from": 10, "count": 1}


def test_the_coach_goes_on_with_the_reviews_it_has(limes: Run, tmp_path: Path) -> None:
    command = ["stats", TWO, "--coach", "--time", "0.01", "--resume", "kept.jsonl"]
    outcome = limes(*command)
    table = {line[:16].strip(): line[16:].split() for line in outcome.lines}
    assert table["reviewed"] == ["2", "1", "1"]
    assert len(table["luck"]) == len(table["lost"]) == 3
    kept = (tmp_path / "kept.jsonl").read_bytes()
    assert kept.count(b"\n") == 1 + 2
    assert limes(*command).out == outcome.out
    assert (tmp_path / "kept.jsonl").read_bytes() == kept


def test_what_is_wrong_is_told_and_the_rest_counted(limes: Run, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.limes"
    wrong.write_text("Players: A\n1. 17 d5N\n")
    empty = tmp_path / "empty.limes"
    empty.write_text("\n")
    undated = tmp_path / "undated.limes"
    undated.write_text(Path(SOLO).read_text().replace("Date: 2026-11-01\n", ""))
    outcome = limes("stats", str(wrong), TWO)
    assert outcome.code == 0
    assert outcome.err.startswith(f"limes: {wrong}: line 2, column 7: ")
    for arguments, said in (
        ([str(wrong)], "limes: none of the game records could be read\n"),
        ([str(empty)], "limes: there is no game record in these files\n"),
        ([STOPPED], "limes: none of these games is finished\n"),
        (
            [TWO, SOLO, "--player", "Eve"],
            "limes: there is no player 'Eve' in these games; there are Anna, Black, Red\n",
        ),
        (
            [TWO, str(undated), "--since", "2030"],
            "limes: none of these games has a date in that time; games without any date: 1 of 2\n",
        ),
        ([TWO, "--until", "1999-12"], "limes: none of these games has a date in that time\n"),
        (
            [TWO, "--since", "yesterday"],
            "limes: --since must be a date such as 2026-11-06, 2026-11 or 2026, not 'yesterday'\n",
        ),
        (
            [TWO, "--until", "2026-13"],
            "limes: --until must be a date such as 2026-11-06, 2026-11 or 2026, not '2026-13'\n",
        ),
        ([TWO, "--jobs", "0"], "limes: --jobs must be a number from 1 to 1000000000, not 0\n"),
        ([TWO, "--time", "0"], "limes: the time for a review must be more than 0 seconds, not 0\n"),
        (["none.limes"], "limes: there is no file none.limes\n"),
    ):
        outcome = limes("stats", *arguments)
        assert outcome.code == 2
        assert outcome.err.endswith(said)
