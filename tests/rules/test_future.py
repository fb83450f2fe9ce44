"""Turns with the same future are the same turn but for how they are written."""

from itertools import combinations

from limes.rules import Landscape, Turn, future


def test_two_zones_of_one_territory_have_one_future() -> None:
    landscape = Landscape.parse("17@d4N 3@d5E 8@e5S | d4ne")
    by_future: dict[object, list[Turn]] = {}
    for card in (1, 9, 20):
        for turn, _total in landscape.turns(card):
            by_future.setdefault((card, future(landscape, card, turn)), []).append(turn)
    alike = [turns for turns in by_future.values() if len(turns) > 1]
    assert alike
    for turns in alike:
        for one, other in combinations(turns, 2):
            assert one.cell == other.cell
            assert one != other


def test_turns_with_the_same_future_earn_the_same_whatever_comes() -> None:
    landscape = Landscape.parse("17@d4N 3@d5E 8@e5S | d4ne")
    outcomes: dict[object, tuple[int, ...]] = {}
    for turn, _total in landscape.turns(9):
        after = landscape.play(9, turn)
        then = tuple(sorted(each.total for each in after.turns(20)))
        assert outcomes.setdefault(future(landscape, 9, turn), then) == then
