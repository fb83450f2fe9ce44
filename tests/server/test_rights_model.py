"""Who may do what, where features meet: people who do anything at all at tables, beside a model of the pages."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from rights.driving import Driver
from rights.machine import Tables
from serving import Serving

from limes.server.tables import BotTurns

STEPS = 30


@pytest.fixture
def no_bot_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots lay, and clocks run out, when the model says so."""
    monkeypatch.setattr(BotTurns, "_wake", lambda *_arguments, **_named: None)


@pytest.fixture
def driver(server: Serving, no_bot_unasked: None) -> Iterator[Driver]:
    driver = Driver([server])
    yield driver
    driver.close()


def test_everybody_may_do_what_the_pages_say(driver: Driver) -> None:
    run_state_machine_as_test(
        lambda: Tables(driver),
        settings=settings(
            max_examples=max(1, settings().max_examples // 3),
            stateful_step_count=STEPS,
            suppress_health_check=list(HealthCheck),
        ),
    )
