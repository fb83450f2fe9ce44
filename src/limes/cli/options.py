"""What the commands of the command line share: how one is added, and options that several have."""

import argparse
from collections.abc import Callable
from gettext import gettext as _
from importlib import import_module
from typing import NoReturn, TypeAlias

from limes.locale import LANGUAGES
from limes.rules.message import LimesError

MOST = 1_000_000_000
Command = Callable[[argparse.Namespace], None]
Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, like every other error of the program."""

    def error(self, message: str) -> NoReturn:
        raise LimesError(
            "{message} (see {help})", message=message.replace("\n", " "), help=f"{self.prog} --help"
        )


def add_command(commands: Commands, name: str, summary: str) -> argparse.ArgumentParser:
    """Its own module is imported only when it runs."""

    def load() -> Command:
        command: Command = import_module(f"limes.cli.{name}").run
        return command

    parser = commands.add_parser(name, help=summary, description=f"{summary[:1].upper()}{summary[1:]}.")
    parser.set_defaults(load=load)
    add_language(parser, default=argparse.SUPPRESS)
    return parser


def add_language(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=default,
        help=_("language to use (default: your system's)"),
    )


def add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deck", metavar=_("FILE"), help=_("play with the deck in this file"))
    parser.add_argument(
        "--diagonal",
        action="store_true",
        help=_("variant: a card may also touch the others at just a corner"),
    )
    parser.add_argument(
        "--ferryman", action="store_true", help=_("variant: fishermen ferry workers across water")
    )


def add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        metavar="URL",
        help=_("{sqlite} or {postgresql} (default: a file in your data folder)").format(
            sqlite="sqlite:///FILE", postgresql="postgresql+psycopg://..."
        ),
    )


def add_source(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("source", metavar=_("TEXT_OR_FILE"), help=what)


def add_json(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--json", action="store_true", help=_("print JSON for programs"))


def require_counts(options: argparse.Namespace, *names: str, least: int = 1, most: int = MOST) -> None:
    """`LimesError` for a number that no machine could do anything with."""
    for name in names:
        value = getattr(options, name)
        if not least <= value <= most:
            raise LimesError(
                "{option} must be a number from {least} to {most}, not {value}",
                option=f"--{name}",
                least=least,
                most=most,
                value=value,
            )
