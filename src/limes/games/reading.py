"""Files that hold one record after the other, read game by game however large they are."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from limes.rules import Deck, Game, LimesError, NotationError, Variants, parse_record
from limes.rules.landscape import BASIC
from limes.rules.records import split_records

LONGEST_LINE = 1_000_000  # letters; a file of zeros is one line


@dataclass(frozen=True)
class Found:
    """A game, with the file and the line where its game record begins."""

    game: Game
    file: str
    line: int


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
    except NotationError as error:
        raise LimesError(
            "line {line}, column {column}: {reason}",
            line=begun - 1 + error.line,
            column=error.column,
            reason=error.reason,
        ) from None


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8-sig") as file:
            number = 0
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    raise LimesError(
                        "{name}: line {line} is longer than {most} letters",
                        name=path,
                        line=number,
                        most=LONGEST_LINE,
                    )
                yield line
    except FileNotFoundError:
        raise LimesError("there is no file {name}", name=path) from None
    except IsADirectoryError:
        raise LimesError("{name} is a folder, not a file", name=path) from None
    except UnicodeDecodeError:
        raise LimesError("{name} is not text in UTF-8", name=path) from None
    except OSError as error:
        raise LimesError("cannot read {name}: {reason}", name=path, reason=error.strerror) from None
