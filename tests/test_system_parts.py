"""The programs of the system that the checks need are found or installed once, or named in a sentence."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import system_parts

ROOT = Path(__file__).parents[1]
# Stands in for apt-get: counts its calls, and brings programs that answer as the real ones do.
APT_GET = """#!/bin/sh
echo "$*" >>"$CALLS"
case "$1" in
update) touch "$LISTS/all_Packages" ;;
install)
  [ -e "$LISTS/all_Packages" ] || { echo "Unable to locate package chromium"; exit 100; }
  printf '#!/bin/sh\\necho Chromium 1\\n' >"$PROGRAMS/chromium"
  printf '#!/bin/sh\\n' >"$PROGRAMS/initdb"
  printf '#!/bin/sh\\n' >"$PROGRAMS/postgres"
  chmod +x "$PROGRAMS/chromium" "$PROGRAMS/initdb" "$PROGRAMS/postgres" ;;
esac
"""
# What a test worker does, and what the step of `make` does, on a machine where only these folders exist.
BARE = """
from pathlib import Path
import os, system_parts
system_parts.POSTGRES_FOLDERS = system_parts.APPLICATIONS = Path(os.devnull)
system_parts.PACKAGE_LISTS = Path(os.environ["LISTS"])
system_parts.is_root = lambda: True
"""
WORKER = """
import pytest
@pytest.mark.parametrize("part", ["Chromium", "PostgreSQL"])
def test_it_is_there(part):
    assert system_parts.found(part)
"""


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine with a package manager and nothing else."""
    programs, lists = tmp_path / "programs", tmp_path / "lists"
    programs.mkdir()
    lists.mkdir()
    (programs / "apt-get").write_text(APT_GET)
    (programs / "apt-get").chmod(0o755)
    for tool in ("chmod", "touch"):
        (programs / tool).symlink_to(str(shutil.which(tool)))
    return {
        "PATH": str(programs),
        "PROGRAMS": str(programs),
        "LISTS": str(lists),
        "CALLS": str(tmp_path / "calls"),
        "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "none"),
        "PYTHONPATH": str(ROOT / "tests"),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=Path(environment["CALLS"]).parent,
        capture_output=True,
        text=True,
        check=False,
    )


def calls(environment: dict[str, str]) -> list[str]:
    return [line.split()[0] for line in Path(environment["CALLS"]).read_text().splitlines()]


def test_one_install_serves_two_workers(bare: dict[str, str], tmp_path: Path) -> None:
    step = run(bare, "-c", f"{BARE}\nsystem_parts.main()")
    assert step.returncode == 0, step.stderr
    assert "Refreshing the package lists" in step.stdout
    assert "Installing Chromium and PostgreSQL" in step.stdout
    (tmp_path / "test_worker.py").write_text(BARE + WORKER)
    workers = run(bare, "-m", "pytest", "-p", "xdist", "--numprocesses=2", "test_worker.py")
    assert "2 passed" in workers.stdout, workers.stdout + workers.stderr
    assert run(bare, "-c", f"{BARE}\nsystem_parts.main()").returncode == 0
    assert calls(bare) == ["update", "install"]


def test_old_package_lists_are_refreshed_once(bare: dict[str, str]) -> None:
    (Path(bare["LISTS"]) / "old_Packages").touch()
    step = run(bare, "-c", f"{BARE}\nsystem_parts.main()")
    assert step.returncode == 0, step.stderr
    assert calls(bare) == ["install", "update", "install"]


def test_tests_never_install(bare: dict[str, str]) -> None:
    asked = run(bare, "-c", f"{BARE}\nsystem_parts.found('PostgreSQL')")
    assert "PostgreSQL is needed for these tests and was not found; `" in asked.stderr
    assert not Path(bare["CALLS"]).exists()


def test_make_prepares_the_system_before_any_test_runs() -> None:
    plan = subprocess.run(
        ["make", "--dry-run", "--always-make", "test"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    steps = [number for number, line in enumerate(plan) if "tests/system_parts.py" in line]
    tests = [number for number, line in enumerate(plan) if "pytest" in line]
    assert len(steps) == 1
    assert steps[0] < min(tests)


@pytest.mark.parametrize(
    ("system", "manager", "command"),
    [
        (
            "Linux",
            "apt-get",
            "sudo apt-get update && sudo apt-get install -y chromium fonts-liberation postgresql",
        ),
        ("Linux", "dnf", "sudo dnf install -y chromium postgresql-server"),
        ("Linux", "pacman", "sudo pacman -S --needed chromium postgresql"),
        ("Darwin", "brew", "brew install --cask chromium && brew install postgresql"),
        ("Linux", "none that we know", "your system's packages"),
    ],
)
def test_who_may_not_install_is_told_how(
    monkeypatch: pytest.MonkeyPatch, system: str, manager: str, command: str
) -> None:
    monkeypatch.setattr(system_parts, "missing", lambda: list(system_parts.PARTS))
    monkeypatch.setattr(system_parts, "is_root", lambda: False)
    monkeypatch.setattr(system_parts, "install_with_playwright", lambda: None)
    monkeypatch.setattr("platform.system", lambda: system)
    monkeypatch.setattr("shutil.which", lambda name: name if name == manager else None)
    with pytest.raises(SystemExit) as stopped:
        system_parts.main()
    message = str(stopped.value)
    assert message.startswith("The checks need Chromium and PostgreSQL; install them with")
    assert message.endswith(command)
