"""Figures of the arena, on results made by hand."""

import pytest

from limes.arena import Result, compare, summarise


def result(bot: str, deal: int, *workers: int) -> Result:
    professions = {"farmer": sum(workers), "fisherman": 0, "woodcutter": 0, "watchman": 0}
    best_first = tuple(sorted(workers, reverse=True))
    return Result(bot, deal, sum(workers), best_first, professions, seconds=1.6, worst_seconds=0.5)


RESULTS = {
    "first": [result("first", 0, 10, 5), result("first", 1, 9, 6), result("first", 2, 8, 2)],
    "second": [result("second", 0, 5, 5), result("second", 1, 10, 5), result("second", 2, 2, 8)],
}


def test_a_summary_holds_mean_error_and_quartiles() -> None:
    first, second = summarise(RESULTS)
    assert first.scores == (15, 15, 10)
    assert first.mean == pytest.approx(40 / 3)
    assert first.stderr == pytest.approx(5 / 3)
    assert second.quartiles == (10, 10, 12.5)
    assert first.professions["farmer"] == 1
    assert first.seconds_per_turn == pytest.approx(0.1)
    assert first.worst_seconds == 0.5


def test_wins_are_decided_by_the_tie_break_and_shared_where_all_is_equal() -> None:
    first, second = summarise(RESULTS)
    assert first.wins == 1.5
    assert second.wins == 1.5


def test_a_difference_is_taken_deal_by_deal() -> None:
    [difference] = compare(RESULTS)
    assert difference.mean == pytest.approx(5 / 3)
    assert (difference.wins, difference.ties, difference.losses) == (1, 1, 1)
    assert difference.margin == pytest.approx(1.96 * 5 / 3)


def test_one_deal_has_no_error() -> None:
    [summary] = summarise({"only": [result("only", 0, 3)]})
    assert (summary.stderr, summary.quartiles) == (0, (3, 3, 3))
