"""A day's order of the cards: it follows from a key that all processes share, so nobody else can know it."""

import hmac
from hashlib import sha256
from typing import NamedTuple

from limes.rules import ROUNDS, STANDARD, shuffled
from limes.server.game import commitment


class Deal(NamedTuple):
    """The cards of a day in their order; what was shown of it a week ahead can be checked with the nonce."""

    day: str
    cards: tuple[int, ...]
    nonce: str
    commitment: str


def deal_of(key: str, day: str) -> Deal:
    cards = shuffled(STANDARD, _secret(key, f"cards of {day}"))[:ROUNDS]
    nonce = _secret(key, f"nonce of {day}")
    return Deal(day, cards, nonce, commitment(cards, nonce))


def _secret(key: str, what: str) -> str:
    return hmac.new(key.encode(), what.encode(), sha256).hexdigest()
