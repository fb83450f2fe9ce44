"""A batch as Stable-Baselines3 wants its environments: observations in one row of scaled numbers."""

from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from limes.core import Batch

PLANES = 1100
SCALE = np.array([1, 1, 1, 1, 1, 1, 0.1, 1, 1, 1, 1], np.float32)[:, None, None]  # plane 6: points


class BatchEnv(VecEnv):
    """The first so many actions of each game; rewards are tenths of points."""

    render_mode = None

    def __init__(self, games: int, actions: int, seed: int) -> None:
        self.batch = Batch(games, seed=seed, observe=True)
        size = PLANES + 24 + len(self.batch.deck)
        super().__init__(games, spaces.Box(0, 50, (size,), np.float32), spaces.Discrete(actions))

    def reset(self) -> np.ndarray:
        planes = np.asarray(self.batch.planes) * SCALE
        scalars = np.asarray(self.batch.scalars) * np.float32(1)
        scalars[:, 1:4] *= 0.1  # the round, the supply and the total
        return np.concatenate([planes.reshape(len(planes), -1), scalars], axis=1)

    def step_async(self, actions: np.ndarray) -> None:
        self.batch.step(actions.astype(np.int64))

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        done = np.array(self.batch.done)
        infos: list[dict[str, Any]] = [{} for _ in done]
        for game in np.flatnonzero(done):
            infos[game]["episode"] = {"r": self.batch.finals[int(game)], "l": 32}
        return self.reset(), np.asarray(self.batch.rewards) * np.float32(0.1), done, infos

    def action_masks(self) -> np.ndarray:
        return np.array(self.batch.masks)[:, : self.action_space.n]

    def env_method(self, name: str, *args: Any, indices: Any = None, **options: Any) -> list[Any]:
        return list(getattr(self, name)())

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, name)] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None: ...

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None: ...
