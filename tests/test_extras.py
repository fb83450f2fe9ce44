"""What `make` installs beside the package is what pyproject.toml names."""

import importlib.util
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from setuptools import find_namespace_packages

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "scripts" / "extras.py"


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


def test_the_client_is_data_and_no_package(tmp_path: Path) -> None:
    """Its folders get new names while a wheel is built, after the packages were listed."""
    found = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]["find"]
    for folder in ("rules", "web/python/c103710b2577"):
        (tmp_path / "limes" / folder).mkdir(parents=True)
    packages = find_namespace_packages(str(tmp_path), found.get("exclude", ()))
    assert packages == ["limes", "limes.rules"]
