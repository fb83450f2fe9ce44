"""Maskable PPO (sb3-contrib) on a batch of games: pip install 'limes[examples]', then

    python examples/maskable_ppo.py --minutes 30

Workers are placed but not moved, which leaves 105 actions instead of 4201. It prints seconds, decisions and
the mean score as it learns, at last the mean score of 1,000 new games in which it takes the likeliest action.
"""

import argparse
import time

import numpy as np
import torch
from batch_env import PLANES, BatchEnv
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn
from torch.nn.functional import conv2d, pad

ACTIONS, WIDTH, RATE, CARD_PLANE = 105, 48, 1e-3, 8


class Land(BaseFeaturesExtractor):
    """Logits of all actions, then what the value is made of; one set of weights for all cells and facings."""

    def __init__(self, space: object) -> None:
        super().__init__(space, ACTIONS + 128)
        scalars = space.shape[0] - PLANES
        self.kernel = nn.Parameter(torch.randn(WIDTH, 11, 6, 6) * 0.05)  # a card and the zones around it
        self.card, self.place = nn.Linear(scalars, WIDTH), nn.Linear(WIDTH, 1)
        self.zones, self.round, self.put = (
            nn.Conv2d(11, 24, 3, padding=1),
            nn.Linear(scalars, 24),
            nn.Linear(24, 1),
        )
        self.whole, self.stay = nn.Sequential(nn.Linear(space.shape[0], 128), nn.ReLU()), nn.Linear(128, 1)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        planes, scalars = seen[:, :PLANES].view(-1, 11, 10, 10), seen[:, PLANES:]
        ground, card = pad(planes, (2, 2, 2, 2)), self.card(scalars)[:, :, None, None]
        places = []
        for facing in range(4):  # a card that is turned sees what the card as printed sees on turned land
            near = conv2d(ground, self.kernel.rot90(-facing, (2, 3)), stride=2)
            places.append(self.place(torch.relu(near + card).movedim(1, -1))[..., 0])
        zones = torch.relu(self.zones(planes) + self.round(scalars)[:, :, None, None])
        worth = self.put(zones.movedim(1, -1)).flatten(1)
        corner = planes[:, CARD_PLANE].flatten(1).argmax(1).clamp(max=88)[:, None]
        quarters = worth.gather(1, corner + torch.tensor([[0, 1, 10, 11]]))
        whole = self.whole(seen)
        return torch.cat([torch.stack(places, -1).flatten(1), self.stay(whole), quarters, whole], dim=1)


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
    shape = {"features_extractor_class": Land, "net_arch": []}
    options = {"n_steps": 64, "batch_size": 1024, "n_epochs": 3, "gamma": 1.0, "ent_coef": 0.003, "seed": 1}
    model = MaskablePPO(
        "MlpPolicy", BatchEnv(128, ACTIONS, 1), RATE, policy_kwargs=shape, stats_window_size=1000, **options
    )
    model.policy.action_net = Part(0, ACTIONS)
    model.policy.value_net = nn.Sequential(Part(ACTIONS, None), nn.Linear(128, 1))
    model.policy.optimizer = torch.optim.Adam(model.policy.parameters(), RATE)
    model.learn(10**9, callback=Clock(chosen.minutes))
    env = BatchEnv(1000, ACTIONS, seed=10**6)
    for _ in range(32):
        env.step_async(model.predict(env.reset(), action_masks=env.action_masks(), deterministic=True)[0])
    totals = np.array(env.batch.finals)
    print(f"mean {totals.mean():.2f} ± {totals.std() / len(totals) ** 0.5:.2f}")
