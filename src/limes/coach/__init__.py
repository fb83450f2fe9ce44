"""The coach: what each card and each turn of a game changed, what would have been better, and why."""

from limes.coach.annotating import annotate
from limes.coach.effort import Effort
from limes.coach.picture import review_svg
from limes.coach.reasons import reasons
from limes.coach.review import Hint, Option, Review, ReviewedTurn, Reviewing, hint, review
from limes.coach.sentence import Sentence, Speech, say

__all__ = [
    "Effort",
    "Hint",
    "Option",
    "Review",
    "ReviewedTurn",
    "Reviewing",
    "Sentence",
    "Speech",
    "annotate",
    "hint",
    "reasons",
    "review",
    "review_svg",
    "say",
]
