"""Choices of a search as turns of the rules."""

from limes.bots.evaluation cimport Choice
from limes.core.actions cimport MOVE, PLACE, worker_in
from limes.core.landscape cimport Landscape, Setup, cell_of_spot, copy, lay

from limes.core import notation
from limes.rules import Move, Place, Turn


cdef turn_of(const Setup* setup, const Landscape* land, int card, const Choice* choice):
    """The turn that a choice with a card (from 0) is in this landscape."""
    cdef Landscape laid
    cdef int zone
    place = notation.laid_card(card + 1, 4 * cell_of_spot(&land.state, choice.spot) + choice.facing)
    copy(&laid, land)
    lay(setup, &laid, card, choice.spot, choice.facing)
    action = None
    if choice.action.kind == PLACE:
        zone = choice.action.zone - laid.corner
        action = Place(notation.quarter_text((zone & 1) + (zone >> 3) * 2))
    elif choice.action.kind == MOVE:
        zone = laid.state.worker[worker_in(&laid, choice.action.origin)]
        action = Move(
            notation.zone_name(zone, laid.state.start_column, laid.state.start_row),
            notation.zone_name(choice.action.zone, laid.state.start_column, laid.state.start_row),
        )
    return Turn(place.cell, place.facing, action)
