"""Reviews of games that are over, and values of positions that somebody studies."""

from limes.server.coaching.reviews import Reviews
from limes.server.coaching.streams import Question, Stream, Streams

__all__ = ["Question", "Reviews", "Stream", "Streams"]
