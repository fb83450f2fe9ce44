"""A review as plain values for JSON: all that a page needs to draw it, in the language of its reader."""

from itertools import pairwise
from typing import Any

from limes.coach.reasons import reasons
from limes.coach.review import Option, Review, ReviewedTurn, Tenths
from limes.coach.sentence import Speech, say
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
        "turns": [
            _turn(turn, before, speech) for before, turn in zip(befores(review), review.turns, strict=True)
        ],
    }


def hint_as_json(before: Landscape, card: int, options: list[Option], speech: Speech) -> Json:
    """The best turns, and why the first is better than the next one."""
    return {
        "card": card,
        "face": before.deck.face(card),
        "options": [_option(option) for option in options],
        "why": [
            say(sentence, speech)
            for better, worse in list(pairwise(options))[:1]
            for sentence in reasons(
                before, worse.landscape, better.landscape, in_points(better.value - worse.value)
            )
        ],
    }


def why(before: Landscape, turn: ReviewedTurn, speech: Speech) -> list[str]:
    """Why the better turn is better; nothing where the turn played was as good."""
    if not turn.lost:
        return []
    found = reasons(before, turn.played.landscape, turn.best.landscape, in_points(turn.lost))
    return [say(sentence, speech) for sentence in found]


def befores(review: Review) -> list[Landscape]:
    """The landscape before each turn."""
    first = review.turns[0].played.landscape if review.turns else Landscape()
    empty = Landscape(first.deck, first.variants)
    return [empty, *(turn.played.landscape for turn in review.turns)][: len(review.turns)]


def in_points(value: Tenths) -> float:
    return value / 10


def _turn(turn: ReviewedTurn, before: Landscape, speech: Speech) -> Json:
    return {
        "round": turn.round,
        "card": turn.card,
        "face": before.deck.face(turn.card),
        "luck": in_points(turn.luck),
        "lost": in_points(turn.lost),
        "place": in_points(turn.place),
        "facing": in_points(turn.facing),
        "worker": in_points(turn.worker),
        "noise": in_points(turn.noise),
        "played": _option(turn.played),
        "better": _option(turn.best) if turn.lost else None,
        "why": why(before, turn, speech),
        "options": [{"turn": str(option.turn), "value": in_points(option.value)} for option in turn.options],
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
