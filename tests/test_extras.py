"""What `make` installs beside the package is what pyproject.toml names."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "extras.py"


@pytest.fixture
def extras() -> ModuleType:
    spec = importlib.util.spec_from_file_location("extras", SCRIPT)
    assert spec
    assert spec.loader
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def test_extras_of_extras_are_named_once(extras: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    named = {"small": ["numpy>=1"], "large": ["limes[small]", "torch>=2", "numpy>=1"]}
    monkeypatch.setattr(extras, "EXTRAS", named)
    assert extras.needed(["large", "small"]) == ["numpy>=1", "torch>=2"]


def test_every_extra_is_known(extras: ModuleType) -> None:
    for extra in extras.EXTRAS:
        assert all("limes[" not in requirement for requirement in extras.needed([extra]))
