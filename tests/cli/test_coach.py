"""`limes coach`: a game in hindsight, for people and for programs."""

import json
import re
from pathlib import Path

import pytest
from commands import Run

from limes.rules import parse_annotated, parse_record
from limes.server.protocol.coach import CoachReview

GAMES = Path(__file__).parent.parent / "games"
SOLO = str(GAMES / "solo.limes")


def figures(lines: list[str]) -> list[float]:
    return [float(line.split()[-1]) for line in lines]


def test_the_printed_figures_add_up(limes: Run) -> None:
    outcome = limes("coach", SOLO, "--time", "0.2")
    assert outcome.code == 0
    total = parse_record(Path(SOLO).read_text()).landscapes[0].total
    assert outcome.lines[0] == f"Anna: {total} points, very good"
    start, luck, lost, end = figures(outcome.lines[1:5])
    assert round(10 * (start + luck + lost)) == round(10 * end) == 10 * total


def test_every_turn_has_a_line_and_the_worst_are_drawn(limes: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    outcome = limes("coach", SOLO, "--time", "0.2")
    game = parse_record(Path(SOLO).read_text())
    head = next(place for place, line in enumerate(outcome.lines) if line.startswith("round"))
    rows = [line.split() for line in outcome.lines[head + 1 : head + 17]]
    assert [(row[1], row[2]) for row in rows] == [(str(r.card), str(r.turns[0])) for r in game.rounds]
    assert sum(line.startswith("Round ") for line in outcome.lines) == 3
    assert outcome.lines.count("Played") == outcome.lines.count("Better") == 3


def test_a_wide_terminal_shows_both_turns_side_by_side(limes: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    outcome = limes("coach", SOLO, "--time", "0.2")
    assert sum(line.split() == ["Played", "Better"] for line in outcome.lines) == 3


def test_json_is_what_the_server_gives(limes: Run) -> None:
    outcome = limes("coach", str(GAMES / "two.limes"), "--seat", "2", "--time", "0.2", "--json")
    found = CoachReview.model_validate(json.loads(outcome.out), strict=True)
    assert (found.player, found.seat, found.band) == ("Black", 1, 0)
    assert round(10 * (found.start + found.luck - found.lost)) == 10 * found.total
    assert len(found.turns) == 16
    assert found.curve == [found.start, *(turn.played.value for turn in found.turns)]
    for turn in found.turns:
        assert round(10 * (turn.place + turn.facing + turn.worker)) == round(10 * turn.lost)
        assert (turn.better is None) == (turn.lost == 0) == (turn.why == [])
        assert len(turn.played.landscape.cards) == turn.round
        assert turn.played.landscape.cards[-1].face == turn.face


def test_a_game_that_is_not_over_is_reviewed_so_far(limes: Run) -> None:
    outcome = limes("coach", str(GAMES / "stopped.limes"), "--seat", "2", "--time", "0.2")
    assert outcome.code == 0
    assert outcome.lines[4].startswith("  expected now")


def test_it_speaks_other_languages(limes: Run) -> None:
    german = limes("coach", SOLO, "--time", "0.2", "--lang", "de")
    assert re.fullmatch(r"  erwartet vor der ersten Karte +\d\d,\d", german.lines[1])
    assert sum(line.startswith("Gespielt") for line in german.lines) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seat", "3"], "limes: there is no player 3; the game record has players 1 to 2"),
        (["--seat", "0"], "limes: there is no player 0; the game record has players 1 to 2"),
        (["--time", "0"], "limes: the time for a review must be more than 0 seconds, not 0"),
        (["--time", "nan"], "limes: the time for a review must be more than 0 seconds, not nan"),
    ],
)
def test_bad_input_gets_one_sentence(limes: Run, arguments: list[str], said: str) -> None:
    outcome = limes("coach", str(GAMES / "two.limes"), *arguments)
    assert (outcome.code, outcome.err) == (2, f"{said}\n")


def test_a_game_not_begun_has_nothing_to_review(limes: Run) -> None:
    outcome = limes("coach", str(GAMES / "not-begun.limes"))
    assert (outcome.code, outcome.err) == (2, "limes: Red: no turn played yet\n")


def test_a_game_is_written_with_the_coachs_comments(limes: Run) -> None:
    outcome = limes("coach", "--annotate", str(GAMES / "stopped.limes"), "--time", "0.1")
    annotated = parse_annotated(outcome.out)
    assert annotated.game == parse_record((GAMES / "stopped.limes").read_text())
    assert {note.seat for note in annotated.notes} == set(range(len(annotated.game.players)))
    german = limes(
        "coach", "-", "--annotate", "--seat", "2", "--time", "0.1", "--lang", "de", typed=outcome.out
    )
    again = parse_annotated(german.out)
    assert [again.note(1, 0), again.note(1, 1)] != [annotated.note(1, 0), annotated.note(1, 1)]
    assert again.note(1, 0) == annotated.note(1, 0)
    assert "erwartet, Glück" in again.note(1, 1).comment


def test_a_study_from_an_empty_table_is_reviewed(limes: Run) -> None:
    study = "Study: Farms\n\n1. 17 d4N+ne (3 d4E)\n2. 3 d5E\n"
    assert limes("coach", study, "--time", "0.1").lines[0] == "A study: 3 points"
    refused = limes("coach", "Study:\nStart: 1@d4N\n")
    assert (refused.code, refused.err) == (2, "limes: a study that starts with a landscape is not a game\n")
    refused = limes("coach", study, "--annotate")
    assert (refused.code, refused.err) == (2, "limes: --annotate is for a game record; this is a study\n")


def test_the_shell_completes_it(limes: Run) -> None:
    assert "--seat" in limes("completion", "bash").out
