"""The figures by which estimates become values: what decks unlike the printed one change."""

from limes.coach.calibration import CALIBRATION, odd_part
from limes.coach.review import start_value
from limes.rules import ROUNDS, STANDARD, Deck, Variants

ODD = Deck("odd", ("fffw", "rrtw", *STANDARD.faces[2:]))
ALL_ODD = Deck("all odd", ("fffw", "tttr", "RRwf", "wwwF") * 4)


def test_cards_unlike_the_printed_ones_are_counted() -> None:
    assert odd_part(STANDARD) == 0
    assert odd_part(ODD) == 2 / len(STANDARD)
    assert odd_part(ALL_ODD) == 1


def test_good_play_gains_more_with_odd_cards_and_nothing_at_the_end() -> None:
    gains = [CALIBRATION.still_to_gain(8, deck) for deck in (STANDARD, ODD, ALL_ODD)]
    assert gains == sorted(set(gains))
    assert {CALIBRATION.still_to_gain(ROUNDS - 2, deck) for deck in (STANDARD, ALL_ODD)} == {0}


def test_the_start_value_follows_the_deck() -> None:
    bare = CALIBRATION._replace(gain_a_card=0.0, gain_an_odd_card=0.0)
    for deck in (STANDARD, ALL_ODD):
        added = start_value(deck, Variants()) - start_value(deck, Variants(), bare)
        assert abs(added / 10 - CALIBRATION.still_to_gain(0, deck)) < 0.11
