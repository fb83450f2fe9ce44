"""`Limes-v0` in its vector form: many games on one batch."""

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from limes.core import Batch
from limes.envs.arrays import (
    Observation,
    Reward,
    action_space,
    check_reward,
    masks,
    observation_space,
    observations,
)
from limes.rules import STANDARD, Deck, Variants

BASIC = Variants()
Booleans = npt.NDArray[np.bool_]


class LimesVectorEnv(gymnasium.vector.VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """So many games of solo play that are stepped together; a game that ends begins anew in the same step."""

    metadata = {  # noqa: RUF012 (as the class above has it)
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        deck: Deck = STANDARD,
        variants: Variants = BASIC,
        reward: Reward = "change",
        illegal_reward: float = 0.0,
        every: bool = False,
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        check_reward(reward)
        if render_mode is not None:
            raise ValueError(f"the vector form draws nothing: make one game with render_mode={render_mode!r}")
        self.num_envs = num_envs
        self.single_observation_space = observation_space(deck)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch = Batch(
            num_envs, deck, variants, None, restart=False, every=every, observe=True, threads=threads
        )
        self._reward = reward
        self._illegal_reward = illegal_reward

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New games, all of them by one seed; seeds for single games would be dealt by another rule."""
        if isinstance(seed, (list, tuple)):
            raise ValueError("a batch takes one seed for all of its games")
        super().reset(seed=seed, options=options)
        self.batch.reset(int(self.np_random.integers(2**63)))
        return observations(self.batch), self._info(np.zeros(self.num_envs, np.bool_))

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[np.float64], Booleans, Booleans, dict[str, Any]]:
        """Take one action in each game; where it is outside of the mask, the game stays as it is."""
        if self.batch.seed is None:
            raise gymnasium.error.ResetNeeded("no game has begun: call reset()")
        if not self.action_space.contains(np.asarray(actions)):
            raise gymnasium.error.InvalidAction(
                f"{self.num_envs} actions of {self.single_action_space} are wanted"
            )
        chosen = np.asarray(actions, np.int64)
        illegal = ~np.asarray(self.batch.masks)[np.arange(self.num_envs), chosen]
        self.batch.step(np.where(illegal, -1, chosen))
        over = np.array(self.batch.done)
        finals = np.array(self.batch.finals, np.float64)
        rewards = np.array(self.batch.rewards, np.float64) if self._reward == "change" else over * finals
        rewards[illegal] = self._illegal_reward
        ended = self._ended(over)
        for game in np.flatnonzero(over):
            self.batch.begin(int(game))
        return (
            observations(self.batch),
            rewards,
            over,
            np.zeros(self.num_envs, np.bool_),
            self._info(illegal) | ended,
        )

    def action_masks(self) -> Booleans:
        """The legal actions of all games."""
        return np.array(self.batch.masks)

    def _info(self, illegal: Booleans) -> dict[str, Any]:
        return {
            "action_mask": masks(self.batch),
            "total": np.array(self.batch.totals),
            "card": np.array(self.batch.cards),
            "illegal": illegal,
        }

    def _ended(self, over: Booleans) -> dict[str, Any]:
        """What Gymnasium tells of the games that end with this step, before they begin anew."""
        if not over.any():
            return {}
        final = observations(self.batch)
        seen = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(over):
            seen[game] = {name: array[game] for name, array in final.items()}
        totals = {"total": np.where(over, self.batch.totals, 0), "_total": over}
        return {"final_obs": seen, "_final_obs": over, "final_info": totals, "_final_info": over}
