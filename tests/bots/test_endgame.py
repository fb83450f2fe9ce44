"""The end is played exactly: no turn on the last two cards has a better mean, by the rules alone."""

import random

import pytest
from bots.playing import VARIANTS, odd_deck

from limes.bots import Budget, View, make_bot
from limes.rules import ROUNDS, STANDARD, Deck, Landscape, Turn, Variants

BUDGET = Budget(playouts=1)


def small_deck(rng: random.Random) -> Deck:
    """Eighteen cards, so that on the last two there are three not seen and brute force has an end."""
    faces = STANDARD.faces if rng.random() < 0.5 else odd_deck(rng).faces * 2
    return Deck("small", tuple(rng.sample(faces, 18)))


def position(seed: int, laid: int, workers: int) -> View:
    """Cards laid at random with a few workers anywhere, and the card to play."""
    rng = random.Random(seed)
    deck = small_deck(rng)
    order = rng.sample(deck.numbers, ROUNDS)
    landscape = Landscape(deck, VARIANTS[seed % len(VARIANTS)])
    for card in order[:laid]:
        placement = rng.choice(list(landscape.placements(card)))
        landscape = landscape.play(card, Turn(placement.cell, placement.facing))
    zones = tuple(rng.sample(landscape.board.zones, workers))
    return View(Landscape(deck, landscape.variants, landscape.cards, zones), order[laid])


def best_total(landscape: Landscape, card: int) -> int:
    return max(total for _, total in landscape.turns(card))


def mean_after(view: View, turn: Turn) -> float:
    """The mean over the cards not seen of the best that the last card brings."""
    after = view.landscape.play(view.card, turn)
    return sum(best_total(after, card) for card in view.unseen) / len(view.unseen)


@pytest.mark.parametrize("seed", range(8))
def test_the_last_card_brings_the_most_points(seed: int) -> None:
    view = position(seed, ROUNDS - 1, 4)
    turn = make_bot("expert").choose(view, BUDGET)
    assert view.landscape.play(view.card, turn).total == best_total(view.landscape, view.card)


@pytest.mark.parametrize("seed", range(6))
def test_the_last_two_cards_bring_the_best_mean(seed: int) -> None:
    view = position(seed, ROUNDS - 2, 2)
    turn = make_bot("expert").choose(view, BUDGET)
    best = max(mean_after(view, turn) for turn, _ in view.landscape.turns(view.card))
    assert mean_after(view, turn) == pytest.approx(best)


def test_variants_are_part_of_the_end() -> None:
    assert {position(seed, ROUNDS - 2, 2).variants for seed in range(4)} == {Variants(*v) for v in VARIANTS}
