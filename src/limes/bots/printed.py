"""What is known of the printed cards, so that other decks can be held against them."""

from collections.abc import Sequence


def is_likely(lands: Sequence[str]) -> bool:
    """Whether a card with these terrains could be a printed one: none of them thrice, rock once at most."""
    return lands.count("r") <= 1 and all(lands.count(land) <= 2 for land in "fwt")
