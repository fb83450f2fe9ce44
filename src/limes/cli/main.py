"""The way in: find the language, read the arguments, run the command, and say in one line what was wrong."""

import io
import os
import sys
from gettext import gettext as _

from limes import locale
from limes.cli.output import one_line
from limes.cli.parser import build_parser
from limes.rules.message import LimesError

BAD_INPUT = 2
INTERRUPTED = 130


def main(argv: list[str] | None = None) -> int:
    """Run a command; the exit code is 0, or 2 when something given to it was wrong."""
    arguments = sys.argv[1:] if argv is None else argv
    _prepare_streams()
    locale.use(_asked_language(arguments))
    try:
        _run(arguments)
    except LimesError as error:
        print(f"limes: {one_line(error.message.text(_))}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        said = _("cannot write to standard output: {reason}").format(reason=error.strerror)
        print(f"limes: {said}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return 0


def _run(arguments: list[str]) -> None:
    parser = build_parser()
    if not arguments:
        parser.print_help()
        return
    options = parser.parse_args(arguments)
    command = options.load()
    command(options)
    sys.stdout.flush()


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


def _prepare_streams() -> None:
    """A stream that was closed is one without content, and no letter is a reason to fail."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """Nobody takes what is printed; what Python still wants to flush at its end must not complain again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
