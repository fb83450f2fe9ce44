"""Landscapes, records, decks and puzzles that belong to no table, explained.

Pure as `limes.server.game`: it runs in a browser, too.
"""

from limes.server.study import puzzling
from limes.server.study.answering import main_line, offered, painted, read_record, replayed, scored
from limes.server.study.deck_check import checked
from limes.server.study.explaining import drawing, end, scoring, table_end
from limes.server.study.lessons import lesson_puzzles

__all__ = [
    "checked",
    "drawing",
    "end",
    "lesson_puzzles",
    "main_line",
    "offered",
    "painted",
    "puzzling",
    "read_record",
    "replayed",
    "scored",
    "scoring",
    "table_end",
]
