"""Puzzles on a server: first answers are kept, and people and puzzles are rated by them."""

from limes.server.puzzles.answers import Puzzles

__all__ = ["Puzzles"]
