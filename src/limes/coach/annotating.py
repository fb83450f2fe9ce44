"""A review written into the game: what the coach says of each turn, and better turns as variations."""

from limes.coach.report import in_points
from limes.coach.review import Review, ReviewedTurn, Tenths
from limes.coach.sentence import Speech, figure, say
from limes.rules import AnnotatedGame, Message, Node, Note


def annotate(annotated: AnnotatedGame, review: Review, speech: Speech) -> AnnotatedGame:
    """The game with a review of one of its seats; what was said and tried before stays."""
    notes = {(note.round, note.seat): note for note in annotated.notes}
    for turn in review.turns:
        note = annotated.note(turn.round, review.seat)
        notes[turn.round, review.seat] = _noted(note, turn, speech)
    comment = _joined(annotated.comment, _summary(review).text(speech.gettext))
    return AnnotatedGame(annotated.game, comment, tuple(note for _place, note in sorted(notes.items())))


def _summary(review: Review) -> Message:
    return Message(
        "{player}: {start} expected before the first card, luck {luck}, lost {lost}",
        player=review.player,
        start=_points(review.start),
        luck=_points(review.luck, "+"),
        lost=_points(review.lost),
    )


def _noted(note: Note, turn: ReviewedTurn, speech: Speech) -> Note:
    known = {(node.card, node.turn) for node in note.variations}
    variations = note.variations
    if turn.lost and (turn.card, turn.best.turn) not in known:
        worth = Message("{value} expected", value=_points(turn.best.value))
        variations += (Node(turn.card, turn.best.turn, comment=worth.text(speech.gettext)),)
    said = [_verdict(turn).text(speech.gettext), *(say(reason, speech) for reason in turn.why)]
    return note._replace(comment=_joined(note.comment, *said), variations=variations)


def _verdict(turn: ReviewedTurn) -> Message:
    value, luck = _points(turn.played.value), _points(turn.luck, "+")
    if not turn.lost:
        return Message("{value} expected, luck {luck}", value=value, luck=luck)
    lost = _points(turn.lost)
    return Message("{value} expected, luck {luck}, lost {lost}", value=value, luck=luck, lost=lost)


def _points(value: Tenths, sign: str = "") -> Message:
    return figure(in_points(value), sign)


def _joined(*comments: str) -> str:
    return "\n".join(filter(None, comments))
