"""Play-outs to the end: the same orders for landscapes with the same cards, exact where few cards come."""

from importlib.resources import files
from statistics import mean

import pytest
from bots.playing import VARIANTS

from limes.bots.learned import FILE, learned, unpack
from limes.bots.network import Network
from limes.core import Random, State
from limes.rules import ROUNDS, STANDARD, Variants
from limes.teaching.long_play import LongPlay


def random_state(laid: int, variants: Variants, seed: int = 1) -> State:
    chance = Random(seed)
    state = State(STANDARD, variants)
    for card in chance.deal(STANDARD)[:laid]:
        state.play(card, state.random_turn(card, chance))
    return state


@pytest.mark.parametrize("variants", VARIANTS, ids=str)
def test_the_last_card_is_laid_as_well_as_can_be(variants: Variants) -> None:
    state = random_state(ROUNDS - 1, variants)
    landscape = state.landscape()
    unseen = set(STANDARD.numbers) - {card.number for card in landscape.cards}
    best = [
        max(turn.total for place in landscape.placements(card) for turn in place.turns()) for card in unseen
    ]
    assert LongPlay().exact(state) == pytest.approx(mean(best))


def test_a_full_landscape_is_worth_its_points() -> None:
    state = random_state(ROUNDS, VARIANTS[0])
    assert LongPlay().exact(state) == state.total


def test_with_all_orders_of_two_cards_no_play_out_does_better() -> None:
    state = random_state(ROUNDS - 2, VARIANTS[0])
    assert LongPlay().exact(state) >= mean(LongPlay().finals(state, 0, 200, 7)) - 0.5


def test_orders_belong_to_their_numbers() -> None:
    state = random_state(8, VARIANTS[3])
    totals = LongPlay().finals(state, 0, 12, 7)
    assert totals[5:] == LongPlay().finals(state, 5, 7, 7)
    assert totals != LongPlay().finals(state, 0, 12, 8)


def test_another_network_may_play() -> None:
    state = random_state(8, VARIANTS[0])
    weights = unpack(files("limes.bots").joinpath(FILE).read_bytes())
    totals = LongPlay().finals(state, 0, 12, 7)
    assert totals == LongPlay(learned()).finals(state, 0, 12, 7)
    assert totals != LongPlay(Network(bytes(len(weights)))).finals(state, 0, 12, 7)
