"""Gymnasium: its own checkers, and the game behind them."""

import random
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from core.agreement import VARIANTS, random_deck
from gymnasium.utils.env_checker import check_env

from limes.core import Random
from limes.envs import LimesEnv, LimesVectorEnv
from limes.rules import Deck, Variants

CARDS = Random(3).deal()
ODD = Deck("odd", ("ffff", "FwtR", "tttt", "rrrr") * 10)


def some_legal(mask: npt.NDArray[np.int8], rng: np.random.Generator) -> np.int64:
    return np.int64(rng.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "svg", None])
@pytest.mark.filterwarnings("ignore:.*not within the")
def test_gymnasium_accepts_the_environment(mode: str | None) -> None:
    env = gymnasium.make("Limes-v0", render_mode=mode, disable_env_checker=True)
    check_env(env.unwrapped, skip_render_check=True)
    env.reset(seed=1)
    assert (env.render() is None) == (mode is None)


@pytest.mark.parametrize("reward", ["change", "total"])
def test_rewards_add_up_to_the_total(reward: str) -> None:
    env = gymnasium.make("Limes-v0", reward=reward, deck=ODD, variants=Variants(ferryman=True))
    rng = np.random.default_rng(1)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        gained, over, steps = 0.0, False, 0
        while not over:
            _, points, over, _, info = env.step(some_legal(info["action_mask"], rng))
            gained, steps = gained + float(points), steps + 1
        assert (gained, steps) == (info["total"], 32)


def test_cards_can_be_handed_in() -> None:
    env, rng = LimesEnv(), np.random.default_rng(1)
    for given in (CARDS, CARDS[:3], CARDS[:1], []):
        _, info = env.reset(seed=1, options={"cards": given})
        cards = []
        for place in range(32):
            if place % 2 == 0:
                cards.append(info["card"])
            _, _, _, _, info = env.step(some_legal(info["action_mask"], rng))
        assert cards[: len(given)] == given
        assert len(set(cards)) == 16


def test_the_mask_is_the_one_that_learners_ask_for() -> None:
    env = LimesEnv(every=True)
    _, info = env.reset(seed=1)
    assert (env.action_masks() == info["action_mask"]).all()
    assert env.action_space.sample(mask=info["action_mask"]) in np.flatnonzero(info["action_mask"])


def test_an_action_outside_of_the_mask_changes_nothing() -> None:
    env = LimesEnv(illegal_reward=-2)
    seen, _ = env.reset(seed=1)
    after, reward, over, _, info = env.step(np.int64(0))
    assert (reward, over, info["illegal"]) == (-2, False, True)
    assert all((after[name] == seen[name]).all() for name in seen)


@pytest.mark.parametrize("wrong", [-1, 4201, 2.5, "d4N", None])
def test_an_action_outside_of_the_space_is_an_error(wrong: object) -> None:
    env = LimesEnv()
    env.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction, match="an action is a whole number from 0 to 4200"):
        env.step(wrong)  # type: ignore[arg-type]


def test_a_game_begins_with_reset() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        LimesEnv().step(np.int64(24))
    vector = LimesVectorEnv(2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        vector.step(np.array([24, 24]))


@pytest.mark.parametrize("options", [{"reward": "points"}, {"render_mode": "human"}])
def test_options_that_do_not_exist_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"not '(points|human)'"):
        LimesEnv(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize("place", range(4))
def test_the_vector_plays_as_single_environments_do(place: int) -> None:
    deck = random_deck(random.Random(place))
    options: dict[str, Any] = {"deck": deck, "variants": VARIANTS[place], "every": place % 2 == 0}
    vector = gymnasium.make_vec("Limes-v0", num_envs=6, **options)
    seen, info = vector.reset(seed=place)
    envs = [LimesEnv(**options) for _ in range(6)]
    kept = vector.unwrapped.batch  # type: ignore[attr-defined]
    for game, env in enumerate(envs):
        env.reset(options={"cards": Random(kept.seed, game).deal(deck)})
    rng = np.random.default_rng(place)
    for step in range(32):
        actions = np.array([some_legal(mask, rng) for mask in info["action_mask"]])
        if step == 5:
            actions[3] = 4200
        seen, rewards, over, cut, info = vector.step(actions)
        for game, env in enumerate(envs):
            alone, reward, ended, _, told = env.step(actions[game])
            assert (rewards[game], over[game], cut[game]) == (reward, ended, False)
            assert info["illegal"][game] == told["illegal"]
            shown = info["final_obs"][game] if ended else {name: seen[name][game] for name in seen}
            assert all((alone[name] == shown[name]).all() for name in alone)
            if ended:
                assert info["final_info"]["total"][game] == told["total"]
            else:
                assert (info["action_mask"][game] == told["action_mask"]).all()
    assert list(over) == [game != 3 for game in range(6)]
    assert (info["total"][over] == 0).all()
    assert vector.observation_space.contains(seen)


def test_the_vector_repeats_itself_by_its_seed() -> None:
    first, second = LimesVectorEnv(5, threads=2), LimesVectorEnv(5)
    for vector in (first, second):
        vector.reset(seed=9)
        vector.step(vector.action_space.sample() * 0 + 24)
    assert first.batch.masks.tobytes() == second.batch.masks.tobytes()
    with pytest.raises(ValueError, match="one seed"):
        first.reset(seed=[1, 2, 3, 4, 5])
    for wrong in (np.array([0]), np.full(5, 4201), np.full(5, 0.5)):
        with pytest.raises(gymnasium.error.InvalidAction):
            first.step(wrong)


def test_the_vector_form_says_that_it_draws_nothing() -> None:
    with pytest.raises(ValueError, match="make one game with render_mode='rgb_array'"):
        gymnasium.make_vec("Limes-v0", num_envs=2, render_mode="rgb_array")


def test_usual_wrappers_and_names_work() -> None:
    """As people write it who know Gymnasium: a module in the name, flat observations, counted episodes."""
    env = gymnasium.make("limes.envs:Limes-v0")
    seen, info = gymnasium.wrappers.FlattenObservation(env).reset(seed=1)
    assert seen.shape == (11 * 100 + 48,)
    assert info["action_mask"].dtype == np.int8
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(gymnasium.make_vec("Limes-v0", num_envs=3))
    _, infos = envs.reset(seed=1)
    for _ in range(32):
        _, _, over, _, infos = envs.step(envs.action_space.sample(mask=tuple(infos["action_mask"])))
    assert over.all()
    assert infos["episode"]["r"].tolist() == infos["final_info"]["total"].tolist()
    assert infos["episode"]["l"].tolist() == [32, 32, 32]
