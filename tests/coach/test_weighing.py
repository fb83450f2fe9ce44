"""Turns weighed against each other: how much is tried does not grow with the deck."""

from typing import cast

import pytest
from coach.games import random_game

from limes.coach.effort import FULL
from limes.coach.estimate import Estimate
from limes.coach.weighing import weigh
from limes.core import State
from limes.rules import STANDARD, Deck

BIG = Deck("big", (STANDARD.faces * 3)[:64])
SMALL = Deck("small", STANDARD.faces[:16])


class Counting:
    """Values nothing, and keeps how many replies were to be tried."""

    def __init__(self) -> None:
        self.glance = Estimate().glance
        self.replies = 0

    def worth(
        self, states: list[State], _orders: int, replies: int, *_more: float
    ) -> list[tuple[float, float]]:
        self.replies = replies
        return [(0.0, 0.0)] * len(states)


@pytest.mark.parametrize("deck", [STANDARD, BIG, SMALL])
@pytest.mark.parametrize("laid", [13, 14, 15])
def test_all_orders_of_the_last_cards_are_no_more_work_with_a_larger_deck(deck: Deck, laid: int) -> None:
    game = random_game(1, rounds=laid, deck=deck)
    card = next(number for number in deck.numbers if number not in {each.card for each in game.rounds})
    estimate = Counting()
    weigh(cast(Estimate, estimate), game.landscapes[0], card, seconds=1.0, effort=FULL)
    tried = [_orders(deck, laid) * estimate.replies, _orders(STANDARD, laid) * FULL.replies]
    assert tried[0] <= 4 * tried[1]
    assert estimate.replies == FULL.replies or deck is BIG


def _orders(deck: Deck, laid: int) -> int:
    unseen = len(deck.faces) - laid - 1
    return unseen * (unseen - 1) if laid == 13 else unseen
