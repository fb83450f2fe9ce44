"""The workflow files, which run elsewhere: their form, their safety, and that what they call is there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROGRAMS = Path(sys.executable).parent


def run(program: str, *arguments: str | Path) -> None:
    command = [PROGRAMS / program, *arguments]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stdout


def test_workflows_have_the_form_that_github_wants() -> None:
    run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *WORKFLOWS)
    run("check-jsonschema", "--builtin-schema", "vendor.dependabot", ROOT / ".github" / "dependabot.yml")


def test_workflows_are_safe() -> None:
    run("zizmor", "--offline", "--quiet", "--persona=pedantic", ROOT / ".github")


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_call_only_what_is_there(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    targets = set(re.findall(r"\bmake (\w+)", text))
    assert targets <= set(
        re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )
    paths = re.findall(r"\b(?:tests|scripts|src)/[\w./-]+", text)
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_pythons_of_the_classifiers_are_tested_and_built() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    pythons = set(re.findall(r"Python :: (3\.\d+)", project))
    tests = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    assert pythons <= set(re.findall(r'"(3\.\d+)"', tests))
    built = re.search(r'^build = "(.*)"$', project, re.MULTILINE)
    assert built
    assert built[1].split() == [f"cp{python.replace('.', '')}-*" for python in sorted(pythons)]


def test_the_changelog_knows_the_release() -> None:
    from limes.version import VERSION

    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## \[{re.escape(VERSION)}\]", text, re.MULTILINE) or f"{VERSION}, the first" in text
    assert "## [Unreleased]" in text
