"""The browser client's tools are found, or it is said in a sentence what is missing."""

import importlib.util
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "npm.py"


@pytest.fixture
def npm() -> ModuleType:
    spec = importlib.util.spec_from_file_location("npm", SCRIPT)
    assert spec
    assert spec.loader
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def programs(**found: str) -> Any:
    return found.get


def answers(version: str) -> Any:
    return lambda *_args, **_options: subprocess.CompletedProcess([], 0, stdout=version)


def test_without_node_it_says_what_to_install(npm: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npm, "find_spec", lambda _name: None)
    monkeypatch.setattr(npm.shutil, "which", programs())
    with pytest.raises(SystemExit, match="Node is not on the PATH: install it, or the Python package"):
        npm.found_npm()


def test_without_npm_it_says_so(npm: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npm, "find_spec", lambda _name: None)
    monkeypatch.setattr(npm.shutil, "which", programs(node="/usr/bin/node"))
    with pytest.raises(SystemExit, match="npm is not on the PATH"):
        npm.found_npm()


def test_an_old_node_is_refused(npm: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npm, "find_spec", lambda _name: None)
    monkeypatch.setattr(npm.shutil, "which", programs(node="/usr/bin/node", npm="/usr/bin/npm"))
    monkeypatch.setattr(npm.subprocess, "run", answers("v18.20.1\n"))
    with pytest.raises(SystemExit, match=r"Node 20\.19 or newer, but the one on the PATH is 18\.20"):
        npm.found_npm()


def test_a_new_node_of_the_machine_will_do(npm: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npm, "find_spec", lambda _name: None)
    monkeypatch.setattr(npm.shutil, "which", programs(node="/usr/bin/node", npm="/usr/bin/npm"))
    monkeypatch.setattr(npm.subprocess, "run", answers("v22.12.0\n"))
    assert npm.found_npm() == (Path("/usr/bin"), ["/usr/bin/npm"])


def test_nothing_is_built_twice(npm: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr(npm, "npm", lambda *arguments: ran.append(arguments))
    monkeypatch.setattr(npm, "install", lambda: None)
    monkeypatch.setattr(npm, "letters", (tmp_path / "letters").touch)
    monkeypatch.setattr(npm, "OUTLINES", tmp_path / "letters")
    monkeypatch.setattr(npm, "BUILT", tmp_path / "index.html")
    npm.build()
    assert [arguments[-4:-1] for arguments in ran] == [("build", "--", "--logLevel")]
    (tmp_path / "index.html").touch()
    npm.build()
    assert len(ran) == 1
