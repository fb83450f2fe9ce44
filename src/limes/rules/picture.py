"""A landscape as a picture: rows of zones, typed in to have a table scored; no cards are known here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from limes.rules import scoring
from limes.rules.board import EMPTY_BOARD, EMPTY_LETTER, Board
from limes.rules.deck import FACE_LETTERS
from limes.rules.geometry import FRAME, Mask, Zone, bit, zone_at, zone_column_row
from limes.rules.message import LimesError, Message
from limes.rules.reader import Reader

MOST_ZONES = 2 * FRAME  # rows, and zones in a row
MOST_WORKERS = 9  # on a zone: one digit


@dataclass(frozen=True)
class Picture:
    """A landscape that was typed in. Its north-west corner is a7nw; its workers are in reading order.

    >>> Picture.parse("f w1 t r").score().total
    0
    >>> Picture.parse("F w1 T1 r").score().total
    4
    """

    board: Board
    workers: tuple[Zone, ...]
    columns: int
    rows: int

    def __str__(self) -> str:
        return "\n".join(
            " ".join(self._zone_text(zone_at(column, row)) for column in range(self.columns))
            for row in range(self.rows)
        )

    def __repr__(self) -> str:
        return f"Picture.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        from limes.draw import landscape_svg  # noqa: PLC0415

        return landscape_svg(self, score=self.score())

    @classmethod
    def parse(cls, text: str) -> "Picture":
        """Read a picture; `NotationError` says line, column and reason."""
        reader = Reader(text)
        rows = []
        starts = []
        offset = 0
        for line in text.split("\n"):
            if line.strip():
                rows.append(_read_row(Reader(text, offset, offset + len(line))))
                starts.append(offset)
            offset += len(line) + 1
        if not rows:
            reader.fail(_NOTHING)
        for row, start in zip(rows, starts, strict=True):
            if len(row) != len(rows[0]):
                reader.fail(_uneven(row, rows[0]), start)
        if len(rows) > MOST_ZONES:
            reader.fail(_TOO_HIGH, starts[MOST_ZONES])
        return _picture_of(rows)

    @classmethod
    def painted(cls, rows: Sequence[Sequence[str]], workers: Mapping[tuple[int, int], int]) -> "Picture":
        """A picture from letters, with a number of workers for each column and row, both from 1."""
        _check_rows(rows)
        for (column, row_), standing in workers.items():
            place = f"{column},{row_}"
            inside = 1 <= column <= len(rows[0]) and 1 <= row_ <= len(rows)
            if not inside or rows[row_ - 1][column - 1] == EMPTY_LETTER:
                raise LimesError("there is no card on {place}, so there can be no worker", place=place)
            if not 0 <= standing <= MOST_WORKERS:
                raise LimesError(
                    "a zone of a picture holds 0 to {most} workers, not {standing} as on {place}",
                    most=MOST_WORKERS,
                    standing=standing,
                    place=place,
                )
        return _picture_of(
            [
                [(letter, workers.get((column, number), 0)) for column, letter in enumerate(row, start=1)]
                for number, row in enumerate(rows, start=1)
            ]
        )

    def label(self, zone: Zone) -> str:
        """A zone as `column,row` from the north-west, both from 1."""
        column, row = zone_column_row(zone)
        return f"{column + 1},{row + 1}"

    @property
    def total(self) -> int:
        return scoring.total(self.board, self.workers)

    def score(self) -> scoring.Score:
        """The points of every worker with their reasons."""
        return scoring.score(self.board, self.workers)

    def _zone_text(self, zone: Zone) -> str:
        return self.board.letter(zone) + (str(self.workers.count(zone)) if zone in self.workers else "")


_NOTHING = Message("expected rows of zones, such as f w1 t r; found nothing")
_TOO_HIGH = Message("a picture has at most {most} rows", most=MOST_ZONES)
_TOO_WIDE = Message("a row has at most {most} zones", most=MOST_ZONES)
_HUT_ON_WATER = Message("a hut cannot stand on water")


def _check_rows(rows: Sequence[Sequence[str]]) -> None:
    """`LimesError` where painted rows are no picture."""
    if not rows or not rows[0]:
        raise LimesError(_NOTHING)
    if len(rows) > MOST_ZONES:
        raise LimesError(_TOO_HIGH)
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise LimesError("row {row}: {reason}", row=number, reason=_uneven(row, rows[0]))
        if len(row) > MOST_ZONES:
            raise LimesError("row {row}: {reason}", row=number, reason=_TOO_WIDE)
        for column, letter in enumerate(row, start=1):
            problem = _letter_problem(letter)
            if problem:
                raise LimesError("zone {place}: {problem}", place=f"{column},{number}", problem=problem)


def _letter_problem(letter: str) -> Message | None:
    if letter == "W":
        return _HUT_ON_WATER
    if letter not in (*FACE_LETTERS, EMPTY_LETTER):
        return Message(
            "{letter!r} is not a zone; expected f, w, t, r, with a hut F, T, R, or . for none", letter=letter
        )
    return None


def _uneven(row: Sequence[object], first: Sequence[object]) -> Message:
    return Message(
        "all rows must have the same number of zones: the first has {first}, this one {found}",
        found=len(row),
        first=len(first),
    )


def _picture_of(rows: list[list[tuple[str, int]]]) -> Picture:
    letters: dict[Mask, str] = {}
    workers: list[Zone] = []
    for row, pieces in enumerate(rows):
        for column, (letter, standing) in enumerate(pieces):
            if letter != EMPTY_LETTER:
                zone = zone_at(column, row)
                letters[bit(zone)] = letter
                workers += [zone] * standing
    return Picture(EMPTY_BOARD.with_zones(letters), tuple(workers), len(rows[0]), len(rows))


def _read_row(reader: Reader) -> list[tuple[str, int]]:
    pieces: list[tuple[str, int]] = []
    reader.skip_space()
    while not reader.done():
        if len(pieces) == MOST_ZONES:
            reader.fail(_TOO_WIDE)
        pieces.append(_read_zone(reader))
    return pieces


def _read_zone(reader: Reader) -> tuple[str, int]:
    letter = reader.peek()
    if letter == "W":
        reader.fail(_HUT_ON_WATER)
    if letter not in FACE_LETTERS and letter != EMPTY_LETTER:
        reader.expected(Message("a zone f, w, t, r, with a hut F, T, R, or . for none"))
    reader.offset += 1
    reader.skip_space()
    standing = reader.peek()
    if not standing or standing not in "0123456789":
        return letter, 0
    if letter == EMPTY_LETTER and standing != "0":
        reader.fail(Message("there can be no worker where there is no card"))
    reader.offset += 1
    reader.skip_space()
    return letter, int(standing)
