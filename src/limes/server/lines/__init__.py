"""Threads for work that takes a while, and fair, short lines before them: addresses take turns."""

from limes.server.lines.allowance import Allowance
from limes.server.lines.asking import ASKING, for_everybody
from limes.server.lines.line import FOR_OTHERS, Line
from limes.server.lines.waiting import Place, Urgency

__all__ = ["ASKING", "FOR_OTHERS", "Allowance", "Line", "Place", "Urgency", "for_everybody"]
