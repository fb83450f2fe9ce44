"""The tasks of "How to play" and of the lessons: each can be solved as it says, none is at the start."""

import json
from pathlib import Path
from typing import Any

import pytest

from limes.rules import STANDARD, Landscape, Turn, Variants

PAGES = Path(__file__).parents[1] / "web/src/pages"
TASKS: dict[str, dict[str, Any]] = {
    name: task
    for page in ("rules", "lessons")
    for name, task in json.loads((PAGES / page / "tasks.json").read_text(encoding="utf-8")).items()
}
KINDS = {
    "lay": lambda text: len(text) == 3,
    "place": lambda text: "+" in text,
    "move": lambda text: ">" in text,
}

each_task = pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)


def landscape(task: dict[str, Any]) -> Landscape:
    chosen = task.get("variants", [])
    variants = Variants(diagonal="diagonal" in chosen, ferryman="ferryman" in chosen)
    return Landscape.parse(task["landscape"], STANDARD, variants)


def largest(landscape: Landscape, terrain: str) -> int:
    return max(len(each.zones) for each in landscape.board.territories if each.terrain.value == terrain)


@each_task
def test_the_solution_is_a_turn_of_the_kind_asked_for(task: dict[str, Any]) -> None:
    turns = {str(turn) for turn, _ in landscape(task).turns(task["card"])}
    assert task["solution"] in turns
    assert KINDS[task["by"]](task["solution"])
    assert task["solution"].startswith(task.get("start", ""))


@each_task
def test_the_solution_reaches_the_total_which_is_not_there_at_the_start(task: dict[str, Any]) -> None:
    start = landscape(task)
    after = start.play(task["card"], Turn.parse(task["solution"]))
    points = task.get("points", 0)
    assert after.total >= points
    assert start.total < points or not points


def test_the_lake_is_formed_by_the_card() -> None:
    task = TASKS["lake"]
    start = landscape(task)
    after = start.play(task["card"], Turn.parse(task["solution"]))
    assert largest(start, "water") < task["size"] <= largest(after, "water")


@pytest.mark.parametrize("name", ["diagonal", "ferryman"])
def test_a_task_about_a_variant_cannot_be_solved_without_it(name: str) -> None:
    task = TASKS[name] | {"variants": []}
    assert task["solution"] not in {str(turn) for turn, _ in landscape(task).turns(task["card"])}


def test_the_ferry_leads_to_the_zone_asked_for() -> None:
    assert TASKS["ferryman"]["solution"].endswith(">" + TASKS["ferryman"]["to"])


@pytest.mark.parametrize("name", ["huts", "line"])
def test_a_task_about_rotating_a_card_is_not_solved_without(name: str) -> None:
    task = TASKS[name]
    turns = landscape(task).turns(task["card"])
    solving = {str(turn) for turn, total in turns if turn.action is None and total >= task["points"]}
    assert solving == {task["solution"]}
    assert not task["solution"].endswith("N")
