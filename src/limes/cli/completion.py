"""`limes completion`: a script that completes commands, options and file names in a shell."""

from argparse import Action, ArgumentParser, Namespace, _SubParsersAction

import shtab

from limes.cli.parser import build_parser

TAKES_FILE = {"file", "source", "landscape", "cards", "svg", "save", "deck", "plot", "resume"}


def run(options: Namespace) -> None:
    parser = build_parser()
    for action in _actions(parser):
        if action.dest in TAKES_FILE:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    print(shtab.complete(parser, shell=options.shell))


def _actions(parser: ArgumentParser) -> list[Action]:
    found = list(parser._actions)
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for command in action.choices.values():
                found += _actions(command)
    return found
