"""Ray: the results of one machine, deal by deal, also when a node dies; run by `make test-research`."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from limes.arena import Result, Setting, run_deals
from limes.bots import Budget
from limes.rules import LimesError, Variants

pytestmark = [pytest.mark.research, pytest.mark.filterwarnings("ignore")]
SETTING = Setting(seed=3, budget=Budget(playouts=30), variants=Variants(ferryman=True))
BOTS = ["random", "monte-carlo"]
DEALS = 24
INTERRUPTIBLE = """
import signal, sys
from limes.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(sys.argv[1:]))
"""


def without_times(results: dict[str, list[Result]]) -> list[tuple[str, int, int, tuple[int, ...]]]:
    return [(each.bot, each.deal, each.total, each.workers) for found in results.values() for each in found]


@pytest.fixture
def two_nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", "600")
    from ray.cluster_utils import Cluster

    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    yield cluster
    cluster.shutdown()


def test_a_node_that_dies_costs_no_result(two_nodes: Any) -> None:
    from limes.arena.cluster import Cluster

    expected = run_deals(BOTS, SETTING, DEALS)
    engine = Cluster(two_nodes.address)
    finished: list[Result] = []

    def tell(result: Result) -> None:
        finished.append(result)
        if len(finished) == DEALS // 2:
            [node] = two_nodes.worker_nodes
            two_nodes.remove_node(node, allow_graceful=False)

    try:
        found = run_deals(BOTS, SETTING, DEALS, engine=engine, tell=tell)
    finally:
        engine.leave()
    assert without_times(found) == without_times(expected)
    assert len(finished) == len(BOTS) * DEALS


def test_an_error_in_a_task_is_an_error_here(two_nodes: Any) -> None:
    from limes.arena.cluster import Cluster

    engine = Cluster(two_nodes.address)
    try:
        with pytest.raises(LimesError, match="there is no bot 'wizard'"):
            run_deals(["wizard"], SETTING, 2, engine=engine)
    finally:
        engine.leave()


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense"])
def test_a_cluster_that_is_not_there_is_named(address: str) -> None:
    from limes.arena.cluster import Cluster

    with pytest.raises(LimesError, match=rf"^no Ray cluster answers at {re.escape(address)}: "):
        Cluster(address)


def test_ctrl_c_prints_what_is_there_and_resume_goes_on(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    command = [sys.executable, "-c", INTERRUPTIBLE, "arena", "greedy", "--playouts", "1"]
    command += ["--resume", str(results), "--ray", "--json", "--deals"]
    options: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([*command, "100000"], **options) as arena:
        deadline = time.monotonic() + 300
        while not results.exists() or results.read_bytes().count(b"\n") < 4:
            assert time.monotonic() < deadline
            assert arena.poll() is None, arena.communicate()
            time.sleep(0.1)
        arena.send_signal(signal.SIGINT)
        out, err = arena.communicate(timeout=120)
    assert arena.returncode == 0, err
    assert "Traceback" not in err
    kept = json.loads(out)[0]["deals"]
    assert kept >= 3
    again = subprocess.run([*command, str(kept)], check=True, timeout=300, **options)
    alone = run_deals(["greedy"], Setting(seed=1, budget=Budget(playouts=1)), kept)
    assert json.loads(again.stdout)[0]["scores"] == [each.total for each in alone["greedy"]]
