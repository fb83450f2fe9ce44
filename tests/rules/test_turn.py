"""Turns as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import facings, quarters

from limes.rules import Cell, Move, Place, Turn, Zone
from limes.rules.geometry import CELLS, QUARTERS, zone_of
from limes.rules.turn import Action

zones = st.sampled_from([zone_of(cell, quarter) for cell in CELLS for quarter in QUARTERS])
every_action: st.SearchStrategy[Action] = (
    st.none() | st.builds(Place, quarters) | st.builds(Move, zones, zones)
)
every_turn = st.builds(Turn, st.sampled_from(CELLS), facings, every_action)


@given(every_turn)
def test_a_turn_that_is_printed_is_read_again(turn: Turn) -> None:
    assert Turn.parse(str(turn)) == turn
    assert str(Turn.parse(str(turn))) == str(turn)


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("d5E", Turn(Cell("d5"), "E")),
        ("d5E+sw", Turn(Cell("d5"), "E", Place("sw"))),
        ("d5E:d4ne>e4nw", Turn(Cell("d5"), "E", Move(Zone("d4ne"), Zone("e4nw")))),
    ],
)
def test_a_turn_is_a_cell_a_facing_and_what_the_worker_does(text: str, turn: Turn) -> None:
    assert Turn.parse(text) == turn
    assert str(turn) == text
    assert repr(turn) == f"Turn.parse({text!r})"
