"""The bots behind each interface play the turns that they choose."""

import gymnasium
import numpy as np
import pytest

from limes.arena import Setting, deal_order, play_deal
from limes.bots import BOTS, Budget
from limes.core import Batch
from limes.envs import LimesEnv
from limes.envs.parallel import parallel_env
from limes.envs.policies import play_games, policy
from limes.rules import Variants


@pytest.mark.parametrize("name", [*BOTS, "expert:beginner", "expert:strong", "points"])
def test_every_bot_is_a_policy(name: str) -> None:
    totals = play_games(policy(name, Budget(playouts=2)), Batch(2, restart=False))
    assert totals.min() > 0


def test_a_policy_plays_as_its_bot_does() -> None:
    setting = Setting(seed=1, budget=Budget(playouts=1), variants=Variants(diagonal=True, ferryman=True))
    batch = Batch(1, variants=setting.variants, seed=None, restart=False)
    batch.deal(0, deal_order(setting, 0))
    assert play_games(policy("greedy"), batch)[0] == play_deal("greedy", setting, 0).total


def test_more_points_at_once_are_better_than_chance_and_worse_than_foresight() -> None:
    means = [play_games(policy(name), Batch(20, seed=1)).mean() for name in ("random", "points", "greedy")]
    assert means == sorted(means)


def test_policies_play_in_gymnasium_and_pettingzoo() -> None:
    env = gymnasium.make("Limes-v0").unwrapped
    assert isinstance(env, LimesEnv)
    env.reset(seed=1)
    player, over = policy("greedy"), False
    while not over:
        action = player.action(env.batch.state(0))
        assert action in env.batch.state(0).every_action()
        over = env.batch.masks[0, action] == 0 or env.step(np.int64(action))[2]
    table = parallel_env(2, every=True)
    table.reset(seed=1)
    players = policy("greedy"), policy("points")
    while table.agents:
        table.step(
            {
                agent: np.int64(players[seat].action(table.batch.state(seat)))
                for seat, agent in enumerate(table.agents)
            }
        )
    assert table.batch.totals[0] > 30
