"""Choices of a search as turns of the rules."""

from limes.bots.evaluation cimport Choice
from limes.core.landscape cimport Landscape, Setup


cdef turn_of(const Setup* setup, const Landscape* land, int card, const Choice* choice)
