"""The figures that ship: measured as the script measures, and they say what the lessons say."""

import importlib.util
import json
from collections import Counter
from functools import reduce
from math import hypot
from pathlib import Path
from types import ModuleType

import pytest

from limes.lessons import Bar, load_figures
from limes.lessons.figures import shipped, together
from limes.lessons.measuring import measure
from limes.rules import STANDARD

SURE = 2  # standard errors
SCRIPT = Path(__file__).parents[2] / "scripts/measure_lessons.py"


def bar(figure: str, at: str | int) -> Bar:
    return next(each for each in load_figures()[figure] if each.at == str(at))


def over(figure: str, rounds: range) -> Bar:
    """The bars of several rounds as one."""
    return reduce(together, (bar(figure, number) for number in rounds))


def surely_less(one: Bar, other: Bar) -> bool:
    return other.mean - one.mean > SURE * hypot(one.error, other.error)


def surely_negative(one: Bar) -> bool:
    return one.mean < -SURE * one.error


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("measure_lessons", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_first_deal_measures_again_what_is_shipped() -> None:
    again = json.loads(json.dumps(measure(0)))
    assert again.keys() == shipped()["first"].keys()
    for figure, bars in shipped()["first"].items():
        assert again[figure].keys() == bars.keys()
        for at, (total, count) in bars.items():
            assert again[figure][at] == [pytest.approx(total, abs=1e-6), count], (figure, at)


def test_the_script_writes_what_the_package_reads(script: ModuleType) -> None:
    deals = [{"lakes": {"10": (3.0, 1), "2": (1.0, 2)}}, {"lakes": {"2": (3.0, 2)}}]
    written = json.loads(script.written(deals))
    assert [(each["at"], each["mean"], each["count"]) for each in written["figures"]["lakes"]] == [
        ("2", 1.0, 4),
        ("10", 3.0, 1),
    ]
    assert written["games"] == 2
    assert written["first"] == {"lakes": {"10": [3.0, 1], "2": [1.0, 2]}}
    more = json.loads(script.written([{"lakes": {"2": (5.0, 1)}, "last": {"3": (1.0, 1)}}], written))
    assert (more["games"], more["first"]) == (3, written["first"])
    assert more["figures"]["lakes"][0]["mean"] == pytest.approx(9 / 5)
    assert more["figures"]["lakes"][1] == written["figures"]["lakes"][1]
    assert [each["at"] for each in more["figures"]["last"]] == ["3"]


def test_to_close_a_forest_costs_points_and_most_until_round_11() -> None:
    assert all(surely_negative(bar("forests", number)) for number in range(4, 16))
    assert surely_less(over("forests", range(4, 12)), over("forests", range(12, 16)))


def test_long_lakes_have_more_huts_and_more_than_by_chance() -> None:
    assert surely_less(bar("lakes", 1), bar("lakes", 2))
    assert surely_less(bar("lakes", 2), bar("lakes", 3))
    assert surely_less(bar("lakes", 3), over("lakes", range(4, 7)))
    assert surely_less(over("lakes-by-chance", range(4, 7)), over("lakes", range(4, 7)))


def test_a_tower_sees_more_in_the_middle() -> None:
    assert surely_less(over("towers", range(1, 3)), over("towers", range(3, 5)))
    assert surely_less(bar("towers", 1), bar("towers", 4))


def test_moving_is_worth_most_late() -> None:
    assert surely_less(bar("moves", "early"), bar("moves", "late"))
    assert surely_less(bar("moves", "late"), bar("moves", "always"))


def test_counting_brings_hardly_anything() -> None:
    rounds = load_figures()["counting"]
    assert abs(sum(each.mean for each in rounds)) < 0.5
    assert max(each.mean for each in rounds) < 0.15


def test_every_plan_for_the_frame_costs_points_and_to_keep_it_open_most() -> None:
    assert all(surely_negative(each) for each in load_figures()["frame"])
    assert surely_less(bar("frame", "open"), bar("frame", "row"))
    assert surely_less(bar("frame", "open"), bar("frame", "wide"))


def test_hurry_costs_most_and_every_rule_costs_something() -> None:
    assert all(surely_negative(each) for each in load_figures()["tempo"])
    assert surely_less(bar("tempo", "at-once"), bar("tempo", "none-at-first"))


def test_the_most_points_at_once_cost_until_the_last_card_but_one() -> None:
    assert all(surely_negative(bar("last", number)) for number in range(7, 16))
    assert bar("last", 16).mean == 0


def test_the_deck_is_as_the_lesson_on_counting_tells() -> None:
    faces = [face.lower() for face in STANDARD.faces]
    assert len(faces) == 24
    assert {face.count("r") for face in faces} == {1}
    for terrain in "fwt":
        assert Counter(face.count(terrain) for face in faces) == {2: 6, 1: 12, 0: 6}
    assert {letter for face in STANDARD.faces for letter in face if letter.isupper()} == {"F", "T"}
