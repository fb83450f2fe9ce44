"""Par: turns that replay to their total, better than play without hindsight and than any beam."""

import random

import pytest
from bots.playing import FEW, VARIANTS, odd_deck, play_game

from limes.bots import make_bot
from limes.bots.par import find_par
from limes.rules import ROUNDS, STANDARD, Deck, Landscape, LimesError, Turn, Variants, shuffled

# What beams of 102,400 landscapes found, the widest that were tried: a minute each.
WIDEST_BEAM = [65, 63, 62, 61, 60, 60, 58, 65, 60, 64, 60, 59]


def replayed(deck: Deck, variants: Variants, order: tuple[int, ...], turns: list[Turn]) -> int:
    landscape = Landscape(deck, variants)
    for card, turn in zip(order, turns, strict=True):
        landscape = landscape.play(card, turn)
    return landscape.total


@pytest.mark.parametrize("variants", VARIANTS, ids=str)
def test_the_turns_replay_to_the_total(variants: Variants) -> None:
    rng = random.Random(str(variants))
    for deck in (STANDARD, *(odd_deck(rng) for _ in range(20))):
        order = shuffled(deck, "par")[:ROUNDS]
        par = find_par(deck, variants, order, tries=5_000)
        assert replayed(deck, variants, order, par.turns) == par.total


def test_no_beam_finds_more() -> None:
    for number, beam in enumerate(WIDEST_BEAM):
        order = shuffled(STANDARD, f"dev-{number}")[:ROUNDS]
        assert find_par(STANDARD, VARIANTS[0], order, tries=300_000).total >= beam


def test_hindsight_beats_greed() -> None:
    order = shuffled(STANDARD, "hindsight")
    greedy = play_game(make_bot("greedy"), STANDARD, VARIANTS[0], "hindsight", FEW)
    assert find_par(STANDARD, VARIANTS[0], order[:ROUNDS], tries=100_000).total > greedy.total


def test_a_card_may_join_at_a_corner_only_where_the_variant_allows_it() -> None:
    """On these deals the best diagonal landscape is not one of the base game."""
    order = shuffled(STANDARD, "dev-0")[:ROUNDS]
    par = find_par(STANDARD, Variants(diagonal=True), order, tries=100_000)
    with pytest.raises(LimesError):
        replayed(STANDARD, Variants(), order, par.turns)


def test_the_same_seed_and_tries_find_the_same() -> None:
    order = shuffled(STANDARD, "again")[:ROUNDS]
    found = [find_par(STANDARD, VARIANTS[0], order, tries=100_000, seed=seed) for seed in (7, 7, 8)]
    assert found[0] == found[1]
    assert found[0].turns != found[2].turns


def test_more_tries_find_no_less() -> None:
    order = shuffled(STANDARD, "more")[:ROUNDS]
    few, many = (find_par(STANDARD, VARIANTS[0], order, tries=tries).total for tries in (1, 300_000))
    assert few < many


def test_progress_is_told_and_ends_with_the_result() -> None:
    reports: list[tuple[float, int]] = []
    order = shuffled(STANDARD, "told")[:ROUNDS]
    par = find_par(
        STANDARD, VARIANTS[0], order, tries=200_000, progress=lambda *report: reports.append(report)
    )
    assert reports == sorted(reports)
    assert reports[-1] == (1.0, par.total)


def test_time_ends_the_search() -> None:
    order = shuffled(STANDARD, "soon")[:ROUNDS]
    reports: list[tuple[float, int]] = []
    par = find_par(
        STANDARD, VARIANTS[0], order, seconds=1e-9, progress=lambda *report: reports.append(report)
    )
    assert len(reports) == 1
    assert len(par.turns) == ROUNDS


@pytest.mark.parametrize("order", [(), (1,) * 16, range(1, 16), (*range(1, 16), 99)])
def test_an_order_that_is_none_is_refused(order: tuple[int, ...]) -> None:
    with pytest.raises(LimesError):
        find_par(STANDARD, VARIANTS[0], order)


def test_there_is_a_try() -> None:
    with pytest.raises(LimesError, match="1 or more"):
        find_par(STANDARD, VARIANTS[0], shuffled(STANDARD, "none")[:ROUNDS], tries=0)
