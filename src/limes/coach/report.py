"""A review as plain values for JSON: all that a page needs to draw it, in the language of its reader."""

from typing import Any

from limes.coach.review import Hint, Option, Review, ReviewedTurn, Tenths
from limes.coach.sentence import Speech, say
from limes.coach.studying import Valued, Values
from limes.rules import Landscape

Json = dict[str, Any]


def as_json(review: Review, speech: Speech) -> Json:
    return {
        "player": review.player,
        "seat": review.seat,
        "finished": review.finished,
        "total": review.total,
        "band": review.band,
        "start": in_points(review.start),
        "luck": in_points(review.luck),
        "lost": in_points(review.lost),
        "end": in_points(review.end),
        "curve": [in_points(value) for value in review.curve],
        "costly": [turn.round for turn in review.costly()],
        "turns": [_turn(turn, speech) for turn in review.turns],
    }


def hint_as_json(hint: Hint, speech: Speech) -> Json:
    return {
        "card": hint.card,
        "options": [
            _option(option) | {"why": [say(sentence, speech) for sentence in merits]}
            for option, merits in zip(hint.options, hint.merits, strict=True)
        ],
        "why": [say(sentence, speech) for sentence in hint.why],
    }


def values_as_json(values: Values, more: bool) -> Json:
    return {
        "playouts": values.playouts,
        "more": more,
        "turns": [_valued(each) for each in values.turns],
        "asked": [_valued(each) for each in values.asked],
        "places": [{"place": cell, "loss": round(loss, 2)} for cell, loss in values.places],
        "cards": [
            {"card": card, "value": round(value, 2), "error": round(error, 2)}
            for card, value, error in values.cards
        ],
        "why": [],
    }


def in_points(value: Tenths) -> float:
    return value / 10


def _turn(turn: ReviewedTurn, speech: Speech) -> Json:
    return {
        "round": turn.round,
        "card": turn.card,
        "face": turn.played.landscape.deck.face(turn.card),
        "luck": in_points(turn.luck),
        "lost": in_points(turn.lost),
        "place": in_points(turn.place),
        "facing": in_points(turn.facing),
        "worker": in_points(turn.worker),
        "noise": in_points(turn.noise),
        "played": _option(turn.played),
        "better": _option(turn.best) if turn.lost else None,
        "why": [say(sentence, speech) for sentence in turn.why],
        "options": [{"turn": str(option), "value": in_points(value)} for option, value in turn.options],
    }


def _option(option: Option) -> Json:
    return {
        "turn": str(option.turn),
        "value": in_points(option.value),
        "landscape": _drawing(option.landscape),
    }


def _drawing(landscape: Landscape) -> Json:
    """The faces as printed, the facing being how they lie."""
    return {
        "cards": [
            {
                "number": card.number,
                "cell": card.cell,
                "facing": card.facing,
                "face": landscape.deck.face(card.number),
            }
            for card in landscape.cards
        ],
        "workers": list(landscape.workers),
        "total": landscape.total,
    }


def _valued(valued: Valued) -> Json:
    return {"turn": str(valued.turn), "loss": round(valued.loss, 2), "error": round(valued.error, 2)}
