"""Players that choose turns: bots from random to expert behind one small protocol, and bots of your own."""

from limes.bots.names import BOTS, LEVELS, is_bot, make_bot
from limes.bots.own import Entrant, admit, bot_label, bot_maker, bot_mark, find_bot
from limes.bots.protocol import Bot, Budget, View

__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "Budget",
    "Entrant",
    "View",
    "admit",
    "bot_label",
    "bot_maker",
    "bot_mark",
    "find_bot",
    "is_bot",
    "make_bot",
]
