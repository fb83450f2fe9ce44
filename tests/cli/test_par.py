"""`limes par`: what hindsight finds, never less than what was played."""

import json
from pathlib import Path

import pytest
from commands import Run

from limes.rules import STANDARD, parse_record, shuffled

GAMES = Path(__file__).parent.parent / "games"


def test_par_of_a_record_stands_beside_what_was_played(limes: Run) -> None:
    solo = GAMES / "solo.limes"
    played = parse_record(solo.read_text())
    outcome = limes("par", str(solo), "--tries", "50000")
    assert outcome.code == 0
    assert outcome.lines[0].endswith(f"{played.landscapes[0].total} points")
    best = parse_record("\n".join(outcome.lines[3:]))
    assert (
        outcome.lines[1]
        == f"{best.landscapes[0].total} points: the best landscape found; there may be a better one."
    )
    assert best.landscapes[0].total >= played.landscapes[0].total
    assert [round_.card for round_ in best.rounds] == [round_.card for round_ in played.rounds]


def test_par_of_cards_and_of_a_game_id_agree(limes: Run) -> None:
    order = [str(card) for card in shuffled(STANDARD, "k7x")[:16]]
    by_cards = json.loads(limes("par", *order, "--tries", "5000", "--json").out)
    by_game = json.loads(limes("par", "--game", "k7x", "--tries", "5000", "--json").out)
    assert by_cards["cards"] == by_game["cards"] == list(map(int, order))
    assert by_cards["total"] == by_game["total"]
    assert by_cards["proven"] is False


def test_variants_are_kept(limes: Run) -> None:
    outcome = limes("par", "--game", "k7x", "--tries", "5000", "--diagonal", "--time", "5")
    assert "Variants: diagonal" in outcome.lines


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["1", "2"], "limes: par needs the 16 different cards of a game in order, not 1 2"),
        ([], "limes: par needs the 16 different cards of a game in order, not -"),
        (["1", "x"], "limes: expected the number of a card, such as 17, found 'x'"),
        (["1", "--game", "k7x"], "limes: give either the cards or --game, not both"),
        (["--game", "k7x", "--tries", "0"], "limes: the number of tries must be 1 or more, not 0"),
        (["--game", "k7x", "--time", "-1"], "limes: the time per turn must be more than 0 seconds, not -1"),
    ],
)
def test_bad_input_gets_one_sentence(limes: Run, arguments: list[str], said: str) -> None:
    outcome = limes("par", *arguments)
    assert (outcome.code, outcome.err) == (2, f"{said}\n")


def test_hindsight_never_finds_less_than_what_was_played(limes: Run) -> None:
    solo = GAMES / "solo.limes"
    played = parse_record(solo.read_text())
    outcome = json.loads(limes("par", str(solo), "--tries", "1", "--json").out)
    assert outcome["total"] == played.landscapes[0].total
