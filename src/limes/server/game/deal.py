"""The secret order of the cards, and the commitment by which everybody can check it afterwards."""

import secrets
from hashlib import sha256

from limes.rules import ROUNDS, Deck

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that can be mistaken for another


def new_id(letters: int = 16) -> str:
    """An unguessable id: 16 letters are 79 bits."""
    number = secrets.randbelow(len(LETTERS) ** letters)
    drawn = []
    for _ in range(letters):
        number, letter = divmod(number, len(LETTERS))
        drawn.append(LETTERS[letter])
    return "".join(drawn)


def deal_cards(deck: Deck, known: tuple[int, ...] = ()) -> tuple[tuple[int, ...], str]:
    """The cards of the rounds in a new secret order, and a nonce without which it cannot be guessed.

    Cards that are `known` come first, as they came in the game that is played on.
    """
    cards = [card for card in deck.numbers if card not in known]
    secrets.SystemRandom().shuffle(cards)
    return (*known, *cards)[:ROUNDS], secrets.token_hex(32)


def commitment(cards: tuple[int, ...], nonce: str) -> str:
    """SHA-256 of `NONCE:CARD CARD ...` in hexadecimal.

    >>> commitment((3, 1, 2), "00")[:16]
    '80e362a921dc1ff9'
    """
    return sha256(f"{nonce}:{' '.join(map(str, cards))}".encode()).hexdigest()


def hidden(token: str) -> str:
    """How a seat's token is stored; it is random, so it needs no salt."""
    return sha256(token.encode()).hexdigest()
