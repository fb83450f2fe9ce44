"""Reviews of games that are over."""

from limes.server.coaching.reviews import Reviews

__all__ = ["Reviews"]
