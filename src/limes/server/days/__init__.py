"""The deal of the day: one for everybody, one attempt that counts, a board afterwards."""

from limes.server.days.attempts import NAMELESS, Days
from limes.server.days.pages import DayPages

__all__ = ["NAMELESS", "DayPages", "Days"]
