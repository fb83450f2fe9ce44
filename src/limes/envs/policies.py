"""The bots as policies: an action for a state, for each game of a batch, or for a player of OpenSpiel.

A bot chooses whole turns, so a policy remembers the worker's part of a turn until the card is laid.
"""

import random
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from limes.bots import Bot, Budget, View, make_bot
from limes.core import Batch, State
from limes.rules import Turn

ONE_PLAYOUT = Budget(playouts=1)


class PointsBot:
    """Takes the turn that brings the most points at once; chance decides between equal ones."""

    name = "points"

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View, budget: Budget) -> Turn:
        turns = State.from_landscape(view.landscape).turns(view.card)
        most = max(each.total for each in turns)
        return self._random.choice([each.turn for each in turns if each.total == most])


class BotPolicy:
    """A bot that is asked decision by decision; it has to make both decisions of a turn."""

    def __init__(self, bot: Bot, budget: Budget = ONE_PLAYOUT) -> None:
        self.bot = bot
        self.budget = budget
        self._due: dict[str, list[str]] = {}

    @property
    def name(self) -> str:
        return self.bot.name

    def action(self, state: State) -> int:
        """What the bot does where a card is turned up, and then with its worker."""
        card = state.turned_up
        if card is None:
            return _number(state, self._remembered(str(state)))
        landscape = state.landscape()
        turn = self.bot.choose(View(landscape, card), self.budget)
        laying = _number(state, f"{turn.cell}{turn.facing}")
        after = state.copy()
        after.apply_action(laying)
        self._due.setdefault(str(after), []).append("" if turn.action is None else str(turn.action))
        return laying

    def _remembered(self, landscape: str) -> str:
        """What the worker was to do; games that look the same share what was chosen for them."""
        if landscape not in self._due:
            raise ValueError(f"{self.name} did not lay the last card of {landscape}")
        due = self._due[landscape].pop()
        if not self._due[landscape]:
            del self._due[landscape]
        return due

    def actions(self, batch: Batch) -> npt.NDArray[np.int64]:
        """The bot's action in every game that is in play, -1 in the others."""
        chosen = np.full(len(batch), -1)
        for game in range(len(batch)):
            if batch.phases[game] in (0, 1):
                chosen[game] = self.action(batch.state(game))
        return chosen


def policy(name: str, budget: Budget = ONE_PLAYOUT, seed: int = 0) -> BotPolicy:
    """The policy of a bot by its name in `limes arena`, or of `points`."""
    makers: dict[str, Callable[[int], Bot]] = {PointsBot.name: PointsBot}
    bot = makers[name](seed) if name in makers else make_bot(name, seed)
    return BotPolicy(bot, budget)


def play_games(players: BotPolicy, batch: Batch) -> npt.NDArray[np.int64]:
    """The totals of a batch's games, played to their end."""
    finals = np.zeros(len(batch), np.int64)
    for _ in range(32):
        batch.step(players.actions(batch))
    finals[:] = batch.finals
    return finals


def _number(state: State, text: str) -> int:
    """The action that a part of a turn stands for in this state."""
    return next(action for action in state.every_action() if state.action_text(action) == text)
