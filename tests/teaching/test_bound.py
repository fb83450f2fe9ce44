"""The penalised optimum: nothing is paid where nothing could be known, and luck is taken off."""

import pytest

from limes.bots.beam import Beam
from limes.bots.learned import learned
from limes.bots.weights import tuned
from limes.rules import ROUNDS, STANDARD, Deck, LimesError, Variants, shuffled
from limes.teaching.bound import penalised_total

BASIC = Variants()


def beam(
    deck: Deck,
    order: tuple[int, ...],
    width: int,
    variants: Variants = BASIC,
    *,
    penalised: bool,
    network: bool = False,
    rounds: int = ROUNDS,
) -> Beam:
    found = Beam(tuned(), deck, variants, order, width, penalised, learned() if network else None)
    for _ in range(rounds):
        found.advance(0.0)
    return found


def test_where_all_cards_are_the_same_nothing_is_paid() -> None:
    same = Deck("same", ("fTRw",) * 20)
    order = tuple(range(1, ROUNDS + 1))
    paying, free = (beam(same, order, 20, penalised=each) for each in (True, False))
    assert paying.penalised_total == pytest.approx(paying.total, abs=1e-4)
    assert paying.total == free.total


@pytest.mark.parametrize("network", [False, True], ids=["tables", "network"])
@pytest.mark.parametrize("laid", [0, 7, 13])
def test_not_knowing_the_next_card_nothing_is_paid_on_average(network: bool, laid: int) -> None:
    seen, unseen = shuffled(STANDARD, "fair")[:laid], shuffled(STANDARD, "fair")[laid:]
    after = [paid((*seen, card), network=network) for card in unseen]
    assert max(after) > min(after)
    assert sum(after) / len(after) == pytest.approx(paid(seen, network=network), abs=1e-4)


def paid(cards: tuple[int, ...], *, network: bool) -> float:
    """What a beam that keeps one landscape has paid for these cards."""
    rest = [card for card in STANDARD.numbers if card not in cards]
    order = (*cards, *rest)[:ROUNDS]
    one = beam(STANDARD, order, 1, penalised=True, network=network, rounds=len(cards))
    return one.total - one.penalised_total


@pytest.mark.parametrize("variants", [BASIC, Variants(ferryman=True)], ids=str)
def test_the_network_values_every_game(variants: Variants) -> None:
    order = shuffled(STANDARD, "whose")[:ROUNDS]
    by_tables, by_network = (
        beam(STANDARD, order, 4, variants, penalised=True, network=network).penalised_total
        for network in (False, True)
    )
    assert by_tables != by_network
    assert penalised_total(STANDARD, variants, order, 4) == by_network


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
