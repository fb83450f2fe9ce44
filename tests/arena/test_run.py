"""Deals and tables played from a program: names, objects and functions, here or in processes."""

from collections.abc import Callable, Generator, Iterable
from typing import Any

import pytest

from limes.arena import Processes, Result, Setting, play_deal, run_deals, run_tables
from limes.bots import Budget, View
from limes.rules import ROUNDS, Landscape, LimesError, Turn

SETTING = Setting(seed=1, budget=Budget(playouts=1))
TABLES = Setting(seed=1, budget=Budget(playouts=1), seats=2)


def first(view: View) -> Turn:
    return next(view.landscape.turns(view.card)).turn


class Curious:
    """Writes down the landscapes of the others that it is shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[Landscape, ...]] = []

    def choose(self, view: View, budget: Budget) -> str:
        self.shown.append(view.others)
        return str(first(view))


def test_objects_and_functions_play_deals_in_this_process() -> None:
    curious = Curious()
    results = run_deals([first, curious, "greedy"], SETTING, 2)
    assert list(results) == ["first", "Curious", "greedy"]
    assert [each.total for each in results["first"]] == [each.total for each in results["Curious"]]
    assert curious.shown == [()] * 2 * ROUNDS
    assert play_deal(first, SETTING, 1).total == results["first"][1].total


def test_a_mapping_gives_bots_their_names() -> None:
    assert list(run_deals({"one": first, "two": first}, SETTING, 1)) == ["one", "two"]
    with pytest.raises(LimesError, match=r"^two bots are called 'first'$"):
        run_deals([first, first], SETTING, 1)


def test_processes_are_an_option() -> None:
    here, there = (
        {bot: [result.total for result in found] for bot, found in results.items()}
        for results in (
            run_deals(["random", "greedy"], SETTING, 2),
            run_deals(["random", "greedy"], SETTING, 2, engine=Processes(1)),
        )
    )
    assert here == there


def test_at_a_table_bots_see_the_landscapes_of_the_others_after_each_round() -> None:
    curious = Curious()
    [(mine, theirs)] = run_tables([curious, "greedy"], TABLES, 1)
    assert (mine.bot, mine.opponents, theirs.opponents) == ("Curious", ("greedy",), ("Curious",))
    assert [len(other.cards) for (other,) in curious.shown] == list(range(ROUNDS))
    assert theirs.total == play_deal("greedy", TABLES, 0).total


def test_every_choice_of_bots_meets_on_every_deal() -> None:
    tables = run_tables({"a": first, "b": first, "c": first}, TABLES, 2)
    met = [(*(result.bot for result in table), table[0].deal) for table in tables]
    assert met == [(*pair, deal) for deal in range(2) for pair in (("a", "b"), ("a", "c"), ("b", "c"))]
    [table] = run_tables({"a": first, "b": first, "c": first}, Setting(1, TABLES.budget, seats=3), 1)
    assert [result.opponents for result in table] == [("b", "c"), ("a", "c"), ("a", "b")]


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (1, "bots meet at tables with 2 or more seats, not 1"),
        (3, "3 seats need at least 3 bots, but there are only 2"),
    ],
)
def test_a_table_needs_a_bot_for_every_seat(seats: int, said: str) -> None:
    with pytest.raises(LimesError) as error:
        run_tables(["random", "greedy"], Setting(1, TABLES.budget, seats=seats), 1)
    assert str(error.value) == said


def test_what_is_known_is_not_played_again_and_ctrl_c_keeps_what_is_there() -> None:
    class Interrupted:
        def each(self, function: Callable[[Any], Any], given: Iterable[Any]) -> Generator[Any]:
            for number, task in enumerate(given):
                if number == 4:
                    raise KeyboardInterrupt
                yield function(task)

    bots = {"a": first, "b": first, "c": first}
    told: list[Result] = []
    tables = run_tables(bots, TABLES, 2, engine=Interrupted(), tell=told.append)
    assert len(tables) == 3
    assert len(told) == 8
    more: list[Result] = []
    assert len(run_tables(bots, TABLES, 2, known=told, tell=more.append)) == 6
    assert len(more) == 12 - 8


def test_the_order_in_which_bots_are_named_changes_nothing_about_what_is_known() -> None:
    setting = Setting(1, TABLES.budget, seats=3)
    told: list[Result] = []
    run_tables({"a": first, "b": first, "c": first}, setting, 1, tell=told.append)
    more: list[Result] = []
    [table] = run_tables({"c": first, "b": first, "a": first}, setting, 1, known=told, tell=more.append)
    assert [result.bot for result in table] == ["c", "b", "a"]
    assert more == []


def test_a_fault_of_a_bot_says_where_it_happened() -> None:
    def faulty(view: View) -> str:
        raise ZeroDivisionError

    with pytest.raises(LimesError, match=r"deal 5, card \d+: faulty failed in test_run\.py, line ") as error:
        play_deal(faulty, SETTING, 5)
    assert isinstance(error.value.__cause__, ZeroDivisionError)  # a notebook shows all of it
    [note] = error.value.__cause__.__notes__
    assert note.startswith("faulty chose a turn with card ")
    assert "of deal 5 in: |" in note
