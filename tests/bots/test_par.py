"""Par: turns that replay to their total, better than play without hindsight."""

from time import perf_counter

import pytest
from bots.playing import FEW, VARIANTS, play_game

from limes.bots import make_bot
from limes.bots.par import find_par
from limes.rules import ROUNDS, STANDARD, Landscape, LimesError, Variants, shuffled


@pytest.mark.parametrize("variants", VARIANTS, ids=str)
def test_the_turns_replay_to_the_total(variants: Variants) -> None:
    order = shuffled(STANDARD, "par")[:ROUNDS]
    par = find_par(STANDARD, variants, order, width=60)
    landscape = Landscape(STANDARD, variants)
    for card, turn in zip(order, par.turns, strict=True):
        landscape = landscape.play(card, turn)
    assert landscape.total == par.total


def test_hindsight_beats_greed() -> None:
    order = shuffled(STANDARD, "hindsight")
    greedy = play_game(make_bot("greedy"), STANDARD, VARIANTS[0], "hindsight", FEW)
    assert find_par(STANDARD, VARIANTS[0], order[:ROUNDS], width=200).total > greedy.total


def test_progress_is_told_and_ends_with_the_result() -> None:
    told: list[tuple[float, int]] = []
    order = shuffled(STANDARD, "told")[:ROUNDS]
    find_par(STANDARD, VARIANTS[0], order, width=200, progress=lambda part, best: told.append((part, best)))
    assert [part for part, _ in told] == sorted(part for part, _ in told)
    assert told[-1][0] == 1.0


def test_time_ends_the_search() -> None:
    order = shuffled(STANDARD, "soon")[:ROUNDS]
    begun = perf_counter()
    par = find_par(STANDARD, VARIANTS[0], order, width=20_000, seconds=0.3)
    assert perf_counter() - begun < 2
    assert len(par.turns) == ROUNDS


@pytest.mark.parametrize("order", [(), (1,) * 16, range(1, 16), (*range(1, 16), 99)])
def test_an_order_that_is_none_is_refused(order: tuple[int, ...]) -> None:
    with pytest.raises(LimesError):
        find_par(STANDARD, VARIANTS[0], order)


def test_a_beam_has_a_width() -> None:
    with pytest.raises(LimesError, match="1 or more"):
        find_par(STANDARD, VARIANTS[0], shuffled(STANDARD, "thin")[:ROUNDS], width=0)
