"""What one measures oneself against: the same cards for every level, and the best in hindsight above all."""

import pytest

from limes.bots import yardstick
from limes.bots.par import Par, find_par
from limes.rules import ROUNDS, STANDARD, Game, shuffled

ORDER = shuffled(STANDARD, "k7x")[:ROUNDS]


@pytest.fixture(autouse=True)
def quick_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yardstick, "YARDSTICK", ("random", "greedy", yardstick.BEST))


def test_each_plays_the_same_cards() -> None:
    told: list[float] = []
    measured = yardstick.measure(ORDER, progress=told.append)
    assert [each.name for each in measured] == ["random", "greedy", "best"]
    assert all([round_.card for round_ in each.game.rounds] == list(ORDER) for each in measured)
    assert told == pytest.approx([1 / 3, 2 / 3, 1])
    assert measured[-1].points == find_par(STANDARD, Game(("x",)).variants, ORDER).total


def test_nobody_is_better_than_the_best_in_hindsight(monkeypatch: pytest.MonkeyPatch) -> None:
    landscape, turns = Game(("x",)).landscapes[0], []
    for card in ORDER:
        turns.append(next(iter(landscape.turns(card))).turn)
        landscape = landscape.play(card, turns[-1])
    poor = Par(landscape.total, turns)
    monkeypatch.setattr(yardstick, "find_par", lambda *_cards: poor)
    measured = {each.name: each.points for each in yardstick.measure(ORDER)}
    assert measured["greedy"] > poor.total
    assert measured["best"] == measured["greedy"]
