"""Bots that the operator has admitted beside ours; their faults are not the faults of a table."""

from collections.abc import Callable, Iterable
from functools import partial

import structlog

from limes.bots import Bot, Budget, View, admit, make_bot
from limes.rules import Turn
from limes.server.game import STAND_IN

LOG = structlog.get_logger("limes.bots")


def admit_bots(names: Iterable[str]) -> tuple[str, ...]:
    """Let these play at tables; gives the names by which people ask for them."""
    return tuple(admit(name, partial(_Minded, name)) for name in names)


class _Minded:
    """A bot whose faults do not end a game: where it fails or breaks a rule, the usual stand-in lays.

    It is made where it plays, in a thread: to make it may take a while, or fail.
    """

    def __init__(self, name: str, make: Callable[[int], Bot], seed: int) -> None:
        self.name = name
        self._make = make
        self._seed = seed

    def choose(self, view: View, budget: Budget) -> Turn:
        try:
            turn = self._make(self._seed).choose(view, budget)
            view.landscape.play(view.card, turn)
        except (Exception, SystemExit) as error:  # a bot may end itself, but not the server
            LOG.error("a bot failed", bot=self.name, error=type(error).__name__, reason=str(error))
            return make_bot(STAND_IN, self._seed).choose(view, budget)
        return turn
