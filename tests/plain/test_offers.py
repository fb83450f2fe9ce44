"""Offers in plain Python are those of the compiled core, byte for byte."""

import subprocess
import sys

import pytest
from plain.random_games import positions

from limes.core import State
from limes.core.offer import offer as compiled_offer
from limes.plain import PlainPosition, offer
from limes.rules import STANDARD, Landscape, LimesError, Turn, Variants
from limes.server.tables import CorePosition

QUICK = 40
LONG = 1000
WITHOUT_COMPILED = """
import sys
before = set(sys.modules)
import limes.plain
print(*sorted(set(sys.modules) - before), sep="\\n")
"""


def agree(seeds: range) -> None:
    for seed in seeds:
        for landscape, card in positions(seed):
            compiled = compiled_offer(State.from_landscape(landscape), card)
            assert offer(landscape, card) == compiled, (landscape, landscape.deck, card)


@pytest.mark.parametrize("start", range(0, QUICK, 10))
def test_plain_offers_equal_compiled_ones(start: int) -> None:
    agree(range(start, start + 10))


@pytest.mark.long
@pytest.mark.parametrize("start", range(QUICK, QUICK + LONG, 100))
def test_plain_offers_equal_compiled_ones_in_a_thousand_games(start: int) -> None:
    agree(range(start, start + 100))


@pytest.mark.parametrize("seed", range(4))
def test_a_plain_position_offers_a_seat_what_a_compiled_one_does(seed: int) -> None:
    for landscape, card in positions(seed):
        plain, compiled = PlainPosition(landscape), CorePosition.of(landscape)
        assert plain.total == compiled.total
        assert plain.offer(card) == compiled.offer(card)


def test_a_plain_position_goes_on_as_a_compiled_one() -> None:
    """The numbers of territories do not depend on how a position was come by."""
    plain = PlainPosition.start(STANDARD, Variants(ferryman=True))
    compiled = CorePosition.start(STANDARD, Variants(ferryman=True))
    for card, text in ((17, "d4N+ne"), (3, "c4E:d4ne>c4se"), (5, "c5S+nw"), (9, "d5W")):
        turn = Turn.parse(text)
        plain, compiled = plain.after(card, turn), compiled.after(card, turn)
        assert plain.landscape == compiled.landscape
        assert plain.offer(12) == compiled.offer(12)


def test_a_plain_position_refuses_what_the_rules_refuse() -> None:
    position = PlainPosition(Landscape.parse("17@d4N | d4ne"))
    with pytest.raises(LimesError, match="touches no card"):
        position.after(3, Turn.parse("f4N"))
    with pytest.raises(LimesError, match="card 99 is not in the deck"):
        position.offer(99)


def test_plain_code_imports_the_rules_and_the_standard_library_only() -> None:
    ran = subprocess.run([sys.executable, "-c", WITHOUT_COMPILED], capture_output=True, text=True, check=True)
    imported = ran.stdout.split()
    assert {name.split(".")[0] for name in imported} - {"limes"} <= set(sys.stdlib_module_names)
    rooms = {".".join(name.split(".")[:2]) for name in imported if name.startswith("limes.")}
    assert rooms == {"limes.plain", "limes.rules", "limes.version"}
