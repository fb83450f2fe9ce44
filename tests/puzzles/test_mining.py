"""Mining: the same game has the same puzzles, and what was found is kept when mining is stopped."""

import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from limes.puzzles import Puzzle, Theme, load_puzzles, parse_puzzle
from limes.puzzles.mining import mine
from limes.puzzles.puzzle import EXAMPLE
from limes.puzzles.selection import select, up_to_date
from limes.puzzles.store import add_found, drop_torn_line, read_found
from limes.rules import Variants

SCRIPTS = Path(__file__).parents[2] / "scripts"
BYTES = 200_000
GAME = 623  # there is a puzzle in it


def test_a_game_has_the_same_puzzles_each_time() -> None:
    found = next(mine(GAME))
    found.check()
    assert next(mine(GAME)) == found


def puzzle(card: int, themes: str, found_by: int) -> Puzzle:
    return parse_puzzle(f"- {card} e5S 73 {found_by} e5S+ne=7,d3N=12 {themes} 17@d4N 3@d5E | d4ne")


def test_what_was_found_is_read_again_but_for_a_game_that_was_not_finished(tmp_path: Path) -> None:
    store = tmp_path / "found.txt"
    assert read_found(store) == {}
    add_found(store, 3, [puzzle(8, "hut", 1), puzzle(9, "move", 2)])
    add_found(store, 4, [])
    whole = read_found(store)
    assert {number: len(puzzles) for number, puzzles in whole.items()} == {3: 2, 4: 0}
    with store.open("a") as file:
        file.write(f"17 {puzzle(10, 'hut', 1)}\n17 {str(puzzle(11, 'hut', 1))[:20]}")
    assert read_found(store) == whole, "a torn line is nothing"
    drop_torn_line(store)
    add_found(store, 5, [puzzle(12, "sight", 0)])
    assert read_found(store) == {**whole, 5: [puzzle(12, "sight", 0)]}


@pytest.fixture
def as_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles made up for a test have the themes that it says."""
    monkeypatch.setattr("limes.puzzles.selection.up_to_date", lambda puzzle: puzzle)


@pytest.mark.usefixtures("as_stored")
def test_the_selection_gives_rare_themes_and_difficulties_their_share() -> None:
    many = {number: [puzzle(number, "hut", 2)] for number in (1, 2, 4, 5, 6, 7, 8)}
    rare = {20: [puzzle(20, "hut,sight", 0)], 21: [puzzle(21, "move", 4)]}
    chosen = select([many, rare], 4, BYTES)
    assert {20, 21} <= {each.card for each in chosen}
    assert len(chosen) == 4
    assert [each.id for each in chosen] == sorted(each.id for each in chosen)
    assert {theme for each in chosen for theme in each.themes} == {Theme.HUT, Theme.SIGHT, Theme.MOVE}
    assert len(select([many, rare, many], 100, BYTES)) == 9, "all there are, each once"


@pytest.mark.usefixtures("as_stored")
def test_the_selection_takes_no_more_than_two_of_a_game_and_keeps_within_its_size() -> None:
    game = [puzzle(number, "hut", 2) for number in range(4, 9)]
    assert len(select([{1: game}], 100, BYTES)) == 2
    single = {number: [puzzle(number, "hut", 2)] for number in range(4, 9)}
    chosen = select([single], 100, 3 * (len(EXAMPLE) + 1))
    assert 1 <= len(chosen) <= 3


def test_puzzles_mined_earlier_get_the_themes_of_today() -> None:
    for found in sorted(load_puzzles(), key=lambda puzzle: puzzle.id)[:5]:
        renamed = replace(found, themes=(Theme.FERRYMAN,))
        assert up_to_date(renamed) == up_to_date(found) == found
        assert up_to_date(replace(found, others=(found.others[0]._replace(loss=4),))) is None
        if not any(found.variants):
            assert up_to_date(replace(found, variants=Variants(diagonal=True))) is None, "a needless variant"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Runs the script in this process on games that are quick to search; Ctrl-C comes in one of them."""
    monkeypatch.syspath_prepend(SCRIPTS)
    mine_puzzles = importlib.import_module("mine_puzzles")

    def run(*arguments: object, stopped_in: int | None = None) -> None:
        def search(number: int) -> Iterator[Puzzle]:
            if number == stopped_in:
                raise KeyboardInterrupt
            yield puzzle(4 + number, "hut", 1)

        monkeypatch.setattr(mine_puzzles, "mine", search)
        monkeypatch.setattr(sys, "argv", ["mine_puzzles.py", *map(str, arguments)])
        mine_puzzles.main()

    return run


@pytest.mark.usefixtures("as_stored")
def test_ctrl_c_keeps_what_was_found_and_the_same_command_goes_on(
    script: Callable[..., None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, chosen = tmp_path / "found.txt", tmp_path / "chosen.txt"
    script(store, "--games", 5, stopped_in=2)
    assert "the same command goes on" in capsys.readouterr().err
    first = read_found(store)
    assert list(first) == [0, 1]
    script(store, "--games", 3)
    second = read_found(store)
    assert len(second) == 5
    assert first.items() <= second.items()
    script(store, "--games", 0, "--select", 4, "--to", chosen)
    assert read_found(store) == second, "nothing more is searched"
    assert len(chosen.read_text().splitlines()) == 4
    assert "themes    close-forest 0" in capsys.readouterr().out


def test_the_time_is_kept(script: Callable[..., None], tmp_path: Path) -> None:
    script(tmp_path / "found.txt", "--seconds", 1e-6)
    assert list(read_found(tmp_path / "found.txt")) == [0], "the game in which it was over is the last"
