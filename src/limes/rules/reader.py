"""A cursor over a text in the notation, so that every parse error can name its place."""

from typing import NoReturn

from limes.rules.geometry import FACINGS, QUARTERS, Cell, Facing, Quarter, Zone, is_cell, is_zone
from limes.rules.message import Message, NotationError

BLANKS = " \t"


class Reader:
    """Reads `text` from `offset` up to `end`; all errors are placed in the whole text."""

    def __init__(self, text: str, offset: int = 0, end: int | None = None, *, one_line: bool = False) -> None:
        self.text = text
        self.one_line = one_line
        self.start = self.offset = offset
        self.end = len(text) if end is None else end

    def fail(self, reason: Message, offset: int | None = None) -> NoReturn:
        place = self.offset if offset is None else offset
        raise NotationError(reason, self.text, place, self.one_line)

    def expected(self, what: Message) -> NoReturn:
        found = self.word_ahead()
        if found:
            self.fail(Message("expected {what}, found {found!r}", what=what, found=found))
        self.fail(Message("expected {what}, found nothing more", what=what))

    def done(self) -> bool:
        return self.offset >= self.end

    def peek(self, length: int = 1) -> str:
        return self.text[self.offset : min(self.offset + length, self.end)]

    def word_ahead(self) -> str:
        """What stands here up to the next blank, shortened for a message."""
        words = self.text[self.offset : min(self.offset + 16, self.end)].split(maxsplit=1)
        return words[0] if words and not self.peek().isspace() else self.peek()

    def word(self, ends: str = BLANKS) -> "Reader":
        """Take all up to the next blank, or another end of a word, as a reader of its own."""
        start = self.offset
        while not self.done() and self.text[self.offset] not in ends:
            self.offset += 1
        return Reader(self.text, start, self.offset, one_line=self.one_line)

    def rest(self) -> str:
        return self.text[self.offset : self.end]

    def take(self, expected: str) -> bool:
        if self.peek(len(expected)) != expected:
            return False
        self.offset += len(expected)
        return True

    def skip_blanks(self) -> None:
        while not self.done() and self.text[self.offset] in BLANKS:
            self.offset += 1

    def skip_space(self) -> None:
        while not self.done() and self.text[self.offset].isspace():
            self.offset += 1

    def number(self, what: Message) -> int:
        start = self.offset
        while not self.done() and self.peek() in "0123456789":
            self.offset += 1
        digits = self.text[start : self.offset]
        if not digits or len(digits) > 9 or digits[0] == "0":
            self.offset = start
            self.expected(what)
        return int(digits)

    def cell(self) -> Cell:
        if not is_cell(self.peek(2)):
            self.expected(Message("a cell from a1 to g7"))
        name = Cell(self.peek(2))
        self.offset += 2
        return name

    def zone(self) -> Zone:
        if not is_zone(self.peek(4)):
            self.expected(Message("a zone such as d4ne"))
        name = Zone(self.peek(4))
        self.offset += 4
        return name

    def facing(self) -> Facing:
        for facing in FACINGS:
            if self.take(facing):
                return facing
        return self.expected(Message("the facing N, E, S or W"))

    def quarter(self) -> Quarter:
        for quarter in QUARTERS:
            if self.take(quarter):
                return quarter
        return self.expected(Message("the quarter nw, ne, sw or se"))
