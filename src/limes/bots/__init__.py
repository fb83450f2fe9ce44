"""Who chooses turns: bots from random to expert behind one small protocol."""

from limes.bots.names import BOTS, LEVELS, is_bot, make_bot
from limes.bots.protocol import Bot, Budget, View

__all__ = ["BOTS", "LEVELS", "Bot", "Budget", "View", "is_bot", "make_bot"]
