"""What a command is given: text in any form of the notation, as an argument, a file or standard input."""

import os
import re
import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from limes.rules import (
    STANDARD,
    AnnotatedGame,
    Deck,
    Game,
    Landscape,
    LimesError,
    Message,
    Study,
    Variants,
    parse_annotated,
    parse_record,
    parse_study,
)
from limes.rules.headers import is_study
from limes.rules.scorable import Scorable, parse_table

MOST_BYTES = 1_000_000
Parsed = TypeVar("Parsed")


@dataclass(frozen=True)
class Source:
    """A text and, where it did not stand on the command line itself, the name of where it came from."""

    text: str
    name: str | Message | None = None

    def parsed(self, parse: Callable[[str], Parsed]) -> Parsed:
        """What the text means; an error says which source it is in."""
        try:
            return parse(self.text)
        except LimesError as error:
            if self.name is None:
                raise
            raise LimesError("{name}: {reason}", name=self.name, reason=error.message) from None


def read_argument(argument: str) -> Source:
    """The text that an argument means: itself, a file's, or (for `-`) that of standard input."""
    if argument == "-":
        name = Message("standard input")
        return Source(_decoded(sys.stdin.buffer.read(MOST_BYTES + 1), name), name)
    if os.path.lexists(argument) or _looks_like_a_file(argument):
        return read_file(argument)
    return Source(argument)


def read_file(name: str) -> Source:
    try:
        with Path(name).open("rb") as file:
            return Source(_decoded(file.read(MOST_BYTES + 1), name), name)
    except FileNotFoundError:
        raise LimesError("there is no file {name}", name=name) from None
    except IsADirectoryError:
        raise LimesError("{name} is a folder, not a file", name=name) from None
    except OSError as error:
        raise LimesError("cannot read {name}: {reason}", name=name, reason=error.strerror) from None


def variants(options: Namespace) -> Variants:
    return Variants(diagonal=options.diagonal, ferryman=options.ferryman)


def given_deck(options: Namespace) -> Deck | None:
    """The deck of `--deck`, if there is one."""
    return None if options.deck is None else read_deck(options.deck)


def read_deck(name: str) -> Deck:
    return read_file(name).parsed(Deck.parse)


def read_table_or_game(options: Namespace) -> Scorable | Game:
    """The landscape, picture or game that `source` holds; of a study, the end of its main line."""
    deck = given_deck(options)
    source = read_argument(options.source)
    if is_study(source.text):
        return source.parsed(lambda text: parse_study(text, deck, variants(options))).landscape
    if re.match(r"\s*[A-Za-z]+:", source.text):
        return source.parsed(lambda text: parse_record(text, deck, variants(options)))
    return source.parsed(lambda text: parse_table(text, deck or STANDARD, variants(options)))


def read_landscape(argument: str, options: Namespace) -> Landscape:
    deck = given_deck(options) or STANDARD
    return read_argument(argument).parsed(lambda text: Landscape.parse(text, deck, variants(options)))


def read_annotated(options: Namespace) -> AnnotatedGame | Study:
    """The game with all that is said of it, or the study, that `source` holds."""
    deck = given_deck(options)
    source = read_argument(options.source)
    if is_study(source.text):
        return source.parsed(lambda text: parse_study(text, deck, variants(options)))
    return source.parsed(lambda text: parse_annotated(text, deck, variants(options)))


def card_number(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,8}", text):
        raise LimesError("expected the number of a card, such as 17, found {found!r}", found=text)
    return int(text)


def _looks_like_a_file(argument: str) -> bool:
    """Whether this is rather the name of a file that is not there than a text in the notation."""
    if not argument or re.search(r"[@|\n]|^\w+:", argument) or re.fullmatch(r"[\sfwtrFTRW.\d]*", argument):
        return False
    return not re.search(r"\s", argument) or bool(re.search(r"\.[a-z]+$|/", argument))


def _decoded(data: bytes, name: str | Message) -> str:
    if len(data) > MOST_BYTES:
        raise LimesError("{name} is larger than {most} bytes", name=name, most=MOST_BYTES)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise LimesError(
            "{name}: line {line}, column {column}: this is not text in UTF-8",
            name=name,
            line=line,
            column=column,
        ) from None
