"""The game as OpenSpiel plays it: importing this module registers `python_limes`.

The next card is explicit chance, and all players decide at once: first they lay the card, then a worker may
act. Parameters: `players`, `diagonal`, `ferryman`, and `faces`, those of another deck with blanks between.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyspiel

from limes.core import ACTION_SPACE, Batch, State
from limes.core.batch import PLANE_NAMES
from limes.envs.arrays import FIXED_SCALARS, MOST_TOTAL, SIDE
from limes.envs.policies import BotPolicy
from limes.rules import ROUNDS, STANDARD, Deck, Variants

MOST_PLAYERS = 10
PARAMETERS: dict[str, Any] = {"players": 2, "diagonal": False, "ferryman": False, "faces": ""}

GAME_TYPE = pyspiel.GameType(
    short_name="python_limes",
    long_name="Python Limes",
    dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.REWARDS,
    max_num_players=MOST_PLAYERS,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
    provides_factored_observation_string=False,
)


class LimesGame(pyspiel.Game):  # type: ignore[misc]
    """The rules of a game: players, deck and variants."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = PARAMETERS | (params or {})
        self.players = int(chosen["players"])
        faces = tuple(str(chosen["faces"]).split())
        self.deck = Deck("own", faces) if faces else STANDARD
        self.variants = Variants(bool(chosen["diagonal"]), bool(chosen["ferryman"]))
        super().__init__(
            GAME_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=ACTION_SPACE,
                max_chance_outcomes=len(self.deck),
                num_players=self.players,
                min_utility=0.0,
                max_utility=float(MOST_TOTAL),
                utility_sum=None,
                max_game_length=2 * ROUNDS,
            ),
            chosen,
        )

    def new_initial_state(self) -> "LimesState":
        return LimesState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "LimesObserver":
        return LimesObserver(self, iig_obs_type)

    def max_chance_nodes_in_history(self) -> int:
        return ROUNDS


class LimesState(pyspiel.State):  # type: ignore[misc]
    """Where a game stands: a landscape for each player, and the turns that made it."""

    def __init__(self, game: LimesGame) -> None:
        super().__init__(game)
        self.landscapes = [State(game.deck, game.variants) for _ in range(game.players)]
        self.turns: list[list[str]] = [[] for _ in range(game.players)]
        self.cards: list[int] = []
        self._gained = [0.0] * game.players

    def current_player(self) -> int:
        first = self.landscapes[0]
        if first.finished:
            return int(pyspiel.PlayerId.TERMINAL)
        if first.turned_up or first.worker_acts:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return int(pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        return self.landscapes[0].finished

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every card that may come, by its number less one."""
        unseen = self.landscapes[0].unseen
        return [(number - 1, 1 / len(unseen)) for number in unseen]

    def _legal_actions(self, player: int) -> list[int]:
        return self.landscapes[player].legal_actions()

    def _apply_action(self, action: int) -> None:
        for landscape in self.landscapes:
            landscape.turn_up(action + 1)
        self.cards.append(action + 1)

    def _apply_actions(self, actions: Iterable[int]) -> None:
        chosen = list(actions)
        for seat, action in enumerate(chosen):
            if action not in self.landscapes[seat].every_action():
                raise pyspiel.SpielError(f"{action} is not a legal action of player {seat}")
        for seat, action in enumerate(chosen):
            landscape = self.landscapes[seat]
            had, text = landscape.total, landscape.action_text(action)
            if landscape.turned_up:
                self.turns[seat].append(text)
            else:
                self.turns[seat][-1] += text
            landscape.apply_action(action)
            self._gained[seat] = float(landscape.total - had)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"card {action + 1}"
        return self.landscapes[player].action_text(action) or "stay"

    def rewards(self) -> list[float]:
        """What the last decision brought; a card that is turned up changes nothing."""
        return self._gained

    def returns(self) -> list[float]:
        return [float(each.total) for each in self.landscapes]

    def __str__(self) -> str:
        return "\n".join([f"cards {self.cards}", *map(str, self.landscapes)])


class LimesObserver:
    """What a player sees: the own turns, the card, and the others' turns of the rounds that are complete.

    The tensor holds the own landscape, not how it came to be, so information states are texts.
    """

    def __init__(self, game: LimesGame, kind: Any) -> None:
        self._own = kind is None or kind.private_info != pyspiel.PrivateInfoType.NONE
        self._batch = Batch(1, game.deck, game.variants, None, restart=False, observe=True)
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._own and not (kind and kind.perfect_recall):
            planes, scalars = (len(PLANE_NAMES), SIDE, SIDE), FIXED_SCALARS + len(game.deck)
            self.tensor = np.zeros(int(np.prod(planes)) + scalars, np.float32)
            self.dict = {
                "planes": self.tensor[:-scalars].reshape(planes),
                "scalars": self.tensor[-scalars:],
            }

    def set_from(self, state: LimesState, player: int) -> None:
        if self.dict:
            self._batch.put(0, state.landscapes[player])
            self.dict["planes"][:] = np.asarray(self._batch.planes)[0]
            self.dict["scalars"][:] = np.asarray(self._batch.scalars)[0]

    def string_from(self, state: LimesState, player: int) -> str:
        complete = len(state.cards) - (state.current_player() == pyspiel.PlayerId.SIMULTANEOUS)
        lines = [f"cards {' '.join(map(str, state.cards))}"]
        for seat, turns in enumerate(state.turns):
            shown = turns if self._own and seat == player else turns[:complete]
            lines.append(f"player {seat} {' '.join(shown)}".rstrip())
        return "\n".join(lines)


class SpielBot(pyspiel.Bot):  # type: ignore[misc]
    """A policy at a seat, for OpenSpiel's own loops."""

    def __init__(self, policy: BotPolicy, player: int) -> None:
        super().__init__()
        self._policy = policy
        self._player = player

    def player_id(self) -> int:
        return self._player

    def restart_at(self, state: LimesState) -> None:
        """A bot remembers nothing that another state could contradict."""

    def step(self, state: LimesState) -> int:
        return self._policy.action(state.landscapes[self._player])


pyspiel.register_game(GAME_TYPE, LimesGame)
