"""`limes puzzle`: an answer, what it is worth, why, and what is remembered of it."""

import os
from pathlib import Path

import pytest
from commands import Run

from limes.cli.puzzle import next_puzzle
from limes.puzzles import Puzzle, Theme, load_puzzles


@pytest.fixture
def last() -> Puzzle:
    """One of the last card, where all values are quick to find."""
    return min((puzzle for puzzle in load_puzzles() if puzzle.round == 16), key=lambda puzzle: puzzle.id)


def figures(tenths: int) -> str:
    return f"{tenths / 10:.1f}"


def kept() -> list[str]:
    return (Path(os.environ["XDG_DATA_HOME"]) / "limes" / "puzzles.txt").read_text().splitlines()


def test_the_best_turn_is_right_and_the_others_are_explained(limes: Run, last: Puzzle) -> None:
    outcome = limes("puzzle", "--id", last.id, typed=f"{last.best}\n\nq\n")
    assert outcome.code == 0
    assert f"Puzzle {last.id}: one turn is best. Which?" in outcome.lines
    assert "Right!" in outcome.lines
    best = next(line for line in outcome.lines if line.startswith(f"  {last.best} "))
    assert best.split(maxsplit=2)[1:] == [figures(last.value), "the best turn, your answer"]
    loss = figures(last.others[0].loss)
    assert f"{last.likely} instead of {last.best} loses {loss}:" in outcome.lines
    assert outcome.out.endswith("Solved 1 of 1.\n")
    assert kept()[0].split()[1:] == [last.id, "solved", str(last.best)]


def test_another_turn_is_told_what_it_loses_and_only_the_first_try_counts(limes: Run, last: Puzzle) -> None:
    known = {last.future(turn) for turn in (last.best, *(other.turn for other in last.others))}
    turn, total = next(
        each for each in last.landscape.turns(last.card) if last.future(each.turn) not in known
    )
    outcome = limes("puzzle", "--id", last.id, typed=f"{turn}\n\nq\n")
    assert "There is a better turn." in outcome.lines
    answer = next(line for line in outcome.lines if line.startswith(f"  {turn} "))
    assert answer.split(maxsplit=2)[1:] == [figures(10 * total), "your answer"]
    assert f"{turn} instead of {last.best} loses {figures(last.value - 10 * total)}:" in outcome.lines
    again = limes("puzzle", "--id", last.id, typed=f"{last.best}\n\nq\n")
    assert "Right!" in again.lines
    assert again.out.endswith("Solved 0 of 1.\n")


def test_why_tells_about_any_turn_and_bad_input_is_one_sentence(limes: Run, last: Puzzle) -> None:
    typed = f"{last.best}\n\nwhy {last.likely}\nwhy {last.best}\nwhy a1N\nwhy\nwhat\nq\n"
    outcome = limes("puzzle", "--id", last.id, typed=typed)
    loss = figures(last.others[0].loss)
    assert outcome.out.count(f"{last.likely} instead of {last.best} loses {loss}:") == 2
    assert f"{last.best} is the best turn." in outcome.out
    assert outcome.out.count("column 1: ") == 2
    assert "Traceback" not in outcome.out + outcome.err


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--id", "nothing"], "limes: there is no puzzle 'nothing'\n"),
        (["--theme", "lake"], "limes: there is no theme 'lake'; there are close-forest, "),
        (["--id", "a1b2c3", "--theme", "hut"], "limes: --theme cannot be combined with --id\n"),
    ],
)
def test_what_there_is_not_is_told_in_one_line(limes: Run, options: list[str], problem: str) -> None:
    outcome = limes("puzzle", *options)
    assert outcome.code == 2
    assert outcome.err.startswith(problem)
    assert outcome.err.count("\n") == 1


def test_the_next_puzzle_is_new_of_the_theme_and_harder_after_success(limes: Run) -> None:
    easy = next_puzzle(Theme.HUT)
    assert Theme.HUT in easy.themes
    for _each in range(4):
        puzzle = next_puzzle(None)
        limes("puzzle", "--id", puzzle.id, typed=f"{puzzle.best}\n\nq\n")
    assert limes("puzzle", "--list").lines[-1] == "Solved 4 of 4, the last 4 in a row."
    harder = next_puzzle(None)
    assert harder.found_by < easy.found_by
    assert harder.id not in {line.split()[1] for line in kept()}


def test_after_a_puzzle_comes_another_one(limes: Run, last: Puzzle) -> None:
    outcome = limes("puzzle", "--id", last.id, typed=f"{last.best}\n\n\nq\n")
    asked = [line for line in outcome.lines if line.startswith("Puzzle ")]
    assert len(asked) == 2
    assert asked[0] != asked[1]


def test_the_list_counts_what_was_solved(limes: Run, last: Puzzle) -> None:
    assert limes("puzzle", "--list").lines[-1].endswith("The last card")
    limes("puzzle", "--id", last.id, typed=f"{last.best}\n\nq\n")
    of_last = sum(Theme.LAST_CARD in puzzle.themes for puzzle in load_puzzles())
    assert f"last-card        1 / {of_last:4}  The last card" in limes("puzzle", "--list").lines


def test_a_damaged_file_of_tries_is_no_reason_to_stop(limes: Run, last: Puzzle) -> None:
    limes("puzzle", "--id", last.id, typed=f"{last.best}\n\nq\n")
    path = Path(os.environ["XDG_DATA_HOME"]) / "limes" / "puzzles.txt"
    path.write_text("no try\n" + path.read_text() + "2026-11-16 a1b2")
    assert "Solved 1 of 1" in limes("puzzle", "--list").out
    path.write_bytes(b"\xff\n" + path.read_bytes())
    before = path.read_bytes()
    limes("puzzle", "--id", last.id, typed=f"{last.best}\n\nq\n")
    assert path.read_bytes().startswith(before + b"\n"), "nothing that is there is lost"
