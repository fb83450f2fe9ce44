"""The game in words of the language that this process speaks."""

import gettext

from limes.locale.words import Words, labels

__all__ = ["labels", "points", "profession", "score_lines", "solo_band", "variant"]

_WORDS = Words(gettext)
points = _WORDS.points
profession = _WORDS.profession
score_lines = _WORDS.score_lines
solo_band = _WORDS.solo_band
variant = _WORDS.variant
