"""Files that hold one record after the other, read game by game however large they are."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from limes.rules import Deck, Game, LimesError, Variants, parse_record
from limes.rules.landscape import BASIC
from limes.rules.record import HEADERS

_HEADER = re.compile(rf"\s*({'|'.join(HEADERS)}):")
_NEEDED = "Players"


@dataclass(frozen=True)
class Found:
    """A game, with the file and the line where its game record begins."""

    game: Game
    file: str
    line: int


def split_records(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The game records in a text, each with the number of its first line, from 1.

    A record begins with a header where the one before has its rounds, or its players and then a blank line.
    """
    record: list[str] = []
    headers: set[str] = set()
    begun = 1
    complete = False
    for number, line in enumerate(lines, start=1):
        header = _HEADER.match(line)
        if header and record and (complete or header[1] in headers):
            yield begun, "".join(record)
            record, headers, complete = [], set(), False
        if header:
            headers.add(header[1])
        elif line.strip() or _NEEDED in headers:
            complete = True
        if not record:
            begun = number
        if record or line.strip():
            record.append(line)
    if record:
        yield begun, "".join(record)


def find_games(
    files: Iterable[str | Path],
    *,
    deck: Deck | None = None,
    variants: Variants = BASIC,
    refused: Callable[[LimesError], None] | None = None,
) -> Iterator[Found]:
    """Every game of these files, in their order.

    `deck` is for records that name a deck without writing it out; `variants` are added to their own. A wrong
    record raises `LimesError` with its file and line or, with `refused`, is reported and left out.
    """
    for file in files:
        for begun, record in split_records(_lines(Path(file))):
            try:
                game = _parsed(record, begun, deck, variants)
            except LimesError as error:
                wrong = LimesError("{name}: {reason}", name=file, reason=error.message)
                if refused is None:
                    raise wrong from None
                refused(wrong)
            else:
                yield Found(game, str(file), begun)


def _parsed(record: str, begun: int, deck: Deck | None, variants: Variants) -> Game:
    try:
        return parse_record(record, deck, variants)
    except LimesError:  # once more with the lines before it, so that the error names the line of the file
        return parse_record("\n" * (begun - 1) + record, deck, variants)


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8-sig") as file:
            yield from file
    except FileNotFoundError:
        raise LimesError("there is no file {name}", name=path) from None
    except IsADirectoryError:
        raise LimesError("{name} is a folder, not a file", name=path) from None
    except UnicodeDecodeError:
        raise LimesError("{name} is not text in UTF-8", name=path) from None
    except OSError as error:
        raise LimesError("cannot read {name}: {reason}", name=path, reason=error.strerror) from None
