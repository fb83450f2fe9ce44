"""Chance is an argument: seeds give the same games everywhere, in any number of threads."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from core.agreement import VARIANTS

from limes.core import Random, State, random_games
from limes.rules import STANDARD, Deck, LimesError, Variants


def test_numbers_of_a_seed_never_change() -> None:
    rng = Random(2026)
    assert [rng.below(1000) for _ in range(8)] == [744, 602, 35, 533, 818, 849, 727, 72]
    assert Random(1, stream=2).deal() == [8, 21, 13, 16, 6, 24, 12, 7, 22, 17, 20, 1, 4, 18, 11, 9]
    assert sum(total * games for total, games in random_games(1000, seed=7).items()) == 11657


def test_seeds_and_streams_differ() -> None:
    drawn = [tuple(Random(seed, stream).deal()) for seed in (0, 1, -1) for stream in (0, 1, 2)]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 20])
def test_numbers_are_uniform(limit: int) -> None:
    rng, draws = Random(limit), 20_000
    found = Counter(rng.below(limit) for _ in range(draws))
    assert sorted(found) == list(range(limit))
    surprise = sum((times - draws / limit) ** 2 for times in found.values()) / (draws / limit)
    assert surprise < 3 * limit + 10


def test_a_deal_is_16_different_cards_of_the_deck() -> None:
    deck = Deck("large", ("rFwf",) * 64)
    cards = Random(3).deal(deck)
    assert len(set(cards)) == len(cards) == 16
    assert set(cards) <= set(deck.numbers)
    assert sorted(Random(3).deal(Deck("small", ("rFwf",) * 16))) == list(range(1, 17))


def test_games_are_the_same_in_parts_and_in_threads() -> None:
    whole = Counter(random_games(4000, seed=11, variants=VARIANTS[3]))
    with ThreadPoolExecutor(4) as pool:
        parts = pool.map(
            lambda first: random_games(1000, seed=11, variants=VARIANTS[3], first=first), range(0, 4000, 1000)
        )
        assert sum(map(Counter, parts), Counter()) == whole


def test_games_run_without_the_gil() -> None:
    """This thread goes on while another plays; under the GIL it could not before the games were over."""
    thread = threading.Thread(target=random_games, args=(200_000,))
    thread.start()
    waits = 0
    while thread.is_alive():
        thread.join(0.001)
        waits += 1
    assert waits > 5


def test_a_play_out_leaves_the_state_alone_and_repeats_itself() -> None:
    state = State()
    rng = Random(1)
    for card in rng.deal()[:6]:
        state.play(card, state.random_turn(card, rng))
    before = str(state)
    totals = [state.playout(Random(9, stream)) for stream in range(50)]
    assert totals == [state.playout(Random(9, stream)) for stream in range(50)]
    assert len(set(totals)) > 5
    assert str(state) == before
    order = state.unseen[:10]
    assert state.playout(Random(4), order) == state.playout(Random(4), order)


def test_a_play_out_goes_on_from_the_middle_of_a_turn() -> None:
    """With one card left, play-outs find only totals that turns with that card give."""
    state, rng = State(), Random(1)
    *cards, last = rng.deal()
    for card in cards:
        state.play(card, state.random_turn(card, rng))
    totals = {total for _, total in state.turns(last)}
    state.turn_up(last)
    assert {state.playout(Random(2, stream)) for stream in range(200)} <= totals
    state.apply_action(state.legal_actions()[0])
    after = set()
    for action in state.legal_actions():
        done = state.copy()
        done.apply_action(action)
        after.add(done.total)
    assert {state.playout(Random(3, stream)) for stream in range(400)} == after


def test_a_turn_at_random_is_a_cell_then_a_facing_then_an_action() -> None:
    state, rng = State(variants=Variants(ferryman=True)), Random(8)
    cards = rng.deal()
    for card in cards[:5]:
        state.play(card, state.random_turn(card, rng))
    state.turn_up(cards[5])
    places = [state.action_text(action) for action in state.legal_actions()]
    futures = {}
    for action in state.legal_actions():
        after = state.copy()
        after.apply_action(action)
        place = state.action_text(action)
        futures[place] = [place + after.action_text(worker) for worker in after.legal_actions()]
    before = State.from_landscape(state.landscape())
    draws = 200 * sum(map(len, futures.values()))
    drawn = Counter(str(before.random_turn(cards[5], rng)) for _ in range(draws))
    assert set(drawn) == {turn for turns in futures.values() for turn in turns}
    for place, turns in futures.items():
        times = sum(drawn[turn] for turn in turns)
        assert times == pytest.approx(draws / len(places), rel=0.15)
        for turn in turns:
            assert drawn[turn] == pytest.approx(times / len(turns), rel=0.5), place


def test_an_order_that_cannot_come_is_refused() -> None:
    state = State()
    state.play(17, "d4N")
    for order, sentence in [
        ([17], "card 17 has already been turned up"),
        ([3, 3], "card 3 has already been turned up"),
        ([25], "card 25 is not in the deck standard, which has cards 1 to 24"),
        (range(1, 17), "15 cards are still to come, not 16"),
    ]:
        with pytest.raises(LimesError, match=rf"^{sentence}$"):
            state.playout(Random(1), order)


def test_limits_and_numbers_of_games_are_checked() -> None:
    with pytest.raises(LimesError, match=r"^a limit must be a number from 1 to 4294967295, not 0$"):
        Random(1).below(0)
    with pytest.raises(LimesError, match=r"^the number of games must be 0 or more, not -1$"):
        random_games(-1)
    assert random_games(0) == {}
    assert sum(random_games(100, deck=STANDARD).values()) == 100
