"""A deck that somebody copies card by card, checked as far as it goes."""

from collections.abc import Sequence
from functools import partial

from limes.rules import ROUNDS, STANDARD, Deck, LimesError, Message, turned
from limes.rules.deck import check_name, check_size, count_zones, face_problem
from limes.rules.geometry import FACINGS
from limes.rules.message import Translate
from limes.server.game import LONGEST_NAME, MOST_CARDS
from limes.server.game.views import Json
from limes.server.problems import too_many_cards


def checked(name: str, faces: Sequence[str | None], translate: Translate) -> Json:
    if len(faces) > MOST_CARDS:
        raise too_many_cards(MOST_CARDS)
    cards = [_card(number, faces, translate) for number in range(1, len(faces) + 1)]
    whole = tuple(card["face"] for card in cards if card["face"] is not None and card["problem"] is None)
    problems = [problem.text(translate) for problem in _problems(name, len(faces))]
    playable = not problems and len(whole) == len(faces)
    return {
        "name": name,
        "standard": tuple(faces) == STANDARD.faces,
        "fewest": ROUNDS,
        "most": MOST_CARDS,
        "complete": len(whole) >= ROUNDS,
        "playable": playable,
        "problems": problems,
        "cards": cards,
        "counts": count_zones(whole),
        "text": str(Deck(name, whole)) if playable else None,
    }


def _card(number: int, faces: Sequence[str | None], translate: Translate) -> Json:
    face = faces[number - 1]
    problem = Message("this card is still missing") if face is None else face_problem(face)
    if face is None or problem:
        why = problem.text(translate) if problem else None
        return {"number": number, "face": face, "zones": None, "problem": why, "same_as": None, "note": None}
    same = _earlier(face, faces[: number - 1])
    note = Message("the same as card {number}, perhaps rotated", number=same) if same else None
    return {
        "number": number,
        "face": face,
        "zones": list(face),
        "problem": None,
        "same_as": same,
        "note": note.text(translate) if note else None,
    }


def _earlier(face: str, before: Sequence[str | None]) -> int | None:
    """The number of an earlier card that is the same in one of the four facings."""
    looks = {turned(face, facing) for facing in FACINGS}
    return next((number for number, other in enumerate(before, start=1) if other in looks), None)


def _problems(name: str, cards: int) -> list[Message]:
    """What is wrong with the deck as a whole, as a table would say it."""
    faults = []
    for check in (partial(check_name, name), partial(check_size, cards)):
        try:
            check()
        except LimesError as error:
            faults.append(error.message)
    if len(name) > LONGEST_NAME:
        faults.append(Message("at a table, a deck's name has at most {most} characters", most=LONGEST_NAME))
    return faults
