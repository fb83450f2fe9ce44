"""The core and the rules are the same game."""

import pytest
from core.agreement import compare_game

from limes.core import State
from limes.rules import Landscape, perft

SHORT = 200
LONG = 10_000


@pytest.mark.parametrize("start", range(0, SHORT, 25))
def test_core_and_rules_agree_on_random_games(start: int) -> None:
    for seed in range(start, start + 25):
        compare_game(seed, every_turn_in=8)


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, LONG, 1000))
def test_core_and_rules_agree_on_ten_thousand_random_games(start: int) -> None:
    for seed in range(start, start + 1000):
        compare_game(seed, every_turn_in=16)


def test_perft_counts_the_same_sequences() -> None:
    cards = [17, 3, 8]
    assert [_perft(State(), cards[:depth]) for depth in (1, 2)] == list(perft(cards[:2]))
    landscape = Landscape.parse("5@d4N 6@d3S 11@e4W | d4ne d3nw e4se e4se")
    assert _perft(State.from_landscape(landscape), cards[:2]) == list(perft(cards[:2], landscape))[-1]


def _perft(state: State, cards: list[int]) -> int:
    if len(cards) == 1:
        return state.count_turns(cards[0])
    found = 0
    for turn, _ in state.turns(cards[0]):
        after = state.copy()
        after.play(cards[0], turn)
        found += _perft(after, cards[1:])
    return found
