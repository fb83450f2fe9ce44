"""The decks that the network learns from keep what they promise."""

import random

import pytest

from limes.core.box import MOST_CARDS
from limes.rules import ROUNDS, STANDARD, turned
from limes.rules.deck import count_zones
from limes.rules.geometry import FACINGS
from limes.teaching.decks import (
    HELD_OUT,
    any_deck,
    any_game,
    held_out_seeds,
    least_turned,
    likely_deck,
    other_huts,
)

SEEDS = range(20)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_likely_deck_keeps_what_is_known_of_the_printed_cards(seed: int) -> None:
    deck = likely_deck(random.Random(seed))
    grounds = [face.lower() for face in deck.faces]
    assert len({least_turned(face) for face in grounds}) == len(STANDARD)
    assert all(face.count("r") <= 1 and max(map(face.count, "fwt")) <= 2 for face in grounds)


@pytest.mark.parametrize("seed", SEEDS)
def test_other_huts_stand_on_the_standard_decks_grounds(seed: int) -> None:
    deck = other_huts(random.Random(seed))
    assert [face.lower() for face in deck.faces] == [face.lower() for face in STANDARD.faces]
    assert deck.faces != STANDARD.faces


def test_few_and_many_huts_are_met() -> None:
    huts = [count_zones(other_huts(random.Random(seed)).faces)["huts"] for seed in SEEDS]
    assert min(huts) < 20
    assert max(huts) > 40


def test_any_deck_follows_from_its_seed_and_can_be_played() -> None:
    decks = [any_deck(seed) for seed in range(200)]
    assert decks == [any_deck(seed) for seed in range(200)]
    assert {deck.name for deck in decks} == {"standard", "other huts", "likely", "wild"}
    assert all(ROUNDS <= len(deck) <= MOST_CARDS for deck in decks)
    assert min(map(len, decks)) < len(STANDARD) < max(map(len, decks))


def test_the_shares_of_the_kinds_can_be_chosen() -> None:
    assert {any_game(HELD_OUT + seed, (0, 0, 0, 1))[0].name for seed in range(50)} == {"wild"}
    assert {any_deck(HELD_OUT + seed, (1, 0, 1, 0)).name for seed in range(50)} == {"standard", "likely"}


def test_all_variants_are_met() -> None:
    assert len({any_game(HELD_OUT + seed)[1] for seed in range(50)}) == 4


def test_a_face_is_the_same_however_it_lies() -> None:
    assert {least_turned(turned("rfwt", facing)) for facing in FACINGS} == {least_turned("rfwt")}


def test_held_out_seeds_are_of_other_decks_that_are_never_learnt_from() -> None:
    seeds = held_out_seeds(20)
    assert len(set(seeds)) == 20
    assert max(seeds) < HELD_OUT
    assert all(any_deck(seed).faces != STANDARD.faces for seed in seeds)
    assert held_out_seeds(5) == seeds[:5]
