"""Every command with its options as Markdown, from the grammar of the command line itself."""

import argparse
import re
from collections.abc import Iterator

from limes.cli.parser import build_parser


def commands_page() -> str:
    """A section a command, in the order of `limes --help`."""
    parser = build_parser()
    subcommands = _subcommands(parser)
    parts = ["## For every command", _options(parser)]
    for name, command, summary in subcommands:
        parts += _section(f"limes {name}", command, summary)
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(name: str, command: argparse.ArgumentParser, summary: str) -> Iterator[str]:
    yield f"## {name}"
    yield _sentence(summary)
    inner = _subcommands(command)
    if not inner:
        yield f"```text\n{_usage(command)}\n```"
    yield _options(command)
    for action, part, said in inner:
        yield f"### {name} {action}"
        yield _sentence(said)
        yield f"```text\n{_usage(part)}\n```"
        yield _options(part)


def _subcommands(parser: argparse.ArgumentParser) -> list[tuple[str, argparse.ArgumentParser, str]]:
    return [
        (choice.dest, group.choices[choice.dest], choice.help or "")
        for group in parser._actions
        if isinstance(group, argparse._SubParsersAction)
        for choice in group._choices_actions
    ]


def _usage(parser: argparse.ArgumentParser) -> str:
    lines = parser.format_usage().removeprefix("usage: ").rstrip().splitlines()
    return "\n".join(lines)


def _options(parser: argparse.ArgumentParser) -> str:
    rows = [
        (_named(action), action.help or "")
        for action in parser._actions
        if not isinstance(action, argparse._SubParsersAction) and action.help != argparse.SUPPRESS
    ]
    hidden = ("`-h",) if parser.prog == "limes" else ("`-h", "`--lang")  # said once, for every command
    rows = [row for row in rows if not row[0].startswith(hidden)]
    if not rows:
        return ""
    return "\n".join(
        ["| option | meaning |", "| --- | --- |", *(f"| {name} | {_cell(said)} |" for name, said in rows)]
    )


def _named(action: argparse.Action) -> str:
    if not action.option_strings:
        metavar = action.metavar or action.dest
        return f"`{metavar if isinstance(metavar, str) else ' '.join(metavar)}`"
    value = ""
    if action.nargs != 0:
        chosen = "|".join(map(str, action.choices)) if action.choices else None
        metavar = action.metavar or chosen or action.dest.upper()
        value = f" {metavar if isinstance(metavar, str) else ' '.join(metavar)}"
    return ", ".join(f"`{option}{value}`" for option in action.option_strings).replace("|", "\\|")


def _cell(text: str) -> str:
    text = re.sub(r"%\((\w+)\)s", r"\1", text).replace("%%", "%")
    return re.sub(r"([|<>*_\[\]])", r"\\\1", text)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""
