"""Limes: play, learn and study the card-laying game. Everything in `limes.rules` is available here."""

from limes.rules import *  # noqa: F403
from limes.rules import __all__ as __all__
from limes.version import VERSION

__version__ = VERSION
