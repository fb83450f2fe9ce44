"""`Limes-v0`: one landscape, 16 cards, 32 decisions, as Gymnasium plays it."""

from typing import Any, cast

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from limes.core import ACTION_SPACE, Batch
from limes.envs import rendering
from limes.envs.arrays import (
    Observation,
    Reward,
    action_space,
    check_reward,
    masks,
    observation_space,
    observations,
)
from limes.rules import ROUNDS, STANDARD, Deck, Variants

BASIC = Variants()


class LimesEnv(gymnasium.Env[Observation, np.int64]):
    """Solo play. `info["action_mask"]` and `action_masks()` say what is legal.

    An action outside of the mask changes nothing: it earns `illegal_reward`, and `info["illegal"]` is true.
    """

    metadata = {  # noqa: RUF012 (as the class above has it)
        "render_modes": ["ansi", "rgb_array", "svg"],
        "render_fps": 2,
    }

    def __init__(
        self,
        *,
        deck: Deck = STANDARD,
        variants: Variants = BASIC,
        reward: Reward = "change",
        illegal_reward: float = 0.0,
        every: bool = False,
        render_mode: str | None = None,
    ) -> None:
        check_reward(reward)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(
                f"the render mode is one of {self.metadata['render_modes']}, not {render_mode!r}"
            )
        self.render_mode = render_mode
        self.observation_space = cast("spaces.Space[Observation]", observation_space(deck))
        self.action_space = action_space()
        self.batch = Batch(1, deck, variants, None, restart=False, every=every, observe=True)
        self._reward = reward
        self._illegal_reward = illegal_reward

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game; `options={"cards": [...]}` says which cards come first, the rest is drawn."""
        super().reset(seed=seed)
        self.batch.reset(None)
        cards = (options or {}).get("cards", [])
        self.batch.deal(0, cards)
        if len(cards) < ROUNDS:
            self._deal_rest(cards)
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Lay the card, or let a worker act."""
        if self.batch.phases[0] not in (0, 1):
            raise gymnasium.error.ResetNeeded("the game is over or has not begun: call reset()")
        if not self.action_space.contains(action):
            raise gymnasium.error.InvalidAction(
                f"an action is a whole number from 0 to {ACTION_SPACE - 1}, not {action!r}"
            )
        if not self.batch.masks[0, int(action)]:
            return self._observation(), self._illegal_reward, False, False, self._info(illegal=True)
        self.batch.step([int(action)])
        over = bool(self.batch.done[0])
        reward = self.batch.rewards[0] if self._reward == "change" else over * self.batch.totals[0]
        return self._observation(), float(reward), over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, under the name that sb3-contrib looks for."""
        legal: npt.NDArray[np.bool_] = np.array(self.batch.masks)[0]
        return legal

    def render(self) -> Any:
        """The landscape as text, as an array of pixels or as an SVG, by the render mode."""
        return rendering.render(self.batch.state(0), self.render_mode)

    def _deal_rest(self, cards: list[int]) -> None:
        left = [number for number in self.batch.deck.numbers if number not in cards]
        drawn = self.np_random.permutation(left)[: ROUNDS - len(cards)]
        if cards:
            self.batch.deal(0, [*cards[1:], *map(int, drawn)])
        else:
            self.batch.deal(0, map(int, drawn))

    def _observation(self) -> Observation:
        return {name: array[0] for name, array in observations(self.batch).items()}

    def _info(self, *, illegal: bool = False) -> dict[str, Any]:
        return {
            "action_mask": masks(self.batch)[0],
            "total": self.batch.totals[0],
            "card": self.batch.cards[0],
            "illegal": illegal,
        }
