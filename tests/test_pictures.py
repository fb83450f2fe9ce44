"""The pictures that the pages show are those that the program draws now."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_the_pictures_of_the_docs_are_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "scripts")
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "scripts" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    drawn = script.pictures()
    kept = {
        file.name: file.read_text(encoding="utf-8") for file in (ROOT / "docs" / "pictures").glob("*.svg")
    }
    assert kept.keys() == drawn.keys()
    assert [name for name in drawn if drawn[name] != kept[name]] == [], "run make pictures"


def test_the_picture_that_moves_is_small_and_stands_still_for_those_who_want_that() -> None:
    for name in ("game.svg", "game-night.svg"):
        text = (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8")
        assert len(text.encode()) <= 600_000
        assert "prefers-reduced-motion" in text
        assert text.count('class="f ') == 16
