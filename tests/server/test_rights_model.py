"""Who may do what, where features meet: people do anything at all at tables, beside a model of the pages.

`HYPOTHESIS_PROFILE=long` tries for minutes, `-m long` with two processes on PostgreSQL.
"""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from postgres import Postgres
from rights.driving import Driver
from rights.machine import Tables
from serving import Serving, serving

from limes.server.tables import BotTurns

STEPS = 30


@pytest.fixture(autouse=True)
def no_bot_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots lay, and clocks run out, when the model says so."""
    monkeypatch.setattr(BotTurns, "_wake", lambda *_arguments, **_named: None)


@pytest.fixture
def two_processes(postgres: Postgres) -> Iterator[list[Serving]]:
    database = postgres.new_database("rights_model")
    with serving(database) as here, serving(database) as there:
        yield [here, there]


def test_everybody_may_do_what_the_pages_say(server: Serving) -> None:
    compare([server])


@pytest.mark.long
def test_nor_does_it_matter_which_process_is_asked(two_processes: list[Serving]) -> None:
    compare(two_processes)


def compare(servers: list[Serving]) -> None:
    driver = Driver(servers)

    class TablesHere(Tables):
        def __init__(self) -> None:
            super().__init__(driver)

    run_state_machine_as_test(
        TablesHere,
        settings=settings(
            max_examples=settings().max_examples // 6,
            stateful_step_count=STEPS,
            suppress_health_check=list(HealthCheck),
        ),
    )
    driver.close()
