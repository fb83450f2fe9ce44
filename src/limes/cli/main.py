"""The way in: find the language, read the arguments, run the command, and say in one line what was wrong."""

import io
import os
import sys
from gettext import gettext as _

from limes import locale
from limes.cli.parser import build_parser
from limes.rules.message import LimesError

BAD_INPUT = 2
INTERRUPTED = 130


def main(argv: list[str] | None = None) -> int:
    """Run a command; the exit code is 0, or 2 when something given to it was wrong."""
    arguments = sys.argv[1:] if argv is None else argv
    _never_fail_on_letters()
    locale.use(_asked_language(arguments))
    parser = build_parser()
    try:
        options = parser.parse_args(arguments)
        run = options.load()
        run(options)
        sys.stdout.flush()
    except LimesError as error:
        print(f"limes: {_one_line(error.message.text(_))}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # The reader has gone; what Python still wants to flush at its end must not complain about that.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return 0


def _asked_language(arguments: list[str]) -> str | None:
    """The value of --lang, needed before the parser can speak."""
    for place, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            asked = argument.removeprefix("--lang=")
        elif argument == "--lang" and place + 1 < len(arguments):
            asked = arguments[place + 1]
        else:
            continue
        return asked if asked in locale.LANGUAGES else None
    return None


def _never_fail_on_letters() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())
