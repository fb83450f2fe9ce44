"""Decks to learn from: the standard one, others that the rulebooks would allow, and wilder ones.

A deck follows from its seed. Seeds below `HELD_OUT` are there to measure the network, which never learns
from them.
"""

import random
from collections.abc import Sequence
from itertools import product

from limes.bots.printed import is_likely
from limes.rules import STANDARD, Deck, Variants
from limes.rules.deck import FACE_LETTERS

HELD_OUT = 1_000_000
CARDS = len(STANDARD)
LANDS = "fwtr"
MOST_HUTS = 0.7  # the part of the zones that could have one
SHARES = (30, 20, 35, 15)  # standard decks, other huts, likely ones, wild ones


def any_game(seed: int, shares: Sequence[float] = SHARES) -> tuple[Deck, Variants]:
    """A deck and variants to learn from; four games in ten have no variant, two each of the other sets."""
    rng = random.Random(f"variants {seed}")
    variants = rng.choices([Variants(*both) for both in product((False, True), repeat=2)], (4, 2, 2, 2))
    return any_deck(seed, shares), variants[0]


def any_deck(seed: int, shares: Sequence[float] = SHARES) -> Deck:
    """A deck of any of these kinds; those to measure with have the shares by default."""
    rng = random.Random(f"deck {seed}")
    (make,) = rng.choices((standard_deck, other_huts, likely_deck, wild_deck), shares)
    return make(rng)


def held_out_seeds(number: int) -> list[int]:
    """The first seeds of decks to measure with, none of them the standard one."""
    return [seed for seed in range(2 * number) if any_deck(seed).faces != STANDARD.faces][:number]


def standard_deck(_rng: random.Random) -> Deck:
    return STANDARD


def other_huts(rng: random.Random) -> Deck:
    """The standard deck's grounds with huts by chance, few or many."""
    part = rng.uniform(0.1, MOST_HUTS)
    return Deck("other huts", tuple(_with_huts(face.lower(), part, rng) for face in STANDARD.faces))


def likely_deck(rng: random.Random) -> Deck:
    """As the printed deck is known to be: cards unlike, no terrain thrice on one, rock once at most."""
    rocky = rng.uniform(0.4, 1.0)
    grounds = {least_turned("".join(lands)) for lands in product(LANDS, repeat=4) if is_likely(lands)}
    with_rock = sorted(face for face in grounds if "r" in face)
    without = sorted(grounds - set(with_rock))
    rocks = min(len(with_rock), max(CARDS - len(without), round(CARDS * rocky)))
    faces = rng.sample(with_rock, rocks) + rng.sample(without, CARDS - rocks)
    part = rng.uniform(0.1, MOST_HUTS)
    return Deck("likely", tuple(_with_huts(face, part, rng) for face in faces))


def wild_deck(rng: random.Random) -> Deck:
    """Any cards at all, some terrains common and some rare; mostly 24, else from 16 to 64."""
    size = CARDS if rng.random() < 0.5 else rng.randint(16, 64)
    weights = [rng.uniform(0.1, 1) ** 2 for _ in FACE_LETTERS]
    return Deck("wild", tuple("".join(rng.choices(FACE_LETTERS, weights, k=4)) for _ in range(size)))


def least_turned(face: str) -> str:
    """The first in the alphabet of a face's four facings."""
    facings = [face]
    for _ in range(3):
        face = face[2] + face[0] + face[3] + face[1]
        facings.append(face)
    return min(facings)


def _with_huts(face: str, part: float, rng: random.Random) -> str:
    return "".join(land.upper() if land != "w" and rng.random() < part else land for land in face)
