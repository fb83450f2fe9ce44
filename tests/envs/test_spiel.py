"""OpenSpiel: its own checkers, stored playthroughs, and the game behind them."""

import random
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import evaluate_bots, generate_playthrough

from limes.envs.policies import policy
from limes.envs.spiel import LimesState, SpielBot
from limes.rules import Game, Turn, Variants

PLAYTHROUGHS = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))
FACES = " ".join(["FwtR", "ffff", "tttr", "wTFr"] * 4)


def random_end(game: pyspiel.Game, seed: int) -> LimesState:
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        else:
            players = range(game.num_players())
            state.apply_actions([rng.choice(state.legal_actions(player)) for player in players])
    assert isinstance(state, LimesState)
    return state


@pytest.mark.parametrize(
    "name",
    [
        "python_limes",
        "python_limes(players=1)",
        "python_limes(players=3,diagonal=true,ferryman=true)",
        f"python_limes(faces={FACES})",
    ],
)
def test_openspiel_accepts_the_game(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


def test_a_game_is_one_of_the_rules() -> None:
    name = "python_limes(players=3,diagonal=true,ferryman=true)"
    state = random_end(pyspiel.load_game(name), 1)
    game = Game(("a", "b", "c"), variants=Variants(diagonal=True, ferryman=True))
    for place, card in enumerate(state.cards):
        game = game.turn_up(card)
        for seat in range(3):
            game = game.play(seat, Turn.parse(state.turns[seat][place]))
    assert state.returns() == [each.total for each in game.landscapes]


def test_nobody_sees_the_running_round() -> None:
    state = pyspiel.load_game("python_limes").new_initial_state()
    state.apply_action(4)
    state.apply_actions([24, 25])
    assert state.observation_string(0) == "cards 5\nplayer 0 d4N\nplayer 1"
    assert state.information_state_string(1) == "cards 5\nplayer 0\nplayer 1 d4E"
    state.apply_actions([100, 102])
    assert state.observation_string(0) == "cards 5\nplayer 0 d4N\nplayer 1 d4E+ne"


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = pyspiel.load_game("python_limes").new_initial_state()
    state.apply_action(4)
    before = str(state)
    with pytest.raises(pyspiel.SpielError, match="0 is not a legal action of player 1"):
        state.apply_actions([24, 0])
    assert str(state) == before


def test_bots_play_in_openspiels_own_loop() -> None:
    game = pyspiel.load_game("python_limes")
    bots = [SpielBot(policy("greedy"), 0), SpielBot(policy("random"), 1)]
    greedy, at_random = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(1))
    assert greedy > at_random


@pytest.mark.parametrize("stored", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_stored_playthrough_is_played_again_as_it_was(stored: Path) -> None:
    flags.FLAGS.mark_as_parsed()  # its own main() would do that
    expected, found = generate_playthrough.replay(stored)
    assert found == expected
