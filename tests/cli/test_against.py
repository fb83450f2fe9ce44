"""`limes play --against`: a bot plays the same cards beside the person."""

from pathlib import Path

import pytest
from commands import Run

from limes.bots import BOTS, own
from limes.rules import Game, parse_record, shuffled


def typed_turns(game: Game, rounds: int) -> str:
    """A legal turn for the person in each round up to this one, confirmed."""
    landscape = game.landscapes[0]
    lines = []
    for card in shuffled(game.deck, game.id)[len(game.rounds) : rounds]:
        turn = max(landscape.turns(card), key=lambda each: (each[1], str(each[0])))[0]
        landscape = landscape.play(card, turn)
        lines.append(f"{turn}\n\n")
    return "".join(lines)


FIRST = """
class First:
    def choose(self, view):
        return next(view.landscape.turns(view.card)).turn
"""
NEW = Game(players=("Ada",), id="k7x")


def test_the_bots_landscape_is_seen_after_each_round(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.limes"
    outcome = limes(
        "play", "--game", "k7x", "--against", "greedy", "--save", str(file), typed=typed_turns(NEW, 2) + "q\n"
    )
    game = parse_record(file.read_text())
    assert game.players == ("You", "greedy (bot)")
    card, turn = game.rounds[1].card, game.rounds[1].turns[1]
    total = game.landscapes[1].total
    assert f"greedy (bot) lays card {card}: {turn}   {total} points" in outcome.lines


def test_a_game_against_a_bot_goes_on_and_ends_with_a_ranking(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.limes"
    arguments = ("play", "--game", "k7x", "--name", "Ada", "--against", "greedy", "--save", str(file))
    limes(*arguments, typed=typed_turns(NEW, 5))
    left = parse_record(file.read_text())
    assert len(left.rounds) == 5
    outcome = limes("play", str(file), typed=typed_turns(left, 16))
    game = parse_record(file.read_text())
    assert game.finished
    first = game.players[game.places().index(1)]
    assert any(line.startswith(f"1. {first}  ") for line in outcome.lines)


def test_a_turn_confirmed_before_the_bot_moved_is_kept(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.limes"
    card = shuffled(NEW.deck, "k7x")[0]
    file.write_text(f"Game: k7x\nPlayers: Ada | greedy (bot)\n\n1. {card} d4N -\n")
    limes("play", str(file), typed="q\n")
    assert parse_record(file.read_text()).rounds[0].complete


def test_a_new_game_offers_the_levels(limes: Run) -> None:
    outcome = limes("play", typed="wizard\nbeginner\nq\n")
    assert "or against a bot (newcomer, " in outcome.out
    assert "there is no bot 'wizard'" in outcome.out
    assert "Round 1 of 16" in outcome.out


def test_a_level_is_enough_to_name_an_opponent(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.limes"
    limes("play", "--game", "k7x", "--against", "newcomer", "--save", str(file), typed=typed_turns(NEW, 1))
    assert parse_record(file.read_text()).players == ("You", "expert:newcomer (bot)")


def test_purists_see_no_points_of_the_bot(limes: Run) -> None:
    outcome = limes(
        "play", "--game", "k7x", "--against", "greedy", "--no-help", typed=typed_turns(NEW, 1) + "q\n"
    )
    [said] = [line for line in outcome.lines if "greedy (bot) lays card" in line]
    assert "point" not in said


def test_an_unknown_bot_is_named(limes: Run) -> None:
    outcome = limes("play", "--against", "wizard")
    assert outcome.code == 2
    assert outcome.err.startswith("limes: there is no bot 'wizard'; there are ")


def test_a_bot_of_your_own_plays_and_is_named_again_when_the_game_goes_on(
    limes: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for known in (BOTS, own._ADMITTED):
        monkeypatch.setitem(known, "first", None)  # both are as before when the test is over
        monkeypatch.delitem(known, "first")
    bot = "./my_first.py:First"
    (tmp_path / "my_first.py").write_text(FIRST)
    file = tmp_path / "game.limes"
    limes("play", "--game", "k7x", "--against", bot, "--save", str(file), typed=typed_turns(NEW, 2))
    left = parse_record(file.read_text())
    assert left.players == ("You", "first (bot)")
    del BOTS["first"], own._ADMITTED["first"]
    assert limes("play", str(file)).err.startswith("limes: there is no bot 'first'; there are ")
    limes("play", str(file), "--against", bot, typed=typed_turns(left, 3))
    assert len(parse_record(file.read_text()).rounds) == 3
    outcome = limes("play", str(file), "--against", "greedy")
    assert outcome.err == "limes: --against works only for a new game\n"


def test_a_record_imports_nothing(limes: Run, tmp_path: Path) -> None:
    (tmp_path / "trap.py").write_text("raise SystemExit('sprung')\n")
    file = tmp_path / "game.limes"
    file.write_text("Game: k7x\nPlayers: Ada | trap:Trap (bot)\n")
    assert limes("play", str(file)).err.startswith("limes: there is no bot 'trap:Trap'")
