"""What the lessons on playing well claim, measured in games of the bots."""

from limes.lessons.figures import Bar, Figure, load_figures

__all__ = ["Bar", "Figure", "load_figures"]
