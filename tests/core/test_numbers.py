"""Decisions as numbers: the search's shorter list stands for every future, and every number has its text."""

import random

import pytest
from core.agreement import VARIANTS, random_deck

from limes.core import ACTION_SPACE, Random, State
from limes.rules import Deck, TurnError

SEEDS = range(12)


def positions(seed: int) -> list[State]:
    """The states of a random game in which a decision is due."""
    rng = random.Random(seed)
    state = State(random_deck(rng), VARIANTS[seed % 4])
    found = []
    for card in rng.sample(state.unseen, 16):
        state.turn_up(card)
        for _ in range(2):
            found.append(state.copy())
            state.apply_action(rng.choice(state.legal_actions()))
    return found


def future(state: State) -> tuple[object, ...]:
    """What the rest of the game depends on: the land, and how many workers stand in each territory."""
    board = [(territory.zones, territory.terrain, territory.points) for territory in state.territories]
    return (state.total, state.supply, board, [territory.workers for territory in state.territories])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_short_list_reaches_every_future_once(seed: int) -> None:
    for state in positions(seed)[:12]:
        futures = []
        for actions in (state.legal_actions(), state.every_action()):
            reached = []
            for action in actions:
                after = state.copy()
                after.apply_action(action)
                reached.append(str(future(after)))
            futures.append(reached)
        short, full = futures
        assert set(short) == set(full)
        if state.worker_acts:
            assert len(set(short)) == len(short)


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_every_number_outside_the_list_is_refused_and_changes_nothing(seed: int) -> None:
    for state in positions(seed)[::9]:
        legal = set(state.every_action())
        assert set(state.legal_actions()) <= legal <= set(range(ACTION_SPACE))
        before = str(state), state.total, state.worker_acts, state.turned_up
        for action in (-1, ACTION_SPACE, 10**6, *set(range(ACTION_SPACE)) - legal):
            with pytest.raises(TurnError, match=rf"^{action} is not a legal action here$"):
                state.apply_action(action)
        assert (str(state), state.total, state.worker_acts, state.turned_up) == before


@pytest.mark.parametrize("seed", SEEDS)
def test_a_turn_by_numbers_is_the_turn_of_its_text(seed: int) -> None:
    rng = random.Random(seed)
    by_numbers, by_text = (State(random_deck(random.Random(seed)), VARIANTS[seed % 4]) for _ in range(2))
    for card in rng.sample(by_numbers.unseen, 16):
        by_numbers.turn_up(card)
        first = rng.choice(by_numbers.every_action())
        text = by_numbers.action_text(first)
        by_numbers.apply_action(first)
        second = rng.choice(by_numbers.every_action())
        text += by_numbers.action_text(second)
        by_numbers.apply_action(second)
        by_text.play(card, text)
        assert str(by_numbers) == str(by_text)
        assert by_numbers.total == by_text.total


def test_a_face_that_looks_the_same_turned_is_laid_once() -> None:
    deck = Deck("symmetric", ("ffff", "ftft", "fttf", "ffft", *["rwtf"] * 12))
    counts = []
    for card in range(1, 6):
        state = State(deck)
        state.turn_up(card)
        counts.append(len(state.legal_actions()))
        assert len(state.every_action()) == 4
    assert counts == [1, 4, 2, 4, 4]


def test_the_first_card_lies_on_d4() -> None:
    state = State()
    state.turn_up(17)
    assert [state.action_text(action) for action in state.legal_actions()] == ["d4N", "d4E", "d4S", "d4W"]


def test_play_at_random_uses_legal_turns_only() -> None:
    rng = Random(5)
    state = State(variants=VARIANTS[3])
    for card in rng.deal():
        turn = state.random_turn(card, rng)
        assert turn in dict(state.turns(card))
        state.play(card, turn)
    assert state.finished
