"""The rules stand alone: nothing but the standard library below them, and examples that run."""

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest

import limes
import limes.rules

MODULES = sorted(module.name for module in pkgutil.iter_modules(limes.rules.__path__, "limes.rules."))

NEWLY_IMPORTED = """
import sys
before = set(sys.modules)
import limes.rules
print(*sorted(set(sys.modules) - before), sep="\\n")
"""


def test_the_rules_import_the_standard_library_and_themselves_only() -> None:
    ran = subprocess.run([sys.executable, "-c", NEWLY_IMPORTED], capture_output=True, text=True, check=True)
    imported = ran.stdout.split()
    ours = {name for name in imported if name.split(".")[0] == "limes"}
    assert {name.split(".")[0] for name in imported} - {"limes"} <= set(sys.stdlib_module_names)
    assert ours == {"limes", "limes.version", "limes.rules", *MODULES}


def test_everything_of_the_rules_is_at_hand_in_the_package() -> None:
    assert limes.__all__ == limes.rules.__all__
    assert all(getattr(limes, name) is getattr(limes.rules, name) for name in limes.rules.__all__)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_a_module_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_there_are_examples() -> None:
    assert sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES) >= 10
