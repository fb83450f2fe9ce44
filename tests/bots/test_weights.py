"""The tables of the evaluation: how they travel, how they are learnt, and what less insight does to play."""

import random
import struct
from importlib.resources import files

import pytest
from bots.playing import FEW, VARIANTS, odd_deck, play_game

from limes.bots.evaluation import Evaluation
from limes.bots.search import Search
from limes.bots.searching import GreedyBot
from limes.bots.weights import evaluation, pack, tuned, unpack
from limes.core.state import State
from limes.plain.weights import FILE, SCALE
from limes.rules import ROUNDS, STANDARD
from limes.teaching.tuning import Tuner, landscape_value


def mean_total(chosen: Evaluation, deals: int = 20) -> float:
    games = [
        play_game(GreedyBot(evaluation=chosen), STANDARD, VARIANTS[0], f"weights-{deal}", FEW)
        for deal in range(deals)
    ]
    return sum(game.total for game in games) / deals


def test_the_file_is_small() -> None:
    assert len(files("limes.plain").joinpath(FILE).read_bytes()) < 300_000


def test_weights_survive_packing_up_to_a_step() -> None:
    weights = bytes(Evaluation())[:-4] + struct.pack("=f", 1.2345)
    back = unpack(pack(weights))
    assert back[:-4] == weights[:-4]
    assert struct.unpack("=f", back[-4:])[0] == pytest.approx(1.2345, abs=1 / SCALE)


def test_weights_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="bytes"):
        Evaluation(b"too short")


def test_insight_goes_from_points_alone_to_all_that_was_learnt() -> None:
    assert bytes(evaluation(0.0)) == bytes(Evaluation())
    assert bytes(evaluation(1.0)) == bytes(tuned())
    totals = [mean_total(evaluation(insight)) for insight in (0.0, 0.3, 1.0)]
    assert totals == sorted(totals)


@pytest.mark.parametrize("seed", range(12))
def test_a_turn_is_listed_with_the_value_of_the_landscape_after_it(seed: int) -> None:
    """Listing counts anew only what a card changes; the sum over all weights knows nothing of that."""
    rng = random.Random(seed)
    deck = STANDARD if seed % 3 else odd_deck(rng)
    state = State(deck, VARIANTS[seed % len(VARIANTS)])
    search = Search(tuned(), seed)
    for card in rng.sample(deck.numbers, ROUNDS - 1):
        listed = search.turns_by_tables(state, card)
        assert [value for _, value in listed] == sorted((value for _, value in listed), reverse=True)
        for turn, value in rng.sample(listed, min(len(listed), 25)):
            after = state.copy()
            after.play(card, str(turn))
            assert landscape_value(tuned(), after) == value
        state.play(card, str(rng.choice(listed)[0]))


def test_self_play_learns_and_can_be_repeated() -> None:
    learnt = []
    for _ in range(2):
        tuner = Tuner(STANDARD, VARIANTS[0], seed=1)
        first, later = (tuner.play(1000, 1.0, adapt=True) for _ in range(2))
        assert later > first
        tuner.compare(20, 0.01, adapt=False)
        tuner.compare(20, 0.01, adapt=True)
        learnt.append(bytes(tuner.evaluation))
    assert learnt[0] == learnt[1]
