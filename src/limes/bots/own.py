"""Bots of your own: objects, classes and functions as bots, and how they are found by name.

Finding a bot by name may import modules, so nothing here is for names that come from strangers: a server
makes bots by `make_bot`, which knows only those that its operator has admitted.
"""

import inspect
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from limes.bots.importing import import_named, installed, installed_names, source_mark
from limes.bots.names import BOTS, LEVELS, full_name, is_bot, make_bot
from limes.bots.protocol import Bot, Budget, View
from limes.rules import LimesError, NotationError, Turn
from limes.rules.turn import as_turn


class Chooser(Protocol):
    """An object that plays; it may give its turn as text."""

    def choose(self, view: View, budget: Budget, /) -> Turn | str: ...


# A bot's name, an object that plays, a class of such, or a function of a view, or of a view and a budget.
Entrant: TypeAlias = str | Chooser | Callable[..., Any]
Maker = Callable[[int], Bot]
_ADMITTED: dict[str, str] = {}


class OwnBot:
    """Whatever chooses turns, as a bot."""

    def __init__(self, name: str, choose: Callable[..., Turn | str]) -> None:
        self.name = name
        self._choose = choose
        self._wants_budget = _most_arguments(choose) > 1

    def choose(self, view: View, budget: Budget) -> Turn:
        chosen = self._choose(view, budget) if self._wants_budget else self._choose(view)
        try:
            turn = as_turn(chosen)
        except NotationError:
            turn = None
        if not isinstance(turn, Turn):
            raise LimesError("{bot} chose {found!r}, which is not a turn", bot=self.name, found=chosen)
        return turn


def find_bot(name: str) -> Maker:
    """Find a bot by its name: one of ours, a level, an installed one, or `MODULE:NAME` or `FILE.py:NAME`.

    Returns a function that makes the bot from a seed. `LimesError` lists the names there are.
    """
    name = _meant(name)
    if is_bot(name):
        return lambda seed: make_bot(name, seed)
    return _maker(_own(name), name)


def bot_maker(entrant: Entrant) -> Maker:
    """Makes bots from a name, a class, an object or a function; an object plays all games itself."""
    return find_bot(entrant) if isinstance(entrant, str) else _maker(entrant, bot_label(entrant))


def bot_label(entrant: Entrant) -> str:
    """How results name an entrant."""
    if isinstance(entrant, str):
        return _meant(entrant)
    labels = (getattr(entrant, "name", None), getattr(entrant, "__name__", None), type(entrant).__name__)
    return next(each for each in labels if isinstance(each, str))


def bot_mark(entrant: Entrant) -> str:
    """Changes when somebody edits the file of their bot; our own bots have none beside the release."""
    if isinstance(entrant, str):
        return "" if is_bot(_meant(entrant)) else source_mark(_own(entrant))
    return source_mark(entrant)


def admit(name: str, around: Callable[[Maker, int], Bot] = lambda make, seed: make(seed)) -> str:
    """Make a bot known to `make_bot`; returns the name it plays under.

    An installed bot keeps its name; `my_bots:Cautious` plays as `cautious`. `around` wraps the bot: it gets
    what makes the bot from a seed, and the seed, and returns the bot that plays.
    """
    name = _meant(name)
    short = name.rpartition(":")[2].lower()
    if _ADMITTED.get(short) == name:
        return short
    if is_bot(name):
        return name
    maker = find_bot(name)
    if is_bot(short):
        raise LimesError("{name} cannot play as {short!r}: that is another bot", name=name, short=short)
    BOTS[short] = lambda seed: around(maker, seed)
    _ADMITTED[short] = name
    return short


def _meant(name: str) -> str:
    """A level by its full name, unless somebody has installed a bot that is called like it."""
    return name if name == full_name(name) or name in installed_names() else full_name(name)


def _own(name: str) -> Any:
    """What somebody wrote who names it like this."""
    if name in installed_names():
        return installed(name)
    place, colon, thing = name.rpartition(":")
    if name.endswith(".py"):
        place, thing = name, ""
    elif place in BOTS:
        make_bot(name)  # whose error lists the levels
    elif not colon:
        names = ", ".join(dict.fromkeys([*BOTS, *LEVELS, *installed_names()]))
        raise LimesError("there is no bot {name!r}; there are {names}", name=name, names=names)
    return import_named(place, thing, _is_class_of_bots)


def _maker(entrant: Any, name: str) -> Maker:
    if _is_class_of_bots(entrant):
        seeded = _most_arguments(entrant) > 0
        return lambda seed: OwnBot(name, (entrant(seed) if seeded else entrant()).choose)
    choose = getattr(entrant, "choose", entrant)
    if isinstance(entrant, type) or not callable(choose):
        raise LimesError(
            "{name} is not a bot: it has no method {method}", name=name, method="choose(view, budget)"
        )
    return lambda _seed: OwnBot(name, choose)


def _is_class_of_bots(value: Any) -> bool:
    return isinstance(value, type) and callable(getattr(value, "choose", None))


def _most_arguments(function: Callable[..., object]) -> int:
    """With how many arguments, two at most, it can be called by their order."""
    parameters = inspect.signature(function).parameters.values()
    if any(each.kind is each.VAR_POSITIONAL for each in parameters):
        return 2
    return sum(each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD) for each in parameters)
