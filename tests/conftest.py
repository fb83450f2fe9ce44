"""What all tests share: profiles for Hypothesis, cards, and surroundings that nobody who runs them disturbs.

The usual profile repeats its examples on each run, `long` tries many new ones.
"""

import os
import secrets
from random import Random

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, max_examples=60)
settings.register_profile("long", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

for name in [name for name in os.environ if name.startswith("LIMES_")]:
    del os.environ[name]  # the settings of a server of their own
for name in ("NO_PROXY", "no_proxy"):
    os.environ[name] = ",".join(["127.0.0.1", "localhost", *filter(None, [os.environ.get(name)])])

CARDS = Random()
secrets.SystemRandom = lambda: CARDS  # type: ignore[misc, assignment]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Servers deal the same cards whenever the same tests run: one game in ten thousand that goes on from a
    record comes to the position of a puzzle, and is refused a review."""
    CARDS.seed(item.nodeid)
