"""The pictures that the pages show are those that the program draws now."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_pictures_of_the_docs_are_up_to_date() -> None:
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
