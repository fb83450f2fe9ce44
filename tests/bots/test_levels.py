"""The levels for people: what each overlooks, what it sees, and that each is stronger than the one below."""

from itertools import pairwise
from statistics import mean

import pytest
from bots.playing import FEW, VARIANTS, play_game

from limes.bots import LEVELS, View, make_bot
from limes.bots.attention import Attention
from limes.core.state import State
from limes.plain.levels import ALWAYS, AT_LAST, Manner
from limes.rules import ROUNDS, STANDARD, Deck, Landscape, Move, Place, Turn, shuffled
from limes.teaching.decks import HELD_OUT, any_deck

AT_ONCE = [level for level in LEVELS if level != "expert"]
MEANS = {"newcomer": 30, "beginner": 35, "novice": 40, "player": 45, "skilled": 50, "strong": 55}
OLD_NAMES = ("beginner", "novice", "player", "strong", "expert")


def turns_of(bot: str, deal: str, deck: Deck = STANDARD) -> list[tuple[Landscape, int, Turn]]:
    landscape, turns = Landscape(deck), []
    player = make_bot(bot)
    for card in shuffled(deck, deal)[:ROUNDS]:
        turn = player.choose(View(landscape, card), FEW)
        turns.append((landscape, card, turn))
        landscape = landscape.play(card, turn)
    return turns


def totals(level: str, deck: Deck = STANDARD, variants: int = 0, deals: int = 20) -> list[int]:
    return [
        play_game(make_bot(f"expert:{level}", deal), deck, VARIANTS[variants], f"step {deal}", FEW).total
        for deal in range(deals)
    ]


def test_there_are_seven_levels_and_the_old_names_are_among_them() -> None:
    assert len(LEVELS) == 7
    assert set(OLD_NAMES) <= set(LEVELS)
    assert list(LEVELS)[-1] == "expert"


@pytest.mark.parametrize("level", AT_ONCE)
def test_a_level_scores_as_its_place_says(level: str) -> None:
    assert abs(mean(totals(level, deals=60)) - MEANS[level]) < 2


@pytest.mark.parametrize("variants", [1, 2, 3])
def test_each_level_is_stronger_than_the_one_below_with_variants(variants: int) -> None:
    means = [mean(totals(level, variants=variants)) for level in AT_ONCE]
    assert all(lower + 2 < upper for lower, upper in pairwise(means))


@pytest.mark.parametrize("seed", [2, 3, 6, 12, 14])
def test_each_level_is_stronger_than_the_one_below_with_other_decks(seed: int) -> None:
    deck = any_deck(seed)
    assert seed < HELD_OUT
    means = [mean(totals(level, deck, deals=15)) for level in AT_ONCE]
    assert all(lower < upper for lower, upper in pairwise(means))


@pytest.mark.parametrize("seed", [1, 9, 13, 15])
def test_the_upper_levels_keep_apart_with_decks_that_may_hold_anything(seed: int) -> None:
    deck = any_deck(seed)
    assert deck.name == "wild"
    skilled, strong = (mean(totals(level, deck)) for level in ("skilled", "strong"))
    assert skilled < strong


@pytest.mark.parametrize("level", ["newcomer", "beginner"])
def test_the_weakest_never_move_a_worker(level: str) -> None:
    for deal in range(5):
        turns = turns_of(f"expert:{level}", f"moves {deal}")
        assert not any(isinstance(turn.action, Move) for _, _, turn in turns)


def test_a_novice_thinks_of_moving_once_the_supply_is_empty() -> None:
    moved = 0
    for deal in range(5):
        for landscape, _, turn in turns_of("expert:novice", f"moves {deal}"):
            if isinstance(turn.action, Move):
                moved += 1
                assert len(landscape.workers) == 7
    assert moved


@pytest.mark.parametrize("level", ["newcomer", "beginner", "novice", "player"])
def test_no_worker_is_placed_for_nothing(level: str) -> None:
    """It would look absurd to anybody who watches."""
    for deal in range(5):
        for landscape, card, turn in turns_of(f"expert:{level}", f"absurd {deal}"):
            if isinstance(turn.action, Place):
                alone = landscape.play(card, Turn(turn.cell, turn.facing))
                assert alone.total < landscape.play(card, turn).total


def test_no_worker_of_a_novice_walks_to_and_fro() -> None:
    for deal in range(5):
        for landscape, card, turn in turns_of("expert:novice", f"absurd {deal}"):
            if isinstance(turn.action, Move):
                alone = landscape.play(card, Turn(turn.cell, turn.facing))
                assert alone.total < landscape.play(card, turn).total


def test_the_cells_looked_at_are_those_nearest_to_the_last_card() -> None:
    for landscape, card, _ in turns_of("greedy", "near")[2:]:
        state = State.from_landscape(landscape)
        near = {Attention(seed, Manner(cells=1)).choose(state, card).cell for seed in range(5)}
        assert len(near) == 1


def test_who_sees_more_finds_more() -> None:
    """In one turn, the points that are found by all eyes are no fewer than by any other's."""
    for landscape, card, _ in turns_of("expert:player", "eyes"):
        state = State.from_landscape(landscape)

        def found(attention: Attention, state: State = state, card: int = card) -> int:
            after = state.copy()
            after.play(card, str(attention.choose(state, card)))
            return after.total

        best = found(Attention(1, Manner(cells=20, moves=ALWAYS, lines=True, shared=True)))
        assert best == max(total for _, total in state.turns(card))
        for less in (Manner(cells=2), Manner(cells=20, moves=AT_LAST, lines=True)):
            assert found(Attention(1, less)) <= best
