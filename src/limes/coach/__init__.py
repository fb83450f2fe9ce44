"""The coach: what each card and each turn of a game changed, what would have been better, and why."""

from limes.coach.annotating import annotate
from limes.coach.effort import Effort
from limes.coach.picture import review_svg
from limes.coach.reasons import reasons
from limes.coach.review import Hint, Option, Review, ReviewedTurn, Reviewing, hint, review
from limes.coach.sentence import Sentence, Speech, say
from limes.coach.studying import Asked, Hope, Studying, Valued, Values

__all__ = [
    "Asked",
    "Effort",
    "Hint",
    "Hope",
    "Option",
    "Review",
    "ReviewedTurn",
    "Reviewing",
    "Sentence",
    "Speech",
    "Studying",
    "Valued",
    "Values",
    "annotate",
    "hint",
    "reasons",
    "review",
    "review_svg",
    "say",
]
