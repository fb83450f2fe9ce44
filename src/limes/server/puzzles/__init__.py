"""Puzzles on a server: first answers are kept, and people and puzzles are rated by them."""

from limes.server.puzzles.answers import Puzzles
from limes.server.puzzles.weighing import lost_by

__all__ = ["Puzzles", "lost_by"]
