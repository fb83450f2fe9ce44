"""Bots by name, as people type them: `greedy`, `expert`, `expert:novice`."""

from collections.abc import Callable

from limes.bots.attention import ALWAYS, AT_LAST, Attention
from limes.bots.protocol import Bot
from limes.bots.random import RandomBot
from limes.bots.searching import AttentiveBot, ExpertBot, GreedyBot, JudgeBot, MonteCarloBot
from limes.bots.weights import evaluation
from limes.bots.winning import WinningBot
from limes.rules import LimesError

BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "monte-carlo": MonteCarloBot,
    "expert": ExpertBot,
    "winner": WinningBot,
}

# From overlooking most things to seeing what is there, then what may become of it, then looking ahead.
LEVELS: dict[str, Callable[[int], Bot]] = {
    "newcomer": lambda seed: AttentiveBot("expert:newcomer", Attention(seed, cells=2, facings=3)),
    "beginner": lambda seed: AttentiveBot("expert:beginner", Attention(seed, cells=4)),
    "novice": lambda seed: AttentiveBot("expert:novice", Attention(seed, cells=4, moves=AT_LAST, lines=True)),
    "player": lambda seed: AttentiveBot(
        "expert:player", Attention(seed, cells=6, moves=ALWAYS, lines=True, shared=True, room=0.01)
    ),
    "skilled": lambda seed: GreedyBot(seed, "expert:skilled", evaluation(0.5)),
    "strong": lambda seed: JudgeBot(evaluation(0.5), 4, seed, "expert:strong"),
    "expert": ExpertBot,
}


def is_bot(name: str) -> bool:
    """Whether `make_bot` knows this name."""
    bot, colon, level = name.partition(":")
    return bot in BOTS and (not colon or (bot == "expert" and level in LEVELS))


def make_bot(name: str, seed: int = 0) -> Bot:
    """The bot of this name, `expert` also with a level after a colon; `LimesError` lists what there is."""
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
