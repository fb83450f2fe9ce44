"""`kill -9` while people play: what was acknowledged is there, once. bench/ has the long run."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
from postgres import Postgres

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture(scope="module")
def crash() -> ModuleType:
    sys.path.insert(0, str(BENCH))
    spec = importlib.util.spec_from_file_location("server_crash", BENCH / "server_crash.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(crash: ModuleType, database: str) -> None:
    tally, answers = crash.crash_run(database, times=2, tables=4)
    assert len(tally.acknowledged) >= 12
    assert tally.reconnects
    assert answers


def test_an_update_of_two_servers_in_turn_loses_nothing(crash: ModuleType, postgres: Postgres) -> None:
    tally, answers = crash.crash_run(postgres.new_database("deployed"), times=2, tables=4, deploy=True)
    assert len(tally.acknowledged) >= 12
    assert tally.away
    assert answers
