"""Lines of JSON in a file, each written as it comes: long work goes on after Ctrl-C, a crash or a kill."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from limes.rules import LimesError, Message

Value = TypeVar("Value")


class KeptLines:
    """A file whose first line says what it is for; a last line that a crash cut off is dropped."""

    def __init__(
        self,
        path: Path,
        head: dict[str, object],
        differs: Message,
        check: Callable[[dict[str, Any]], None] = lambda head: None,
    ) -> None:
        """Open the file, or begin it. `check` may refuse its head before it is compared: `differs`."""
        self.path = path
        *lines, cut_off = self._content().split(b"\n")
        self._lines = lines[1:]
        if lines:
            kept = self._head(lines[0])
            check(kept)
            if kept != head:
                raise LimesError(differs)
        elif not _written(head).startswith(cut_off):
            raise self._no_result(1)
        self._drop(len(cut_off))  # only now: any other file stays as it is
        if not lines:
            self.add(head)

    def read(self, value: Callable[[dict[str, Any]], Value]) -> list[Value]:
        """What each line after the first holds."""
        found = []
        for place, line in enumerate(self._lines, start=2):
            try:
                found.append(value(json.loads(line)))
            except (ValueError, TypeError, KeyError, RecursionError):
                raise self._no_result(place) from None
        return found

    def add(self, value: dict[str, object]) -> None:
        try:
            with self.path.open("ab") as file:
                file.write(_written(value))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise LimesError("cannot write {name}: {reason}", name=self.path, reason=error.strerror) from None

    def _head(self, line: bytes) -> dict[str, Any]:
        try:
            return dict(json.loads(line))
        except (ValueError, TypeError, RecursionError):
            raise self._no_result(1) from None

    def _content(self) -> bytes:
        if self.path.exists() and not self.path.is_file():
            raise LimesError("results cannot be saved in {name}, which is not a file", name=self.path)
        try:
            with self.path.open("a+b") as file:
                file.seek(0)
                return file.read()
        except OSError as error:
            raise LimesError("cannot read {name}: {reason}", name=self.path, reason=error.strerror) from None

    def _drop(self, cut_off: int) -> None:
        """The part of a line at the end."""
        try:
            os.truncate(self.path, self.path.stat().st_size - cut_off)
        except OSError as error:
            raise LimesError("cannot write {name}: {reason}", name=self.path, reason=error.strerror) from None

    def _no_result(self, line: int) -> LimesError:
        return LimesError("{name}: line {line} is not a result", name=self.path, line=line)


def _written(value: dict[str, object]) -> bytes:
    return json.dumps(value).encode() + b"\n"
