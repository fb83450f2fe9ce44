"""How the figures of the lessons are measured: habits keep to their word, and pairs differ in one thing."""

from itertools import pairwise
from random import Random

import pytest

from limes.bots import Budget, View, make_bot
from limes.coach.prospects import Prospects
from limes.core import State
from limes.lessons import habits
from limes.lessons.choices import closing, counted, difference, most_points
from limes.lessons.endings import lakes, rotated, towers
from limes.lessons.figures import summed
from limes.lessons.habits import played
from limes.lessons.player import Habit, Position, choose, dealt
from limes.rules import Landscape, Terrain
from limes.rules.geometry import FRAME

CARDS = dealt(0)


def supplies(habit: Habit) -> list[int]:
    return [state.supply for state in played(CARDS, habit)]


def longest_sides(habit: Habit) -> list[int]:
    laid = [state.landscape().cards for state in played(CARDS, habit)]
    return [max(Position(0, 0, tuple(card.cell for card in cards)).size()) for cards in laid]


@pytest.fixture(scope="module")
def state() -> State:
    """Five cards laid by the player."""
    return [*played(CARDS[:5])][-1]


def test_the_player_without_a_habit_is_the_strong_level(state: State) -> None:
    strong = make_bot("expert:strong").choose(View(state.landscape(), CARDS[5]), Budget(playouts=1))
    assert choose(state, CARDS[5]) == strong


def test_workers_in_a_hurry_and_workers_that_wait() -> None:
    assert supplies(habits.at_once)[:7] == [6, 5, 4, 3, 2, 1, 0]
    assert supplies(habits.every_second)[:8] == [6, 6, 5, 5, 4, 4, 3, 3]
    assert supplies(habits.none_at_first)[:6] == [7] * 6
    assert min(supplies(habits.one_kept)[:15]) == 1


def test_who_never_moves_keeps_every_worker_where_it_is() -> None:
    workers = [state.workers for state in played(CARDS, habits.NEVER_MOVES)]
    assert all(set(before) <= set(now) for before, now in pairwise(workers))


def test_the_square_is_fixed_as_late_or_as_early_as_a_habit_says() -> None:
    assert [side < FRAME for side in longest_sides(habits.open_long)] == [True] * 9 + [False] * 7
    assert longest_sides(habits.row_first)[:4] == [1, 2, 3, 4]
    assert longest_sides(habits.wide_first)[6] == FRAME


def test_most_points_at_once_are_the_most_there_are(state: State) -> None:
    turn = most_points(state, CARDS[5])
    best = max(each.total for each in state.turns(CARDS[5]))
    assert state.landscape().play(CARDS[5], turn).total == best
    assert difference(state, CARDS[5], turn, turn) == 0


def open_forests(landscape: Landscape) -> set[str]:
    """The woodcutters whose forests can grow."""
    prospects = Prospects(landscape)
    forests = [zone for zone in landscape.workers if prospects.at(zone).terrain is Terrain.FOREST]
    return {zone for zone in forests if prospects.open_sides(prospects.at(zone))}


def test_of_a_pair_one_turn_closes_a_forest_and_the_other_none() -> None:
    found = 0
    for state, card in zip(played(CARDS), CARDS[1:], strict=False):
        pair = closing(state, card) if card != CARDS[-1] else None
        if pair:
            found += 1
            before = open_forests(state.landscape())
            closed, left = (open_forests(state.landscape().play(card, turn)) for turn in pair)
            assert not before <= closed
            assert before <= left
    assert found > 3


def test_both_who_count_and_who_do_not_make_turns_of_the_position(state: State) -> None:
    legal = {turn for turn, _ in state.turns(CARDS[5])}
    assert set(counted(state, CARDS[5])) <= legal


def test_what_is_turned_by_chance_has_the_same_cards_on_the_same_cells() -> None:
    landscape = [*played(CARDS)][-1].landscape()
    by_chance = rotated(landscape, Random(1))
    assert [card[:2] for card in by_chance.cards] == [card[:2] for card in landscape.cards]
    assert by_chance.cards != landscape.cards
    assert sum(1 for _ in towers(by_chance)) == len(CARDS)
    assert {way for way, _ in towers(by_chance)} <= {1, 2, 3, 4}


def test_huts_on_the_shores_of_all_lakes() -> None:
    assert [*lakes(Landscape.parse("12@d4N 4@e4N"))] == [(4, 2)]


def test_a_mean_over_deals_knows_that_the_values_of_one_deal_belong_together() -> None:
    deals = [{"lakes": {"2": (4.0, 2)}}, {"lakes": {"2": (0.0, 2)}}, {}]
    bar = summed("lakes", "2", deals)
    assert (bar.at, bar.mean, bar.count) == ("2", 1.0, 4)
    assert bar.error == pytest.approx(2 * 2**0.5 / 4, abs=0.001)
