"""Any number of players on the same cards, as PettingZoo plays it: all lay at once.

`parallel_env` is the environment, `env` the same in turns, by PettingZoo's own conversion. Nobody sees what
others do in the running round: `others` holds their landscapes as they were when it began.
"""

import functools
from typing import Any, ClassVar, cast

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from limes.core import ACTION_SPACE, Batch
from limes.envs import rendering
from limes.envs.arrays import Reward, action_space, check_reward, masks, observation_space, observations
from limes.rules import ROUNDS, STANDARD, Deck, Variants

BASIC = Variants()
LAY = 0
Seen = dict[str, Any]


class LimesParallelEnv(ParallelEnv[str, Seen, np.int64]):  # type: ignore[misc]
    """All players have the same card at the same time, and a landscape each.

    An action that is not in a player's mask is an error that names the player; nobody's landscape changes.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array", "svg"], "name": "limes_v0"}

    def __init__(
        self,
        players: int = 2,
        *,
        deck: Deck = STANDARD,
        variants: Variants = BASIC,
        reward: Reward = "change",
        every: bool = False,
        render_mode: str | None = None,
    ) -> None:
        check_reward(reward)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.batch = Batch(players, deck, variants, None, restart=False, every=every, observe=True)
        self._reward = reward
        self._random = np.random.default_rng()
        self._public = np.array(self.batch.planes)

    @functools.cache  # noqa: B019 (PettingZoo wants the same object each time)
    def observation_space(self, agent: str) -> "spaces.Dict[Any]":
        seen = {**observation_space(self.batch.deck).spaces}
        if len(self.possible_agents) > 1:
            planes = cast("spaces.Box", seen["planes"])
            shape = (len(self.possible_agents) - 1, *planes.shape)
            seen["others"] = spaces.Box(0, int(planes.high.max()), shape, np.uint8)
        mask = spaces.Box(0, 1, (ACTION_SPACE,), np.int8)
        return spaces.Dict({"observation": spaces.Dict(seen), "action_mask": mask})

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Discrete:
        return action_space()

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """A new game on cards drawn from the seed, or on `options={"cards": [...]}`, 16 of them."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        cards = (options or {}).get("cards")
        if cards is None:
            cards = self._random.permutation(list(self.batch.deck.numbers))[:ROUNDS]
        self.batch.reset(None)
        for seat in range(len(self.possible_agents)):
            self.batch.deal(seat, map(int, cards))
        self.agents = list(self.possible_agents)
        self._public = np.array(self.batch.planes)
        return self._seen(), self._infos()

    def step(
        self, actions: dict[str, np.int64]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """One decision of every player: all lay their card, then all let a worker act."""
        self.batch.step(self._chosen(actions))
        over = bool(self.batch.done[0])
        if over or self.batch.phases[0] == LAY:
            self._public = np.array(self.batch.planes)
        gained = (
            self.batch.rewards if self._reward == "change" else [over * each for each in self.batch.totals]
        )
        answer = (
            self._seen(),
            {agent: float(points) for agent, points in zip(self.agents, gained, strict=True)},
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, False),
            self._infos(),
        )
        if over:
            self.agents = []
        return answer

    def render(self) -> Any:
        """Every player's landscape: texts or SVGs one below the other, or pixels side by side."""
        pictures = [
            rendering.render(self.batch.state(seat), self.render_mode)
            for seat in range(len(self.possible_agents))
        ]
        if self.render_mode == "rgb_array":
            return np.concatenate(pictures, axis=1)
        return None if self.render_mode is None else "\n".join(pictures)

    def state(self) -> npt.NDArray[np.uint8]:
        """All landscapes as they are, for learners that train with more than players see."""
        return np.array(self.batch.planes)

    def _chosen(self, actions: dict[str, np.int64]) -> list[int]:
        if set(actions) != set(self.agents) or not self.agents:
            raise ValueError(f"actions of {self.agents} are wanted, not of {sorted(actions)}")
        for seat, agent in enumerate(self.agents):
            action = actions[agent]
            if not self.action_space(agent).contains(action) or not self.batch.masks[seat, int(action)]:
                raise ValueError(f"{action!r} is not a legal action of {agent}")
        return [int(actions[agent]) for agent in self.agents]

    def _seen(self) -> dict[str, Seen]:
        seen, legal = observations(self.batch), masks(self.batch)
        found: dict[str, Seen] = {}
        for seat, agent in enumerate(self.agents):
            own: dict[str, Any] = {name: array[seat] for name, array in seen.items()}
            if len(self.agents) > 1:
                own["others"] = np.delete(self._public, seat, axis=0)
            found[agent] = {"observation": own, "action_mask": legal[seat]}
        return found

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {
            agent: {"total": self.batch.totals[seat], "card": self.batch.cards[seat]}
            for seat, agent in enumerate(self.agents)
        }


def parallel_env(players: int = 2, **options: Any) -> LimesParallelEnv:
    """The environment in which all act at once; options are those of `LimesParallelEnv`."""
    return LimesParallelEnv(players, **options)


def env(players: int = 2, **options: Any) -> AECEnv[str, Seen, np.int64]:
    """The same one player after the other; choices are carried out, or refused, when all have chosen."""
    return wrappers.OrderEnforcingWrapper(parallel_to_aec(parallel_env(players, **options)))
