"""Results of an arena in a file as they come, so that it goes on where it was left."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from limes.arena.deal import Result, Setting
from limes.arena.edition import edition
from limes.arena.lines import KeptLines
from limes.rules import LimesError, Message


class Store:
    """A file: the setting and the edition of the bots in its first line, then one result per line."""

    def __init__(self, path: Path, setting: Setting) -> None:
        self._path = path
        self._setting = setting
        differs = Message(
            "{name} holds results with other settings: the deck, variants, seed, budget or seats differ",
            name=path,
        )
        head = {"edition": edition(), **setting.as_json()}
        self._lines = KeptLines(path, head, differs, self._check_edition)
        self.results = self._lines.read(_result)

    def add(self, result: Result) -> None:
        self.results.append(result)
        self._lines.add(asdict(result))

    def _check_edition(self, head: dict[str, Any]) -> None:
        """`LimesError` if the results are of bots that play otherwise today, in this setting."""
        theirs = head.get("edition")
        if {**head, "edition": None} != {"edition": None, **self._setting.as_json()}:
            return  # a greater difference, which is told instead
        if theirs is None:
            raise LimesError(
                "{name} does not say which version of Limes played; start a new file",
                name=self._path,
            )
        if theirs != edition():
            raise LimesError(
                "{name} holds results from Limes {theirs}; the bots of Limes {ours} may play differently, "
                "so start a new file",
                name=self._path,
                theirs=theirs,
                ours=edition(),
            )


def _result(kept: dict[str, Any]) -> Result:
    lists = {name: tuple(kept.get(name, ())) for name in ("workers", "opponents", "turns")}
    return Result(**{**kept, **lists})
