"""A batch as Stable-Baselines3 wants its environments: each game offers a list of its legal actions.

An action is a place in this list, which begins with what gains most points at once.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.lib.stride_tricks import sliding_window_view
from stable_baselines3.common.vec_env import VecEnv

from limes.core import Batch

SLOTS = 32  # so many actions of each game; if more are legal, those that gain least are left out
SIDE = 4  # zones that are seen around a card, or around the zone that a worker goes to
SEEN = [0, 1, 2, 3, 4, 6, 7]  # planes: terrains, huts, points and crowds
SCALE = np.array(np.repeat([1, 1, 1, 1, 1, 0.1, 1], SIDE**2).tolist() + [0.2] * 4 + [1] * 4 + [0.1, 0.2, 1])
QUARTERS = np.array([0, 1, 10, 11])  # of a card, from its north-west zone in the window
LAY, STAY, PLACE, MOVE = range(4)


def window_zone(zone: np.ndarray) -> np.ndarray:
    """The number in the window, 10 x 10, of a zone of the frame, 8 x 8."""
    return 10 * (zone // 8 + 2) + zone % 8 + 2


def offer(batch: Batch) -> tuple[np.ndarray, np.ndarray]:
    """Of each game the legal actions, -1 after the last, and what is seen of each: copies lay the cards."""
    games, actions = np.nonzero(batch.masks)
    laying, rows = np.asarray(batch.phases)[games] == 0, np.arange(len(games))
    kinds = np.select([laying, actions == 100, actions < 105], [LAY, STAY, PLACE], MOVE)
    after = batch.take(games)
    after.step(np.where(laying, actions, -1))
    planes = np.asarray(after.planes)
    points = planes[:, 6].reshape(-1, 100).astype(np.int64)
    corner = planes[:, 8].reshape(-1, 100).argmax(axis=1)
    quarter = corner + QUARTERS[np.clip(actions - 101, 0, 3)]
    origin, target = np.divmod(np.maximum(actions - 105, 0), 64)
    zones = np.select([kinds == PLACE, kinds == MOVE], [quarter, window_zone(target)], corner)
    grown = np.asarray(after.totals) - np.asarray(batch.totals)[games]
    given_up = points[rows, window_zone(origin)] * (kinds == MOVE)
    gains = np.where(laying, grown, points[rows, zones] * (kinds != STAY) - given_up)
    placed = (points[rows[:, None], corner[:, None] + QUARTERS] * np.asarray(after.masks)[:, 101:105]).max(1)
    then = placed * laying  # what a worker earns on the card afterwards
    order = np.lexsort((-gains - then, games))
    slots = np.empty(len(games), np.int64)
    slots[order] = rows - np.searchsorted(games, games[order])
    ground = np.zeros((len(games), len(SEEN), 10 + SIDE, 10 + SIDE), np.int8)
    ground[:, :, 1:11, 1:11] = planes[:, SEEN]
    near = sliding_window_view(ground, (SIDE, SIDE), (2, 3))[rows, :, zones // 10, zones % 10]
    for facing in (1, 2, 3):  # turned so that the card lies as printed
        turned = laying & (actions % 4 == facing)
        near[turned] = np.rot90(near[turned], facing, (2, 3))
    state = np.asarray(batch.scalars)[games]
    gained = np.clip([gains + then, gains, then, given_up], -100, 100).T
    numbers = [gained, np.eye(4)[kinds], state[:, 1:3], np.ones((len(games), 1))]
    described = np.concatenate([near.reshape(len(games), -1), *numbers], axis=1)
    kept, offered = slots < SLOTS, np.full((len(batch), SLOTS), -1)
    seen = np.zeros((len(batch), SLOTS, len(SCALE)), np.int8)
    offered[games[kept], slots[kept]], seen[games[kept], slots[kept]] = actions[kept], described[kept]
    return offered, seen


class BatchEnv(VecEnv):
    """Rewards are tenths of points."""

    render_mode = None

    def __init__(self, games: int, seed: int) -> None:
        self.batch = Batch(games, seed=seed, observe=True)
        super().__init__(games, spaces.Box(-128, 127, (SLOTS, len(SCALE)), np.int8), spaces.Discrete(SLOTS))

    def reset(self) -> np.ndarray:
        self.offered, seen = offer(self.batch)
        return seen

    def step_async(self, actions: np.ndarray) -> None:
        self.batch.step(self.offered[np.arange(len(actions)), actions])

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        done, rewards = np.array(self.batch.done), np.asarray(self.batch.rewards) * np.float32(0.1)
        finals = np.asarray(self.batch.finals).tolist()
        ends = [{"episode": {"r": r, "l": 32}} if d else {} for r, d in zip(finals, done, strict=True)]
        return self.reset(), rewards, done, ends

    def action_masks(self) -> np.ndarray:
        return self.offered >= 0

    def env_method(self, name: str, *args: Any, indices: Any = None, **options: Any) -> list[Any]:
        return list(getattr(self, name)())

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, name)] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None: ...
    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None: ...
