"""What a command is given: text in any form of the notation, as an argument, a file or standard input."""

import os
import re
import sys
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from limes.rules import Deck, Game, Landscape, LimesError, Message, Picture, Variants, parse_record
from limes.rules.deck import STANDARD

MOST_BYTES = 1_000_000
Table = Landscape | Picture
Parsed = TypeVar("Parsed")


@dataclass(frozen=True)
class Source:
    """A text and, where it did not stand on the command line itself, the name of where it came from."""

    text: str
    name: str | Message | None = None

    def wrong(self, error: LimesError) -> LimesError:
        """The error with the name of the source before it."""
        if self.name is None:
            return error
        return LimesError("{name}: {reason}", name=self.name, reason=error.message)


def read_argument(argument: str) -> Source:
    """The text that an argument means: itself, a file's, or (for `-`) that of standard input."""
    if argument == "-":
        name = Message("standard input")
        return Source(_decoded(sys.stdin.buffer.read(MOST_BYTES + 1), name), name)
    if os.path.lexists(argument):
        return read_file(argument)
    if re.fullmatch(r"[^\n@|]*(\.\w+|[/\\][^\n@|]*)", argument) and not re.fullmatch(
        r"[\sfwtrFTR.\d]*", argument
    ):
        raise LimesError("there is no file {name}", name=argument)
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
    if options.deck is None:
        return None
    return read_deck(options.deck)


def read_deck(name: str) -> Deck:
    source = read_file(name)
    try:
        return Deck.parse(source.text)
    except LimesError as error:
        raise source.wrong(error) from None


def read_table_or_game(options: Namespace) -> Table | Game:
    """The landscape, picture or game that `source` holds; its first letters tell which."""
    source = read_argument(options.source)
    try:
        if re.match(r"\s*[A-Za-z]+:", source.text):
            return parse_record(source.text, given_deck(options), variants(options))
        if re.search(r"[@|]", source.text):
            return _landscape(source.text, options)
        return Picture.parse(source.text)
    except LimesError as error:
        raise source.wrong(error) from None


def read_landscape(argument: str, options: Namespace) -> Landscape:
    source = read_argument(argument)
    try:
        return _landscape(source.text, options)
    except LimesError as error:
        raise source.wrong(error) from None


def read_game(options: Namespace) -> Game:
    source = read_argument(options.source)
    try:
        return parse_record(source.text, given_deck(options), variants(options))
    except LimesError as error:
        raise source.wrong(error) from None


def card_number(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,8}", text):
        raise LimesError("expected the number of a card, such as 17, found {found!r}", found=text)
    return int(text)


def _landscape(text: str, options: Namespace) -> Landscape:
    return Landscape.parse(text, given_deck(options) or STANDARD, variants(options))


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
