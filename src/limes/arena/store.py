"""Results in a file as they come, so that an arena goes on after Ctrl-C, a crash or a kill."""

import json
import os
from dataclasses import asdict
from pathlib import Path

from limes.arena.deal import Result, Setting
from limes.rules import LimesError


class Store:
    """A file with the setting in its first line and one result a line after it."""

    def __init__(self, path: Path, setting: Setting) -> None:
        """Open the file, or begin it; a last line that a crash cut off is dropped."""
        self.path = path
        self.results: list[Result] = []
        head = json.dumps(setting.as_json())
        lines = self._whole_lines()
        if not lines:
            self._append(head)
        elif lines[0].decode(errors="replace") != head:
            raise LimesError(
                "{name} holds results of another setting: deck, variants, seed or budget differ", name=path
            )
        for place, line in enumerate(lines[1:], start=2):
            self.results.append(self._read(line, place))

    def add(self, result: Result) -> None:
        self.results.append(result)
        self._append(json.dumps(asdict(result)))

    def _whole_lines(self) -> list[bytes]:
        try:
            with self.path.open("a+b") as file:
                file.seek(0)
                lines = file.read().split(b"\n")
                file.truncate(sum(len(line) + 1 for line in lines[:-1]))
        except OSError as error:
            raise LimesError("cannot read {name}: {reason}", name=self.path, reason=error.strerror) from None
        return lines[:-1]

    def _append(self, line: str) -> None:
        with self.path.open("ab") as file:
            file.write(line.encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def _read(self, line: bytes, place: int) -> Result:
        try:
            data = json.loads(line)
            return Result(**{**data, "workers": tuple(data["workers"])})
        except (ValueError, TypeError, KeyError):
            raise LimesError("{name}: line {line} is no result", name=self.path, line=place) from None
