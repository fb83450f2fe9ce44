"""What a table needs beside the rules, in plain Python: for a browser, where nothing compiled can run."""

from limes.plain.bots import BOTS, PlainBot, make_bot
from limes.plain.offers import offer, offer_head
from limes.plain.position import PlainPosition

__all__ = ["BOTS", "PlainBot", "PlainPosition", "make_bot", "offer", "offer_head"]
