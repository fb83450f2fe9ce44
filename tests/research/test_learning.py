"""The examples and the training run as their pages say; run by `make test-research`."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.research
ROOT = Path(__file__).parents[2]
MINUTES = "1"


def run(*command: str) -> str:
    return subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        check=True,
        timeout=1200,
        env={**os.environ},
    ).stdout


@pytest.mark.parametrize("example", ["maskable_ppo.py", "value_search.py"])
def test_an_example_learns_for_a_minute(example: str) -> None:
    more = ["--games", "8"] if example == "value_search.py" else []
    out = run(str(ROOT / "examples" / example), "--minutes", MINUTES, *more)
    assert re.match(r"\d+,\d+,[\d.]+\n", out)
    means = [float(mean) for mean in re.findall(r"mean ([\d.]+) ±", out)]
    assert min(means) > 13, out  # random play scores 12


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_an_example_is_short(example: Path) -> None:
    assert len(example.read_text(encoding="utf-8").splitlines()) <= 100


def test_training_goes_on_from_the_network_that_ships_and_from_its_own_checkpoint(tmp_path: Path) -> None:
    shipped = ROOT / "src" / "limes" / "bots" / "network.xz"
    few = ["--first", "300", "--batch", "64", "--memory", "20000", "--refresh", "5", "--threads", "2"]
    steps = []
    for _ in range(2):
        run(
            str(ROOT / "train" / "learn.py"),
            str(tmp_path),
            *("--begin-with", str(shipped), "--stop-after", "0.3", "--shares", "1", "1", "1", "1", *few),
        )
        steps.append(json.loads((tmp_path / "progress.json").read_text())["steps"])
    assert steps[0] < steps[1]
    run(str(ROOT / "train" / "pack.py"), str(tmp_path), "--out", str(tmp_path / "network.xz"))
    assert (tmp_path / "network.xz").read_bytes().startswith(b"limes network 3\n")


def test_a_network_is_as_far_off_as_itself() -> None:
    shipped = str(ROOT / "src" / "limes" / "bots" / "network.xz")
    out = run(str(ROOT / "train" / "validation.py"), shipped, shipped, "--games", "1", "--threads", "2")
    lines = out.splitlines()
    kinds = [line[:16].strip() for line in lines[:4]]
    assert kinds == ["standard", "other huts", "wild", "likely"]
    assert all("(+0.0000 ± 0.0000)" in line for line in lines)


def test_training_takes_its_games_from_a_cluster(tmp_path: Path) -> None:
    few = ["--first", "600", "--batch", "64", "--memory", "20000", "--refresh", "5", "--stop-after", "0.5"]
    run(str(ROOT / "train" / "learn.py"), str(tmp_path), "--ray", *few)
    assert json.loads((tmp_path / "progress.json").read_text())["steps"] > 0
    assert (tmp_path / "network.bin").stat().st_size > 10_000
