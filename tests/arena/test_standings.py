"""Standings of a round robin, on results made by hand."""

import pytest

from limes.arena import Result, meetings, standings

BEST, MIDDLE, LAST = "best", "middle", "last"


def table(deal: int, **totals: int) -> tuple[Result, ...]:
    professions = {"farmer": 0, "fisherman": 0, "woodcutter": 0, "watchman": 0}
    return tuple(
        Result(
            bot,
            deal,
            total,
            (total,),
            professions,
            1.0,
            1.0,
            tuple(other for other in totals if other != bot),
        )
        for bot, total in totals.items()
    )


TABLES = [
    table(0, best=50, middle=40),
    table(0, best=50, last=30),
    table(0, middle=40, last=30),
    table(1, best=60, middle=60),
    table(1, best=60, last=20),
    table(1, middle=60, last=20),
]


def test_who_won_most_stands_first() -> None:
    best, middle, last = standings(TABLES)
    assert [each.bot for each in (best, middle, last)] == [BEST, MIDDLE, LAST]
    assert [each.wins for each in (best, middle, last)] == [3.5, 2.5, 0]
    assert best.win_share == 3.5 / 4
    assert (best.tables, best.mean) == (4, 55)


def test_tables_of_one_deal_count_as_one_for_the_errors() -> None:
    best, middle, _last = standings(TABLES)
    assert best.stderr == pytest.approx(5)
    assert best.win_stderr == pytest.approx(0.125)
    assert middle.stderr == pytest.approx(10)


def test_ratings_have_errors_that_shrink_with_every_table() -> None:
    few, many = ({each.bot: each.rating for each in standings(TABLES[:most])} for most in (3, 6))
    assert all(few.values())
    assert all(many.values())
    for bot in (BEST, MIDDLE, LAST):
        before, after = few[bot], many[bot]
        assert before
        assert after
        assert 0 < after.error < before.error < 25 / 3
    ratings = [rating.mean for bot in (BEST, MIDDLE, LAST) if (rating := many[bot])]
    assert ratings == sorted(ratings, reverse=True)
    assert len(set(ratings)) == 3


def test_pairs_are_compared_over_the_tables_at_which_both_sat() -> None:
    first, *_others = meetings(TABLES)
    assert (first.first, first.second, first.mean) == (BEST, MIDDLE, 5)
    assert (first.wins, first.ties, first.losses) == (1, 1, 0)
