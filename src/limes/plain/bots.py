"""The bots that need nothing compiled, by the names that people know them under."""

from collections.abc import Callable
from typing import Protocol

from limes.plain.attention import Attention
from limes.plain.greedy import Greedy
from limes.plain.levels import MANNERS, SKILLED_INSIGHT
from limes.rules import Landscape, LimesError, Turn


class PlainBot(Protocol):
    """Who chooses turns."""

    def choose(self, landscape: Landscape, card: int) -> Turn: ...


def _attentive(level: str) -> Callable[[int], PlainBot]:
    return lambda seed: Attention(seed, MANNERS[level])


BOTS: dict[str, Callable[[int], PlainBot]] = {
    **{f"expert:{level}": _attentive(level) for level in MANNERS},
    "expert:skilled": lambda _seed: Greedy(SKILLED_INSIGHT),
    "greedy": lambda _seed: Greedy(1),
}


def make_bot(name: str, seed: int = 0) -> PlainBot:
    """The bot of this name; `LimesError` lists what there is."""
    if name not in BOTS:
        raise LimesError("there is no bot {name!r}; there are {names}", name=name, names=", ".join(BOTS))
    return BOTS[name](seed)
