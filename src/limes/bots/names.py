"""Bots by name, as people type them: `greedy`, `expert`, `expert:novice`."""

from collections.abc import Callable

from limes.bots.attention import Attention
from limes.bots.protocol import Bot
from limes.bots.random import RandomBot
from limes.bots.searching import AttentiveBot, ExpertBot, GreedyBot, JudgeBot, MonteCarloBot
from limes.bots.weights import evaluation
from limes.bots.winning import WinningBot
from limes.plain.levels import MANNERS, SKILLED_INSIGHT
from limes.rules import LimesError

BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "monte-carlo": MonteCarloBot,
    "expert": ExpertBot,
    "winner": WinningBot,
}


def _attentive(level: str) -> Callable[[int], Bot]:
    return lambda seed: AttentiveBot(f"expert:{level}", Attention(seed, MANNERS[level]))


# From overlooking most things to seeing what is there, then what may become of it, then looking ahead.
LEVELS: dict[str, Callable[[int], Bot]] = {
    **{level: _attentive(level) for level in MANNERS},
    "skilled": lambda seed: GreedyBot(seed, "expert:skilled", evaluation(SKILLED_INSIGHT)),
    "strong": lambda seed: JudgeBot(evaluation(SKILLED_INSIGHT), 4, seed, "expert:strong"),
    "expert": ExpertBot,
}


def full_name(name: str) -> str:
    """The name that `make_bot` knows: a level alone, such as `novice`, means `expert:novice`."""
    return f"expert:{name}" if name in LEVELS and name not in BOTS else name


def is_bot(name: str) -> bool:
    """Whether `make_bot` knows this name."""
    bot, colon, level = name.partition(":")
    return bot in BOTS and (not colon or (bot == "expert" and level in LEVELS))


def make_bot(name: str, seed: int = 0) -> Bot:
    """The bot of this name, such as `expert` or `expert:LEVEL`; `LimesError` lists the names there are."""
    bot, colon, level = name.partition(":")
    if bot not in BOTS:
        raise LimesError("there is no bot {name!r}; there are {names}", name=name, names=", ".join(BOTS))
    if not colon:
        return BOTS[bot](seed)
    if not is_bot(name):
        raise LimesError(
            "there is no bot {name!r}; {bot} has the levels {levels}",
            name=name,
            bot="expert",
            levels=", ".join(LEVELS),
        )
    return LEVELS[level](seed)
