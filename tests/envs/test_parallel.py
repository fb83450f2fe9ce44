"""PettingZoo: its own checkers, and a game of the rules behind them."""

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

from limes.core import Random
from limes.envs.parallel import env, parallel_env
from limes.rules import Variants

CARDS = Random(3).deal()


def first_legal(seen: dict[str, Any], place: int = 0) -> dict[str, np.int64]:
    found = {}
    for seat, (agent, each) in enumerate(seen.items()):
        legal = np.flatnonzero(each["action_mask"])
        found[agent] = legal[(place + seat) % len(legal)]
    return found


@pytest.mark.parametrize("players", [1, 2, 5])
def test_pettingzoo_accepts_the_parallel_environment(players: int) -> None:
    parallel_api_test(parallel_env(players), num_cycles=80)


def test_pettingzoo_accepts_the_environment_in_turns(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it wonders at masks and rewards of any environment
        api_test(env(3, variants=Variants(diagonal=True, ferryman=True)), num_cycles=100)
    assert "Passed" in capsys.readouterr().out


def test_seeds_repeat_games() -> None:
    seed_test(lambda: env(2), num_cycles=40)


def test_all_have_the_same_cards_and_nobody_sees_the_running_round() -> None:
    game = parallel_env(3)
    seen, infos = game.reset(options={"cards": CARDS})
    for place in range(32):
        assert {info["card"] for info in infos.values()} == {CARDS[place // 2]}
        before = seen["player_0"]["observation"]["others"]
        seen, _, over, _, infos = game.step(first_legal(seen, place))
        now = seen["player_0"]["observation"]["others"] if seen else before
        if place % 2 == 0:
            assert (now == before).all()
        elif not over["player_0"]:
            assert (now[0] == game.state()[1]).all()
    assert all(over.values())
    assert game.agents == []


def test_rewards_add_up_to_the_totals() -> None:
    for reward in ("change", "total"):
        game = parallel_env(2, reward=reward)
        seen, _ = game.reset(seed=4)
        gained = np.zeros(2)
        for place in range(32):
            seen, rewards, _, _, infos = game.step(first_legal(seen, place))
            gained += list(rewards.values())
        assert list(gained) == list(game.batch.totals) == [info["total"] for info in infos.values()]


def test_an_illegal_action_names_the_player() -> None:
    game = parallel_env(2)
    seen, _ = game.reset(seed=1)
    actions = first_legal(seen)
    before = game.batch.save(0)
    for wrong in (np.int64(0), -1, 5000, 2.5):
        with pytest.raises(ValueError, match="is not a legal action of player_1"):
            game.step({**actions, "player_1": wrong})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="actions of"):
        game.step({"player_0": actions["player_0"]})
    assert game.batch.save(0) == before


def test_in_turns_an_illegal_action_is_refused_when_all_have_acted() -> None:
    game = env(2)
    game.reset(seed=1)
    game.step(np.int64(0))
    with pytest.raises(ValueError, match="is not a legal action of player_0"):
        game.step(np.int64(24))


def test_landscapes_are_drawn() -> None:
    for mode, kind in (("ansi", str), ("svg", str), ("rgb_array", np.ndarray)):
        game = parallel_env(2, render_mode=mode)
        game.reset(seed=1)
        assert isinstance(game.render(), kind)
    game = parallel_env(2)
    game.reset(seed=1)
    assert game.render() is None
