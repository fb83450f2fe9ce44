"""When memory has grown, what waits for the collector goes."""

import gc
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from limes.server.collecting import GROWTH, OF_ALL, Collecting, memory


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The generations that were looked at."""
    generations: list[int] = []
    monkeypatch.setattr(gc, "collect", generations.append)
    return generations


def look_at(*used: float) -> None:
    """At a memory of so many times the growth; after a collection it is looked at once more."""
    sizes = iter([0, *(int(each * GROWTH) for each in used)])
    watched = Collecting(lambda: next(sizes))
    with suppress(StopIteration):
        while True:
            watched.look()


def test_it_comes_by_when_memory_has_grown(collected: list[int]) -> None:
    look_at(0.5, 1, 1.1, 0.2, 1.2)
    assert collected == [0]
    look_at(1.5, 1.4, 2.3, 2.5, 2.4)
    assert collected == [0, 0, 0]


def test_memory_that_was_given_back_is_not_counted_from_before(collected: list[int]) -> None:
    look_at(2, 2, 0.5, 1.6, 1.6)
    assert collected == [0, 0]


def test_now_and_then_it_looks_at_all(collected: list[int]) -> None:
    look_at(*(2 * number for number in range(1, OF_ALL + 1) for _before_and_after in range(2)))
    assert collected == [*[0] * (OF_ALL - 1), 2]


def test_linux_says_what_the_process_has(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = memory()
    text = b"x" * GROWTH
    assert memory() - before > 0.9 * len(text) or sys.platform != "linux"
    monkeypatch.setattr("limes.server.collecting.STATM", tmp_path / "none")
    assert memory() == 0, "elsewhere Python's own counts decide"
