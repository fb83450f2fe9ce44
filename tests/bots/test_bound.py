"""The penalised optimum: nothing is paid where nothing could be known, and luck is taken off."""

import pytest

from limes.bots.beam import Beam
from limes.bots.bound import penalised_total
from limes.bots.learned import learned
from limes.bots.network import Network
from limes.bots.weights import tuned
from limes.rules import ROUNDS, STANDARD, Deck, LimesError, Variants, shuffled

BASIC = Variants()


def beam(deck: Deck, order: tuple[int, ...], width: int, *, penalised: bool) -> Beam:
    found = Beam(tuned(), deck, BASIC, order, width, penalised)
    for _ in range(ROUNDS):
        found.advance(0.0)
    return found


def test_where_all_cards_are_the_same_nothing_is_paid() -> None:
    same = Deck("same", ("fTRw",) * 20)
    order = tuple(range(1, ROUNDS + 1))
    paying, free = (beam(same, order, 20, penalised=each) for each in (True, False))
    assert paying.penalised_total == pytest.approx(paying.total, abs=1e-4)
    assert paying.total == free.total


@pytest.mark.parametrize("network", [None, learned()], ids=["tables", "network"])
@pytest.mark.parametrize("laid", [0, 7, 13])
def test_not_knowing_the_next_card_nothing_is_paid_on_average(network: Network | None, laid: int) -> None:
    seen, unseen = shuffled(STANDARD, "fair")[:laid], shuffled(STANDARD, "fair")[laid:]
    after = [paid((*seen, card), network) for card in unseen]
    assert max(after) > min(after)
    assert sum(after) / len(after) == pytest.approx(paid(seen, network), abs=1e-4)


def paid(cards: tuple[int, ...], network: Network | None) -> float:
    """What a beam that keeps one landscape has paid for these cards."""
    rest = [card for card in STANDARD.numbers if card not in cards]
    one = Beam(tuned(), STANDARD, BASIC, (*cards, *rest)[:ROUNDS], 1, True, network)
    for _ in cards:
        one.advance(0.0)
    return one.total - one.penalised_total


def test_without_a_penalty_both_totals_are_the_same() -> None:
    free = beam(STANDARD, shuffled(STANDARD, "free")[:ROUNDS], 20, penalised=False)
    assert free.penalised_total == free.total


def test_luck_with_the_cards_is_taken_off() -> None:
    """Over some deals the penalised values spread less than the totals themselves."""
    orders = [shuffled(STANDARD, f"spread-{number}")[:ROUNDS] for number in range(12)]
    totals = [beam(STANDARD, order, 8, penalised=False).total for order in orders]
    values = [penalised_total(STANDARD, BASIC, order, 8) for order in orders]
    assert spread(values) < spread([float(total) for total in totals])


def spread(values: list[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values)


def test_an_order_must_be_that_of_a_game() -> None:
    with pytest.raises(LimesError, match="16 different cards"):
        penalised_total(STANDARD, BASIC, (1, 2, 3), 8)
