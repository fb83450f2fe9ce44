"""Maskable PPO (sb3-contrib) on a batch of games: pip install 'limes[examples]', then

    python examples/maskable_ppo.py --minutes 30

One small network judges every legal action by what `batch_env.py` shows of it. It prints seconds, decisions
and the mean score as it learns, at last the mean score of 1,000 new games with the likeliest actions.
"""

import argparse
import time

import numpy as np
import torch
from batch_env import SCALE, SLOTS, BatchEnv
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

WIDTH, RATE = 128, 2e-3


class Judge(BaseFeaturesExtractor):
    """Logits of all slots, then what the value is made of; one set of weights for all actions."""

    def __init__(self, space: object) -> None:
        super().__init__(space, SLOTS + WIDTH)
        self.register_buffer("scale", torch.tensor(SCALE, dtype=torch.float32))
        self.near = nn.Sequential(nn.Linear(len(SCALE), WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.logit, self.value = nn.Linear(WIDTH, 1), nn.Sequential(nn.Linear(2 * WIDTH, WIDTH), nn.ReLU())

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        seen = seen.view(len(seen), SLOTS, -1)
        legal = seen[:, :, -1] > 0
        games, slots = legal.nonzero(as_tuple=True)
        near = self.near(seen[games, slots] * self.scale)
        logits = torch.zeros(legal.shape).index_put((games, slots), self.logit(near)[:, 0])
        mean = torch.zeros(len(seen), WIDTH).index_add(0, games, near) / legal.sum(1, keepdim=True)
        return torch.cat([logits, self.value(torch.cat([mean, near[slots == 0]], dim=1))], dim=1)


class Part(nn.Module):
    """Some of the numbers that come in."""

    def __init__(self, first: int, last: int | None) -> None:
        super().__init__()
        self.part = slice(first, last)

    def forward(self, numbers: torch.Tensor) -> torch.Tensor:
        return numbers[:, self.part]


class Clock(BaseCallback):
    """Stops when the time is up, lets the rate fall until then, and prints how the score grows."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self.end, self.begun = minutes * 60, time.monotonic()

    def _on_step(self) -> bool:
        passed = time.monotonic() - self.begun
        self.model.lr_schedule = lambda _: RATE * max(0.05, 1 - passed / self.end)
        return passed < self.end

    def _on_rollout_end(self) -> None:
        mean = np.mean([episode["r"] for episode in self.model.ep_info_buffer])
        print(f"{time.monotonic() - self.begun:.0f},{self.num_timesteps},{mean:.2f}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=30)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    shape = {"features_extractor_class": Judge, "net_arch": []}
    options = {"n_steps": 32, "batch_size": 512, "n_epochs": 4, "gamma": 1.0, "ent_coef": 0.01, "seed": 1}
    model = MaskablePPO(
        "MlpPolicy",
        BatchEnv(128, seed=1),
        RATE,
        policy_kwargs=shape,
        stats_window_size=1000,
        device="cpu",
        **options,
    )
    model.policy.action_net = Part(0, SLOTS)
    model.policy.value_net = nn.Sequential(Part(SLOTS, None), nn.Linear(WIDTH, 1))
    model.policy.optimizer = torch.optim.Adam(model.policy.parameters(), RATE)
    model.learn(10**9, callback=Clock(chosen.minutes))
    env = BatchEnv(1000, seed=10**6)
    seen = env.reset()
    for _ in range(32):
        actions, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
        seen = env.step(actions)[0]
    totals = np.array(env.batch.finals)
    print(f"mean {totals.mean():.2f} ± {totals.std() / len(totals) ** 0.5:.2f}")
