"""A bot never makes an illegal turn: any deck, any variants, budgets down to one play-out."""

import random

import pytest
from bots.noise import think
from bots.playing import VARIANTS, odd_deck, play_game

from limes.bots import BOTS, LEVELS, Budget, make_bot
from limes.rules import ROUNDS, STANDARD, Deck, Variants

NAMES = [*BOTS, *(f"expert:{level}" for level in LEVELS)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("variants", VARIANTS, ids=str)
def test_every_turn_is_legal_with_the_standard_deck(name: str, variants: Variants) -> None:
    landscape = play_game(make_bot(name, 1), STANDARD, variants, "legal", Budget(playouts=40))
    assert len(landscape.cards) == ROUNDS


@pytest.mark.parametrize("name", NAMES)
def test_every_turn_is_legal_when_no_card_is_left_over(name: str) -> None:
    deck = Deck("sixteen", STANDARD.faces[:ROUNDS])
    landscape = play_game(make_bot(name, 1), deck, VARIANTS[0], "all", Budget(playouts=40))
    assert len(landscape.cards) == ROUNDS


@pytest.mark.parametrize("seed", range(12))
def test_every_turn_is_legal_with_odd_decks(seed: int) -> None:
    rng = random.Random(seed)
    name = NAMES[seed % len(NAMES)]
    deck, variants = odd_deck(rng), rng.choice(VARIANTS)
    budget = Budget(playouts=rng.randint(1, 40))
    assert len(play_game(make_bot(name, seed), deck, variants, str(seed), budget).cards) == ROUNDS


@pytest.mark.parametrize("variants", [VARIANTS[0], VARIANTS[3]])
def test_every_turn_is_legal_with_hardly_any_time(variants: Variants) -> None:
    game = play_game(make_bot("expert"), STANDARD, variants, "hasty", Budget(seconds=0.001))
    assert len(game.cards) == ROUNDS


def test_bots_and_coach_think_about_any_position() -> None:
    think(20, seed=2)
