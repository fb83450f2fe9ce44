"""Results in a file as they come, so that an arena goes on after Ctrl-C, a crash or a kill."""

import json
import os
from dataclasses import asdict
from pathlib import Path

from limes.arena.deal import Result, Setting
from limes.arena.edition import edition
from limes.rules import LimesError


class Store:
    """A file: setting and edition of the bots in its first line, one result a line after it."""

    def __init__(self, path: Path, setting: Setting) -> None:
        """Open the file, or begin it; a last line that a crash cut off is dropped."""
        self.path = path
        self.results: list[Result] = []
        lines = self._whole_lines()
        if lines:
            self._check(lines[0], setting)
        else:
            self._append(json.dumps({"edition": edition(), **setting.as_json()}))
        for place, line in enumerate(lines[1:], start=2):
            self.results.append(self._read(line, place))

    def add(self, result: Result) -> None:
        self.results.append(result)
        self._append(json.dumps(asdict(result)))

    def _check(self, head: bytes, setting: Setting) -> None:
        """`LimesError` unless the results are of this setting and of the bots as they play today."""
        try:
            kept = dict(json.loads(head))
        except (ValueError, TypeError):
            raise LimesError("{name}: line {line} is no result", name=self.path, line=1) from None
        theirs = kept.pop("edition", None)
        if kept != setting.as_json():
            raise LimesError(
                "{name} holds results of another setting: deck, variants, seed or budget differ",
                name=self.path,
            )
        if theirs is None:
            raise LimesError(
                "{name} does not say which Limes played; begin a new file to compare with this one",
                name=self.path,
            )
        if theirs != edition():
            raise LimesError(
                "{name} holds results of Limes {theirs}, and this is {ours}, whose bots may play differently;"
                " begin a new file",
                name=self.path,
                theirs=theirs,
                ours=edition(),
            )

    def _whole_lines(self) -> list[bytes]:
        if self.path.exists() and not self.path.is_file():
            raise LimesError("results cannot be kept in {name}, which is not a file", name=self.path)
        try:
            with self.path.open("a+b") as file:
                file.seek(0)
                lines = file.read().split(b"\n")
                file.truncate(sum(len(line) + 1 for line in lines[:-1]))
        except OSError as error:
            raise LimesError("cannot read {name}: {reason}", name=self.path, reason=error.strerror) from None
        return lines[:-1]

    def _append(self, line: str) -> None:
        try:
            with self.path.open("ab") as file:
                file.write(line.encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise LimesError("cannot write {name}: {reason}", name=self.path, reason=error.strerror) from None

    def _read(self, line: bytes, place: int) -> Result:
        try:
            data = json.loads(line)
            lists = {name: tuple(data[name]) for name in ("workers", "opponents")}
            return Result(**{**data, **lists})
        except (ValueError, TypeError, KeyError):
            raise LimesError("{name}: line {line} is no result", name=self.path, line=place) from None
