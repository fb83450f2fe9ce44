"""Spaces, and the arrays of a batch as numpy has them."""

from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from limes.core import ACTION_SPACE, Batch
from limes.core.batch import PLANE_NAMES
from limes.rules import Deck

Observation = dict[str, npt.NDArray[Any]]
Reward = Literal["change", "total"]

SIDE = 10
MOST_POINTS = 64
MOST_TOTAL = 448
FIXED_SCALARS = 24


def observation_space(deck: Deck) -> "spaces.Dict[Any]":
    """What is seen of one landscape: docs/look-up/batches.md says what each number means."""
    return spaces.Dict(
        {
            "planes": spaces.Box(0, MOST_POINTS, (len(PLANE_NAMES), SIDE, SIDE), np.uint8),
            "scalars": spaces.Box(0, MOST_TOTAL, (FIXED_SCALARS + len(deck),), np.int16),
        }
    )


def action_space() -> spaces.Discrete:
    return spaces.Discrete(ACTION_SPACE)


def observations(batch: Batch) -> Observation:
    """Copies of the observations of all games: learners keep them, and the batch writes over its own."""
    return {"planes": np.array(batch.planes), "scalars": np.array(batch.scalars)}


def masks(batch: Batch) -> npt.NDArray[np.int8]:
    """Copies of all masks, in the type that `Discrete.sample` wants."""
    return np.asarray(batch.masks).astype(np.int8)


def check_reward(reward: str) -> None:
    if reward not in ("change", "total"):
        raise ValueError(f"the reward is 'change' or 'total', not {reward!r}")
