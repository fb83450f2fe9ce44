"""`limes turns` and `limes perft`: what a program compares itself with."""

import json
from pathlib import Path

import model
import pytest
from commands import Run

FACES = model.standard_faces()
LANDSCAPE = "17@d4N 3@d5E 8@e5S | d4ne d5sw d5sw"
VARIANTS = [[], ["--diagonal"], ["--ferryman"], ["--diagonal", "--ferryman"]]


@pytest.mark.parametrize("flags", VARIANTS)
def test_turns_are_listed_sorted_as_the_model_finds_them(limes: Run, flags: list[str]) -> None:
    landscape = model.parse_landscape(LANDSCAPE, FACES)
    expected = model.legal_turns(landscape, FACES, 5, "--diagonal" in flags, "--ferryman" in flags)
    assert limes("turns", LANDSCAPE, "5", *flags).lines == sorted(expected)


def test_json_adds_the_total_after_each_turn(limes: Run) -> None:
    turns = json.loads(limes("turns", "|", "17", "--json").out)
    assert len(turns) == 20
    assert {"turn": "d4N+ne", "total": 2} in turns


def test_a_full_landscape_has_no_turns(limes: Run) -> None:
    cells = [file + rank for file in "defg" for rank in "4567"]
    full = " ".join(f"{number}@{cell}N" for number, cell in enumerate(cells, start=1))
    assert limes("turns", full, "17").out == ""


@pytest.mark.parametrize("flags", VARIANTS)
def test_perft_counts_as_the_model_does(limes: Run, flags: list[str]) -> None:
    counts = model.perft(FACES, [4, 9], "--diagonal" in flags, "--ferryman" in flags)
    assert limes("perft", "4", "9", *flags).lines == [f"1 {counts[0]}", f"2 {counts[1]}"]


def test_perft_gives_json_too(limes: Run) -> None:
    assert json.loads(limes("perft", "4", "--json").out) == [{"depth": 1, "count": 20}]


def test_any_deck_can_be_played_with(limes: Run, tmp_path: Path) -> None:
    faces = ("RRff", "wwww", "TtFf") * 6
    deck = tmp_path / "own.toml"
    deck.write_text(f'name = "own"\ncards = {json.dumps(list(faces))}\n')
    landscape = model.parse_landscape("3@d4W 1@c4S | c4nw", faces)
    expected = sorted(model.legal_turns(landscape, faces, 2, False, False))
    assert limes("turns", "3@d4W 1@c4S | c4nw", "2", "--deck", str(deck)).lines == expected
