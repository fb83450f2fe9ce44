"""Landscapes, records and decks that belong to no table, explained."""

from limes.server.study.deck_check import checked
from limes.server.study.explaining import drawing, end, scoring, table_end

__all__ = ["checked", "drawing", "end", "scoring", "table_end"]
